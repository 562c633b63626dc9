import { renamedFiles } from '#check/renamed-files.ts';
import type { FileFacts } from '#parse/facts.ts';
import type { FileClass } from '#scan/file-classes.ts';
import type { Scan } from '#scan/model.ts';
import { isSameContent } from '#scan/same-content.ts';
import type { LaterSource, TreeSource } from '#tree/source.ts';
import type { ChangeState } from './change-state.ts';
import { filesWithEditedCopies } from './edited-copies.ts';
import { type MissedEdit, NEVER_COMPARED } from './model.ts';

/** A state of a project that was scanned. */
export interface ScannedState {
  scan: Scan;
  /** Owned by the caller. */
  source: TreeSource | LaterSource;
  /** The facts of some files with their element blocks, which a scan does not have. */
  read(paths: ReadonlySet<string>): Promise<ReadonlyMap<string, FileFacts>>;
}

/**
 * Finds the edits between two states that merge into copies of the edited code, which do not have them. Files are read only
 * if a copy was edited.
 *
 * @param without further classes of files that are not compared
 */
export async function findMissedBetween(
  before: ScannedState,
  now: ScannedState,
  without: readonly FileClass[] = [],
): Promise<MissedEdit[]> {
  const renames = renamesBetween(before.scan, now.scan);
  const classes = [...NEVER_COMPARED, ...without];
  const files = filesWithEditedCopies(before.scan, now.scan, renames, classes);
  if (files === undefined) return [];
  const unchanged = unchangedPaths(before.scan, now.scan, files.paths);
  const factsNow = await now.read(new Set(files.paths.keys()));
  const changed = [...files.paths].filter(([path]) => !unchanged.has(path)).map(([, path]) => path);
  const factsBefore = new Map(await before.read(new Set(changed)));
  for (const path of unchanged) {
    const facts = factsNow.get(path);
    if (facts !== undefined) factsBefore.set(path, facts);
  }
  // Most changes edit no copy.
  const { findMissedInChange } = await import('./find-in-change.ts');
  return findMissedInChange(files, stateOf(before, factsBefore), stateOf(now, factsNow));
}

/** The files that are equal in both states, under the same path. */
function unchangedPaths(before: Scan, now: Scan, among: ReadonlyMap<string, string>): Set<string> {
  const old = new Map(before.entries.map((entry) => [entry.path, entry]));
  return new Set(
    now.entries.flatMap((entry) => {
      const its = among.get(entry.path) === entry.path ? old.get(entry.path) : undefined;
      return entry.kind === 'file' && its?.kind === 'file' && isSameContent(its, entry) ? [entry.path] : [];
    }),
  );
}

function renamesBetween(before: Scan, now: Scan): ReadonlyMap<string, string> {
  const [old, current] = [pathsOf(before), pathsOf(now)];
  return renamedFiles(
    { entries: before.entries.filter(({ path }) => !current.has(path)) },
    { entries: now.entries.filter(({ path }) => !old.has(path)) },
  );
}

function pathsOf({ entries }: Scan): Set<string> {
  return new Set(entries.map(({ path }) => path));
}

function stateOf({ source, scan }: ScannedState, facts: ChangeState['facts']): ChangeState {
  const hashes = new Map(scan.entries.flatMap((it) => (it.kind === 'file' ? [[it.path, it.sha256]] : [])));
  return {
    facts,
    bytesOf: async (path) => {
      const opened = 'open' in source ? await source.open() : source;
      const reading = await opened.read({ path }, Number.MAX_SAFE_INTEGER);
      if (!('bytes' in reading) || reading.bytes === undefined || reading.sha256 !== hashes.get(path)) {
        return new Uint8Array(0);
      }
      return reading.bytes;
    },
  };
}
