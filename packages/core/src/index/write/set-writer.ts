import { encodePostedSets, SETS_OF_BLOCK } from '../postings/posted-sets.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { EarlierSet, EarlierSets } from './earlier-sets.ts';
import { PostingSorter } from './posting-sorter.ts';
import { Table } from './table.ts';

/** A row of `posted_set_block`. */
interface SetBlock {
  first_set: number;
  sets: number;
  data: Uint8Array;
}

/** Collects the posted sets of a new index, in the order of nodes, with those of the earlier one between them. */
export class SetWriter {
  readonly #postings = new PostingSorter();
  readonly #statements: Statements;
  readonly #earlier: EarlierSets;
  readonly #blocks: SetBlock[] = [];
  #written = 0;
  #open: { node: number[]; size: number[]; last: number[] } = { node: [], size: [], last: [] };

  constructor(statements: Statements, earlier: EarlierSets) {
    this.#statements = statements;
    this.#earlier = earlier;
  }

  /**
   * Adds a set, after those of the earlier index that are before it.
   *
   * @param posted values of its 5-grams
   */
  add(set: EarlierSet, posted: Uint16Array): void {
    this.#takeBefore(set.node);
    this.#postings.addAll(posted, this.#written);
    this.#addSet(set);
  }

  /** All sets are added, except those of the earlier index after them. */
  finish(): void {
    this.#takeBefore(Number.POSITIVE_INFINITY);
    this.#finishBlock();
    const table = new Table(this.#statements, 'posted_set_block', ['first_set', 'sets', 'data']);
    for (const block of this.#blocks) table.insert(block);
  }

  /** The posted 5-grams of all sets. */
  blocks() {
    return this.#postings.blocks(this.#written, this.#earlier.postings());
  }

  #takeBefore(end: number): void {
    this.#earlier.takeBefore(end, (set) => this.#addSet(set));
  }

  /** @returns its position */
  #addSet({ node, size, last }: EarlierSet): number {
    this.#open.node.push(node);
    this.#open.size.push(size);
    this.#open.last.push(last);
    if (++this.#written % SETS_OF_BLOCK === 0) this.#finishBlock();
    return this.#written - 1;
  }

  #finishBlock(): void {
    const { node, size, last } = this.#open;
    if (node.length === 0) return;
    const sets = { node: Uint32Array.from(node), size: Uint32Array.from(size), last: Uint16Array.from(last) };
    this.#blocks.push({ first_set: this.#written - node.length, sets: node.length, data: encodePostedSets(sets) });
    this.#open = { node: [], size: [], last: [] };
  }
}
