import type { ObstacleId } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';

/** Obstacles that depend on where the copies are. */
const OF_PLACE: readonly ObstacleId[] = ['no_common_place', 'import_unknown', 'import_cycle'];
/** Obstacles that depend on how many expressions differ. */
const OF_DIFFERENCES: readonly ObstacleId[] = ['too_many_parameters', 'mostly_parameters'];
const MAX_TRIED = 4;

/**
 * Fewer of the copies, for which an obstacle of all of them may not hold: those of one class or file, or those that are most
 * similar to the leader.
 *
 * @param copies the leader first
 * @param fixed equal nodes of each copy after the leader, in percent
 * @returns ids, the most promising first
 */
export function fewerCopies(copies: readonly Copy[], fixed: readonly number[], obstacle: ObstacleId): string[][] {
  if (copies.length < 3) return [];
  if (OF_PLACE.includes(obstacle)) {
    const owners = new Map<object, Copy[]>();
    for (const copy of copies) {
      for (const place of new Set([copy.file, copy.owner ?? copy.file]))
        owners.set(place, [...(owners.get(place) ?? []), copy]);
    }
    return [...owners.values()]
      .filter((its) => its.length > 1 && its.length < copies.length)
      .sort((a, b) => b.length - a.length)
      .slice(0, MAX_TRIED)
      .map((its) => its.map(({ id }) => id));
  }
  if (!OF_DIFFERENCES.includes(obstacle)) return [];
  const [leader, ...others] = copies;
  const ranked = others
    .map((copy, at) => ({ copy, fixed: fixed[at] ?? 0 }))
    .sort((a, b) => b.fixed - a.fixed)
    .map(({ copy }) => copy);
  const sizes = [...new Set([others.length - 1, others.length - 2, others.length >> 1, 1])];
  return sizes
    .filter((size) => size > 0 && leader !== undefined)
    .map((size) => [leader?.id ?? '', ...ranked.slice(0, size).map(({ id }) => id)]);
}
