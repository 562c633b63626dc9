import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { HashTable } from '#relate/copies/hash-table.ts';
import { areSimilar } from '#relate/copies/similar-classes.ts';
import { areNested } from '../located.ts';
import { type Comparable, sizeOf } from './comparable.ts';
import type { KnownPairs } from './known-pairs.ts';
import { SimilarFilter } from './similar-filter.ts';

/** A declaration that is similar to a leader; neither contains the other. */
export interface SimilarPair {
  leader: Comparable;
  copy: Comparable;
  /** In thousandths, rounded down. */
  similarity: number;
}

/** Finds the declarations that are similar to one of some leaders. Halves of hashes decide which pairs are compared. */
export class SimilarSearch {
  readonly #leaders: Comparable[] = [];
  /** By leader; undefined before the first comparison. */
  readonly #leaderGrams: (HashTable | undefined)[] = [];
  readonly #leaderBlocks = new LastBlock();
  readonly #blocks = new LastBlock();
  /** Numbers of the lower halves of the leaders' hashes. */
  readonly #halves = new HashTable(1 << 12);
  /** By half: the leaders that have it. */
  readonly #having: number[][] = [];
  readonly #filter: SimilarFilter;
  /** By leader: halves in common with the current declaration. */
  readonly #common: Uint32Array;

  /** @param possible leaders: all that will be added */
  constructor(possible: readonly Comparable[]) {
    this.#common = new Uint32Array(possible.length);
    this.#filter = new SimilarFilter(possible);
  }

  /** A search for the declarations that are similar to all of these. */
  static of(leaders: readonly Comparable[]): SimilarSearch {
    const search = new SimilarSearch(leaders);
    for (const leader of leaders) search.add(leader);
    return search;
  }

  add(leader: Comparable): void {
    const number = this.#leaders.length;
    this.#leaders.push(leader);
    this.#filter.add(leader);
    for (let at = leader.from; at < leader.to; at++) {
      const half = leader.halves[at] ?? 0;
      const its = this.#halves.number(0, half);
      const having = this.#having[its];
      if (having === undefined) this.#having[its] = [number];
      else if (having.at(-1) !== number) having.push(number);
    }
  }

  /**
   * The similar declarations of one file.
   *
   * @param known pairs of earlier searches
   */
  *pairsWith(declarations: readonly Comparable[], known?: KnownPairs): Generator<SimilarPair> {
    for (const copy of declarations) {
      if (!this.#filter.mayBeSimilar(copy)) continue;
      let copyGrams: HashTable | undefined;
      for (const number of this.#candidates(copy)) {
        const leader = this.#leaders[number];
        if (leader === undefined || areNested(leader, copy)) continue;
        const compare = () => {
          copyGrams ??= gramsIn(copy, this.#blocks);
          const leaderGrams = this.#leaderGrams[number] ?? gramsIn(leader, this.#leaderBlocks);
          this.#leaderGrams[number] = leaderGrams;
          return similarityOf(copyGrams, leaderGrams);
        };
        const similarity = known === undefined ? compare() : known.of(leader, copy, compare);
        if (similarity !== undefined) yield { leader, copy, similarity };
      }
    }
  }

  /** The leaders with enough halves in common: at least those that are similar. */
  #candidates({ halves, from, to }: Comparable): number[] {
    const touched: number[] = [];
    const common = this.#common;
    for (let at = from; at < to; at++) {
      const its = this.#halves.find(0, halves[at] ?? 0);
      if (its < 0) continue;
      for (const leader of this.#having[its] ?? []) {
        const before = common[leader] ?? 0;
        if (before === 0) touched.push(leader);
        common[leader] = before + 1;
      }
    }
    const found = touched.filter((leader) => {
      const its = this.#leaders[leader];
      return its !== undefined && areSimilar(common[leader] ?? 0, to - from, sizeOf(its));
    });
    for (const leader of touched) common[leader] = 0;
    return found;
  }
}

function gramsIn(declaration: Comparable, blocks: LastBlock): HashTable {
  const block = blocks.of(declaration.elements);
  return gramsOf(block, declaration.range, undefined, sizeOf(declaration));
}

/** In thousandths, rounded down; undefined if the two are not similar. */
function similarityOf(one: HashTable, other: HashTable): number | undefined {
  let common = 0;
  for (let gram = 0; gram < one.size; gram++) if (other.find(one.high(gram), one.low(gram)) >= 0) common++;
  if (!areSimilar(common, one.size, other.size)) return undefined;
  return Math.floor((1000 * common) / (one.size + other.size - common));
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
