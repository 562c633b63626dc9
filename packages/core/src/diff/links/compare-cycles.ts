import { compareBytes } from '@analyzer/contracts/order';
import type { Cycle } from '#scan/model.ts';
import type { CycleChange } from '../model.ts';

/**
 * Compares import cycles. A file is in at most one cycle, so each cycle after is compared with the cycle before that
 * shares the most files; a cycle before that shares no file with any has vanished.
 *
 * @param pathAfter maps a file to its path after; undefined when it was removed
 * @returns ordered by the first file
 */
export function compareCycles(
  before: readonly Pick<Cycle, 'files'>[],
  after: readonly Pick<Cycle, 'files'>[],
  pathAfter: (path: string) => string | undefined,
): CycleChange[] {
  const cycles = new Map(before.flatMap(({ files }, cycle) => files.map((file) => [pathAfter(file) ?? '', cycle])));
  const met = new Set<number>();
  const changes: CycleChange[] = [];
  for (const { files } of after) {
    const cycle = mostFrequent(files.map((file) => cycles.get(file)));
    for (const file of files) met.add(cycles.get(file) ?? -1);
    const old = cycle === undefined ? [] : (before[cycle]?.files ?? []);
    const change = changeOf(new Set(old.map((file) => pathAfter(file) ?? `before ${file}`)), new Set(files));
    if (change !== undefined) changes.push({ change, before: [...old], after: [...files] });
  }
  before.forEach(({ files }, cycle) => {
    if (!met.has(cycle)) changes.push({ change: 'vanished', before: [...files], after: [] });
  });
  const first = (it: CycleChange) => it.after[0] ?? it.before[0] ?? '';
  return changes.sort((a, b) => compareBytes(first(a), first(b)) || a.after.length - b.after.length);
}

function changeOf(before: ReadonlySet<string>, after: ReadonlySet<string>): CycleChange['change'] | undefined {
  if (before.size === 0) return 'appeared';
  const isGrown = [...after].some((file) => !before.has(file));
  const isShrunk = [...before].some((file) => !after.has(file));
  if (isGrown) return isShrunk ? 'changed' : 'grew';
  return isShrunk ? 'shrank' : undefined;
}

/** The most frequent item, the first of several. */
function mostFrequent(cycles: readonly (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const cycle of cycles) if (cycle !== undefined) counts.set(cycle, (counts.get(cycle) ?? 0) + 1);
  let most: number | undefined;
  for (const [cycle, count] of counts) if (most === undefined || count > (counts.get(most) ?? 0)) most = cycle;
  return most;
}
