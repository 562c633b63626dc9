import { decodeUnits } from '#parse/elements/element-block.ts';
import { type BlockKind, hashesOf, seedsOf, sequenced } from '../blocks/seeds.ts';

/** A unit from which a repeated run can start. Hashes are two signed 32-bit halves. */
export interface BlockStart {
  kind: BlockKind;
  unit: number;
  seedHigh: number;
  seedLow: number;
  /** Of the unit before it in its sequence; zeros for none. */
  beforeHigh: number;
  beforeLow: number;
  isFirst: boolean;
}

/** The least sizes of the kinds that are wanted. */
export type BlockSizes = ReadonlyMap<BlockKind, number>;

/**
 * All starts of a file, by kind and unit.
 *
 * @throws RangeError for bytes that are not an element block
 */
export function* blockStarts(elements: Uint8Array, sizes: BlockSizes): Generator<BlockStart> {
  const units = sequenced(decodeUnits(elements));
  for (const [kind, minNodes] of sizes) {
    const hashes = hashesOf(units, kind);
    const { last, high, low } = seedsOf(units, hashes, minNodes);
    for (const [unit, end] of last.entries()) {
      if (end < 0) continue;
      const before = units.previous[unit] ?? -1;
      yield {
        ...{ kind, unit, seedHigh: high[unit] ?? 0, seedLow: low[unit] ?? 0, isFirst: before < 0 },
        beforeHigh: hashes.high[before] ?? 0,
        beforeLow: hashes.low[before] ?? 0,
      };
    }
  }
}
