import { compareBytes } from '@analyzer/contracts/order';
import type { Cycle } from '#scan/model.ts';
import type { CycleChange } from '../model.ts';

/**
 * What became of import cycles. A file is in one cycle at most, so a cycle after is held against the one before with
 * which it shares the most files, and one before that shares none with any has vanished.
 *
 * @param pathAfter what became of a file; undefined when it is gone
 * @returns in order of the first file
 */
export function compareCycles(
  before: readonly Pick<Cycle, 'files'>[],
  after: readonly Pick<Cycle, 'files'>[],
  pathAfter: (path: string) => string | undefined,
): CycleChange[] {
  const places = new Map(before.flatMap(({ files }, cycle) => files.map((file) => [pathAfter(file) ?? '', cycle])));
  const met = new Set<number>();
  const changes: CycleChange[] = [];
  for (const { files } of after) {
    const place = mostFrequent(files.map((file) => places.get(file)));
    for (const file of files) met.add(places.get(file) ?? -1);
    const old = place === undefined ? [] : (before[place]?.files ?? []);
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

/** Of several as frequent the first. */
function mostFrequent(places: readonly (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const place of places) if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
  let most: number | undefined;
  for (const [place, count] of counts) if (most === undefined || count > (counts.get(most) ?? 0)) most = place;
  return most;
}
