import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { HashTable } from '#relate/copies/hash-table.ts';
import { areSimilar } from '#relate/copies/similar-classes.ts';
import { areNested } from '../located.ts';
import type { Comparable, ComparableFile } from './comparable-file.ts';

/** A declaration that is similar to a leader. */
export interface SimilarPair {
  leader: Comparable;
  copy: Comparable;
  /** In thousandths, rounded down. */
  similarity: number;
}

/** Bits of the filter that few hashes of unrelated code pass. */
const FILTER_BITS = 1 << 22;

/**
 * Finds the declarations that are similar to one of some leaders. Of leaders with the same 5-grams only the first one
 * leads, and the others are similar to it.
 */
export class SimilarSearch {
  readonly #leaders: Comparable[] = [];
  readonly #blocks = new LastBlock();
  #smallest = Number.POSITIVE_INFINITY;
  /** Numbers of the leaders' 5-grams. */
  readonly #grams = new HashTable(1 << 12);
  /** By 5-gram: the leaders that have it. */
  readonly #having: number[][] = [];
  readonly #filter = new Uint8Array(FILTER_BITS / 8);
  /** By leader: 5-grams in common with the current declaration. */
  readonly #common: Uint32Array;

  constructor(files: Iterable<ComparableFile>) {
    const known = new Set<string>();
    for (const { declarations, hashes } of files) {
      for (const declaration of declarations) {
        const own = hashes.slice(declaration.from, declaration.to).sort();
        const set = Buffer.from(own.buffer).toString('latin1');
        if (known.has(set)) continue;
        known.add(set);
        this.#add(declaration);
      }
    }
    this.#common = new Uint32Array(this.#leaders.length);
  }

  #add(leader: Comparable): void {
    const number = this.#leaders.push(leader) - 1;
    this.#smallest = Math.min(this.#smallest, leader.to - leader.from);
    const grams = this.#gramsOf(leader);
    for (let gram = 0; gram < grams.size; gram++) {
      const [high, low] = [grams.high(gram), grams.low(gram)];
      const its = this.#grams.number(high, low);
      const having = this.#having[its];
      if (having === undefined) this.#having[its] = [number];
      else having.push(number);
      const bit = low & (FILTER_BITS - 1);
      this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  /** The declarations of the file that are similar to a leader and not nested in it or around it. */
  *similarTo({ declarations, hashes }: ComparableFile): Generator<SimilarPair> {
    for (const copy of declarations) {
      if (!this.#mayBeSimilar(copy, hashes)) continue;
      const size = copy.to - copy.from;
      for (const [number, common] of this.#commonWith(copy)) {
        const leader = this.#leaders[number];
        if (leader === undefined || areNested(leader, copy)) continue;
        const leaderSize = leader.to - leader.from;
        if (!areSimilar(common, size, leaderSize)) continue;
        yield { leader, copy, similarity: Math.floor((1000 * common) / (size + leaderSize - common)) };
      }
    }
  }

  /** Whether enough 5-grams pass the filter to be similar to the smallest leader: true for every similar declaration. */
  #mayBeSimilar({ from, to }: Comparable, hashes: Int32Array): boolean {
    const filter = this.#filter;
    const needed = Math.ceil((to - from + this.#smallest) / 3);
    let passed = 0;
    for (let at = from; at < to && passed < needed && passed + to - at >= needed; at++) {
      const bit = (hashes[at] ?? 0) & (FILTER_BITS - 1);
      if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0) passed++;
    }
    return passed >= needed;
  }

  #commonWith(copy: Comparable): [leader: number, common: number][] {
    const grams = this.#gramsOf(copy);
    const touched: number[] = [];
    for (let gram = 0; gram < grams.size; gram++) {
      const its = this.#grams.find(grams.high(gram), grams.low(gram));
      for (const leader of this.#having[its] ?? []) {
        const before = this.#common[leader] ?? 0;
        if (before === 0) touched.push(leader);
        this.#common[leader] = before + 1;
      }
    }
    const found = touched.map((leader): [number, number] => [leader, this.#common[leader] ?? 0]);
    for (const leader of touched) this.#common[leader] = 0;
    return found;
  }

  #gramsOf({ elements, body }: Comparable): HashTable {
    const block = this.#blocks.of(elements);
    return gramsOf(block, rangeOf(block, body));
  }
}

/** Decodes blocks; declarations come file by file. */
class LastBlock {
  #elements: Uint8Array | undefined;
  #block: ElementBlock | undefined;

  of(elements: Uint8Array): ElementBlock {
    if (this.#block === undefined || this.#elements !== elements) {
      this.#block = decodeElementBlock(elements);
      this.#elements = elements;
    }
    return this.#block;
  }
}
