import type { BlockRange, CopyEvidence, Group } from '#scan/model.ts';
import type { ListedBlock } from './model.ts';
import { type IndexedRepeat, RepeatIndex } from './repeat-index.ts';

export interface UnknownBlock {
  group: Group;
  /** Number of allowed occurrences. */
  listed: number;
  /** Occurrences in declarations that are not listed with these units, or all of them if all declarations are. */
  unlisted: BlockRange[];
}

/**
 * Finds groups of blocks that occur more often than the same units in a baseline. A group is also known if a listed block
 * was edited in the same way in all declarations that have it.
 *
 * @param groups groups of blocks
 */
export function checkBlocks(
  listed: readonly ListedBlock[],
  groups: readonly Group[],
  { repeats, units }: Pick<CopyEvidence, 'repeats' | 'units'>,
): UnknownBlock[] {
  const before = listed.map(indexed);
  const known = new RepeatIndex(before);
  const now = new RepeatIndex(repeats.map((it) => ({ ...it, at: it.blocks.map(blockLocation) })));
  let left: Set<string> | undefined;
  return groups.flatMap((group) => {
    const { kind, id, blocks = [] } = group;
    if (kind !== 'block' && kind !== 'block-shape') return [];
    const run = { kind, units: units.get(id) ?? [] };
    const allowed = known.count(run);
    if (now.count(run) <= allowed) return [];
    const locations = known.locations(run);
    left ??= removedLocations(before, now);
    const isListed = (it: BlockRange) => locations.has(blockLocation(it));
    const unlisted = blocks.filter((it) => !isListed(it) && !left?.has(blockLocation(it)));
    if (unlisted.length > 0) return [{ group, listed: blocks.length - unlisted.length, unlisted }];
    // All occurrences are in listed declarations, but one of these has more of them than listed.
    const isAgain = kind === 'block' && blocks.every(isListed);
    return isAgain ? [{ group, listed: Math.min(allowed, blocks.length - 1), unlisted: [...blocks] }] : [];
  });
}

export function indexed({ kind, units, at }: ListedBlock): IndexedRepeat {
  return { kind, units: units.split(' '), at };
}

/** `<path>#<qualified_name>` of the declaration around it, or the path. */
export function blockLocation({ path, within }: Pick<BlockRange, 'path' | 'within'>): string {
  return within === undefined ? path : within.slice(0, within.lastIndexOf('@'));
}

/** Locations that no longer have a block that is listed for them. */
function removedLocations(before: readonly IndexedRepeat[], now: RepeatIndex): Set<string> {
  return new Set(
    before.flatMap((repeat) => {
      const present = now.locations(repeat);
      return repeat.at.filter((location) => !present.has(location));
    }),
  );
}
