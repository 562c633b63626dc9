import type { Scan } from '#scan/model.ts';
import { changedPart } from './changed-part.ts';
import { type Counted, compareStates, type ReadFiles } from './compare-states.ts';
import type { Against, Check } from './model.ts';

/**
 * Compares a project with an earlier state of which everything is known: `check` with a baseline of that state, without
 * findings that are only edits of declarations that existed.
 *
 * @param read is used only if there may be such findings
 */
export async function checkRevision(
  now: Scan,
  before: Scan,
  against: Against,
  counted: Counted,
  read: ReadFiles,
): Promise<Check> {
  const part = changedPart(before, now);
  const result = await compareStates(part.now, part.before, against, counted, read);
  return { ...result, scan: now, became_generated: becameGenerated(now, before) };
}

/** Files that existed under the same path. */
function becameGenerated(now: Scan, before: Scan): string[] {
  const written = new Set(before.entries.flatMap((it) => (it.kind === 'file' && !it.is_generated ? [it.path] : [])));
  return now.entries.flatMap((it) => (it.kind === 'file' && it.is_generated && written.has(it.path) ? [it.path] : []));
}
