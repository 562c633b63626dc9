import type { Scan } from '#scan/model.ts';
import { baselineOf } from './baseline.ts';
import { check, type Known } from './check.ts';
import { Edits, editedPaths, type FactsByPath } from './edits.ts';
import type { Against, Check } from './model.ts';

/** Reads the facts of files with their element blocks. */
export type ReadFacts = (side: 'before' | 'now', paths: ReadonlySet<string>) => Promise<FactsByPath>;

/**
 * Compares a project with an earlier state of which everything is known: `check` with a baseline of that state, without
 * findings that are only edits of declarations that existed.
 *
 * @param read is called only if there may be such findings
 */
export async function checkRevision(
  now: Scan,
  before: Scan,
  against: Against,
  known: Omit<Known, 'before' | 'edits'>,
  read: ReadFacts,
): Promise<Check> {
  const baseline = baselineOf(before);
  const first = check(now, baseline, against, { ...known, before });
  const files = new Set(before.entries.map(({ path }) => path));
  const paths = editedPaths(first.groups, (path) => files.has(path));
  if (paths.size === 0) return first;
  const edits = new Edits(await read('before', paths), await read('now', paths));
  return check(now, baseline, against, { ...known, before, edits });
}
