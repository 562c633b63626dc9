import type { BlockKind } from './seeds.ts';
import type { RepeatedStart } from './segments.ts';

const [MIN_CELLS, MAX_CELLS, CELLS_OF_START] = [2 ** 10, 2 ** 26, 8];

/**
 * Counts pairs of seeds of successive units up to two, in a table without keys of at most 64 MiB: a pair that occurs twice
 * is never counted as one, but one that occurs once can share a cell with others (counting filter; Fan et al. 1998).
 */
export class PairCounts {
  readonly #cells: Uint8Array;

  /** @param starts about the number of pairs */
  constructor(starts: number) {
    const cells = 2 ** Math.ceil(Math.log2(Math.max(1, starts * CELLS_OF_START)));
    this.#cells = new Uint8Array(Math.min(MAX_CELLS, Math.max(MIN_CELLS, cells)));
  }

  /** @param starts all repeated starts of a file */
  add(kind: BlockKind, { next }: { next: Int32Array }, starts: readonly RepeatedStart[]): void {
    const seedOf = new Map(starts.map(({ unit, seed }) => [unit, seed]));
    for (const { unit, seed } of starts) {
      const after = seedOf.get(next[unit] ?? -1);
      if (after === undefined) continue;
      const cell = this.#cell(kind, seed, after);
      if ((this.#cells[cell] ?? 0) < 2) this.#cells[cell] = (this.#cells[cell] ?? 0) + 1;
    }
  }

  isRepeated(kind: BlockKind, seed: bigint, after: bigint): boolean {
    return (this.#cells[this.#cell(kind, seed, after)] ?? 0) > 1;
  }

  #cell(kind: BlockKind, seed: bigint, after: bigint): number {
    const [one, other] = [Number(BigInt.asIntN(32, seed)), Number(BigInt.asIntN(32, after))];
    let bits = Math.imul(one ^ kind.length, 0x9e3779b1) ^ Math.imul(other, 0xc2b2ae35);
    bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
    return ((bits ^ (bits >>> 13)) >>> 0) & (this.#cells.length - 1);
  }
}
