import type { Units } from '#parse/elements/element-block.ts';
import { SequenceHash } from '#parse/elements/sequence-hash.ts';

/** The kinds of groups of runs of units. */
export const BLOCK_KINDS = ['block', 'block-shape'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The units of a file with the unit after each one in its sequence, -1 for none. */
export interface SequencedUnits extends Units {
  next: Int32Array;
}

export function sequenced(units: Units): SequencedUnits {
  const next = new Int32Array(units.first.length).fill(-1);
  for (const [unit, before] of units.previous.entries()) if (before >= 0) next[before] = unit;
  return { ...units, next };
}

/** By unit: the two halves of the hash that a kind compares. */
export interface UnitHashes {
  high: Int32Array;
  low: Int32Array;
}

export function hashesOf(units: Units, kind: BlockKind): UnitHashes {
  return kind === 'block' ? { high: units.high, low: units.low } : { high: units.shapeHigh, low: units.shapeLow };
}

/** Columns by unit. */
export interface Seeds extends UnitHashes {
  /** The last unit of the seed; -1 if the rest of the sequence is too small for one. */
  last: Int32Array;
}

/**
 * The seed of a unit: the shortest run from it that has enough nodes. Equal runs of units start with equal seeds.
 *
 * @returns with the hash of the unit hashes of each seed; different seeds may have one hash
 */
export function seedsOf(units: SequencedUnits, hashes: UnitHashes, minNodes: number): Seeds {
  const { previous, next, nodes } = units;
  const count = previous.length;
  const seeds = {
    last: new Int32Array(count).fill(-1),
    high: new Int32Array(count),
    low: new Int32Array(count),
  };
  const hash = new SequenceHash();
  for (let head = 0; head < count; head++) {
    if ((previous[head] ?? -1) >= 0) continue;
    let [sum, last, after] = [0, -1, head];
    for (let unit = head; unit >= 0; unit = next[unit] ?? -1) {
      for (; after >= 0 && sum < minNodes; after = next[after] ?? -1) {
        sum += nodes[after] ?? 0;
        last = after;
      }
      if (sum < minNodes) break;
      seeds.last[unit] = last;
      addHash(seeds, units, hashes, unit, hash);
      sum -= nodes[unit] ?? 0;
    }
  }
  return seeds;
}

function addHash(
  seeds: Seeds,
  { next }: SequencedUnits,
  { high, low }: UnitHashes,
  unit: number,
  hash: SequenceHash,
): void {
  const last = seeds.last[unit] ?? -1;
  hash.begin();
  for (let at = unit; at >= 0; at = next[at] ?? -1) {
    hash.add(high[at] ?? 0, low[at] ?? 0, 0, 0);
    if (at === last) break;
  }
  hash.finish();
  seeds.high[unit] = hash.high;
  seeds.low[unit] = hash.low;
}
