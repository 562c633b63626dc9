import { GATE_RULES } from '#languages/policy.ts';
import type { Scan } from '#scan/model.ts';
import type { HistoryBounds } from '#tree/git/file-versions.ts';
import { baselineOf } from './baseline.ts';
import { check, type Known } from './check.ts';
import { Edits, editedPaths } from './edits.ts';
import type { FactsByPath } from './file-declarations.ts';
import type { Against, Check } from './model.ts';
import { mayBeMoved, possibleMoves } from './moves.ts';
import { renamedFiles } from './renamed-files.ts';

/** Reads files with their element blocks, which a scan does not have. */
export interface ReadFiles {
  now(paths: ReadonlySet<string>): Promise<FactsByPath>;
  before(paths: ReadonlySet<string>): Promise<FactsByPath>;
  /** Earlier versions of files of the earlier state; each result has one version of each file. */
  earlier(paths: ReadonlySet<string>, bounds: HistoryBounds): Promise<FactsByPath[]>;
}

/** What counts in a comparison of two states. */
export type Counted = Omit<Known, 'before' | 'edits' | 'renames'>;

/**
 * `check` with a baseline of the earlier state, without findings that are only edits of declarations that existed.
 *
 * @param read is used only if there may be such findings
 */
export async function compareStates(
  now: Scan,
  before: Scan,
  against: Against,
  counted: Counted,
  read: ReadFiles,
): Promise<Check> {
  const baseline = baselineOf(before);
  const renames = renamedFiles(before, now);
  const pathBefore = (path: string) => renames.get(path) ?? path;
  const known = { ...counted, before, renames };
  const first = check(now, baseline, against, known);
  const pathsNow = new Map([...renames].map(([path, old]) => [old, path]));
  const moves = possibleMoves(before, now, first.groups, (path) => pathsNow.get(path) ?? path);
  const files = new Set(before.entries.map(({ path }) => path));
  const paths = new Set(
    editedPaths(first.groups, (copy) => files.has(pathBefore(copy.path)) || mayBeMoved(moves, copy)),
  );
  if (paths.size === 0) return first;
  for (const { path } of [...moves.missing, ...moves.callbacks.missing]) paths.add(path);
  const underPathsNow = (facts: FactsByPath): FactsByPath => {
    return new Map(
      [...paths].flatMap((path) => {
        const its = facts.get(pathBefore(path));
        return its === undefined ? [] : [[path, its]];
      }),
    );
  };
  const factsBefore = underPathsNow(await read.before(new Set([...paths].map(pathBefore))));
  const factsNow = await read.now(paths);
  const edits = new Edits(factsBefore, factsNow, [], moves);
  const second = check(now, baseline, against, { ...known, edits });
  const old = [...edits.pathsOfExisting(second.groups)].slice(0, GATE_RULES.history.files).map(pathBefore);
  const earlier = old.length === 0 ? [] : await read.earlier(new Set(old), GATE_RULES.history);
  if (earlier.length === 0) return second;
  return check(now, baseline, against, {
    ...known,
    edits: new Edits(factsBefore, factsNow, earlier.map(underPathsNow), moves),
  });
}
