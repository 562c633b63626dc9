import { createHash } from 'node:crypto';
import { compareBytes } from '@analyzer/contracts/order';
import { compareCycles } from '#diff/links/compare-cycles.ts';
import type { CycleChange } from '#diff/model.ts';
import type { Cycle } from '#scan/model.ts';
import { cycleThrough } from './cycle-through.ts';
import type { CycleFinding, ListedCycle, ShrunkCycle } from './model.ts';

/**
 * Compares import cycles with the listed ones by their files. A missing listed file counts as renamed: a cycle may have
 * as many unlisted files as the listed cycle has missing files. A cycle without any listed file counts as moved when all
 * files of a listed cycle of at least the same size are missing.
 *
 * @param isThere whether the project has a file with this path
 * @param importsOf the project files that a file imports
 * @returns both lists ordered by the first file
 */
export function checkCycles(
  listed: readonly ListedCycle[],
  cycles: readonly Cycle[],
  isThere: (path: string) => boolean,
  importsOf: (path: string) => ReadonlySet<string>,
): { cycles: CycleFinding[]; shrunk: ShrunkCycle[] } {
  const changes = compareCycles(listed, cycles, (path) => (isThere(path) ? path : undefined));
  const gone = new Set(changes.flatMap(({ before }) => before.filter((path) => !isThere(path))));
  const findings: CycleChange[] = [];
  const shrunk: ShrunkCycle[] = [];
  // Smallest cycles first, so that each uses no more missing files than it needs.
  for (const change of changes.toSorted((a, b) => a.after.length - b.after.length)) {
    const { before, after } = change;
    if (change.change === 'vanished') continue;
    if (change.change === 'appeared' ? isMoved(change, changes, gone) : isRenamed(change, gone)) {
      if (after.length < before.length) shrunk.push({ listed: before, files: after });
    } else findings.push(change);
  }
  for (const { change, before } of changes) {
    if (change === 'vanished' && (before.some(isThere) || before.some((path) => gone.has(path)))) {
      shrunk.push({ listed: before, files: [] });
    }
  }
  const examples = new Map(cycles.map(({ files, example }) => [files[0], example]));
  return {
    cycles: findings
      .map(({ before, after }) => findingOf(before, after, examples.get(after[0]) ?? after, importsOf))
      .sort((a, b) => compareBytes(a.files[0] ?? '', b.files[0] ?? '')),
    shrunk: shrunk.sort((a, b) => compareBytes(a.listed[0] ?? '', b.listed[0] ?? '')),
  };
}

/** Whether the unlisted files of a cycle can be renamed missing files of the listed cycle; marks these as used. */
function isRenamed({ before, after }: CycleChange, gone: Set<string>): boolean {
  const old = new Set(before);
  const added = after.filter((path) => !old.has(path)).length;
  const free = before.filter((path) => gone.has(path));
  if (free.length < added) return false;
  for (const path of free.slice(0, added)) gone.delete(path);
  return true;
}

/** Marks the smallest listed cycle as used that has no remaining file and at least the same size. */
function isMoved({ after }: CycleChange, changes: readonly CycleChange[], gone: Set<string>): boolean {
  const [origin] = changes
    .filter(({ change, before }) => change === 'vanished' && before.every((path) => gone.has(path)))
    .filter(({ before }) => before.length >= after.length)
    .sort((a, b) => a.before.length - b.before.length);
  for (const path of origin?.before ?? []) gone.delete(path);
  return origin !== undefined;
}

/** The example of a grown cycle passes through an unlisted file. */
function findingOf(
  listed: string[],
  files: string[],
  example: string[],
  importsOf: (path: string) => ReadonlySet<string>,
): CycleFinding {
  const id = cycleId(files);
  if (listed.length === 0) return { change: 'new', id, listed, files, example };
  const known = new Set(listed);
  const joined = files.find((path) => !known.has(path)) ?? '';
  return { change: 'grown', id, listed, files, example: cycleThrough(joined, files, importsOf) };
}

/** `c_` and the first 20 hex digits of the SHA-256 over the files in order, each followed by LF. */
export function cycleId(files: readonly string[]): string {
  return `c_${createHash('sha256')
    .update(files.map((path) => `${path}\n`).join(''))
    .digest('hex')
    .slice(0, 20)}`;
}
