import { HashTable } from '#relate/copies/hash-table.ts';
import { BLOCK_KINDS, type BlockKind } from './seeds.ts';

/** The number of units in the segments of each class, with about 30 bytes for a class. */
export class ClassSizes {
  readonly #tables = new Map(BLOCK_KINDS.map((kind) => [kind, { numbers: new HashTable(0), sizes: [] as number[] }]));

  /** @returns the number of units that the class has so far */
  add(kind: BlockKind, seed: bigint, units: number): number {
    const its = this.#tables.get(kind);
    if (its === undefined) throw new RangeError(`no kind ${kind}`);
    const number = its.numbers.number(...halves(seed));
    const size = (its.sizes[number] ?? 0) + units;
    its.sizes[number] = size;
    return size;
  }

  of(kind: BlockKind, seed: bigint): number {
    const its = this.#tables.get(kind);
    return its?.sizes[its.numbers.find(...halves(seed))] ?? 0;
  }

  /** The sizes above a bound. */
  above(most: number): number[] {
    return [...this.#tables.values()].flatMap(({ sizes }) => sizes.filter((size) => size > most));
  }
}

function halves(seed: bigint): [high: number, low: number] {
  return [Number(BigInt.asIntN(32, seed >> 32n)), Number(BigInt.asIntN(32, seed))];
}
