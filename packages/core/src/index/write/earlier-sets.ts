import { VALUES } from '#relate/copies/gram-order.ts';
import { NumberList } from '#relate/copies/number-list.ts';
import { type PostedSets, readPostedSets } from '../postings/posted-sets.ts';
import { visitPostings } from '../postings/posting-block.ts';
import { postingId } from '../postings/posting-lists.ts';
import type { EarlierRows } from './earlier-rows.ts';
import type { SortedPostings } from './posting-sorter.ts';

const GRAMS = 'SELECT id, data FROM posting_block WHERE id BETWEEN ? AND ? ORDER BY id';

/** A declaration of an unchanged project, in the new index. */
export interface EarlierSet {
  node: number;
  size: number;
  last: number;
}

/** The posted sets of an earlier index that are in the new one, in their order. */
export class EarlierSets {
  readonly #rows: EarlierRows;
  readonly #sets: PostedSets;
  /** By position in the earlier list: the position in the new one, from 1; 0 for those that are not in it. */
  readonly #positions: Uint32Array;
  #next = 0;

  constructor(rows: EarlierRows) {
    this.#rows = rows;
    this.#sets = readPostedSets(rows);
    this.#positions = new Uint32Array(this.#sets.node.length);
  }

  /**
   * Takes the next sets.
   *
   * @param end node of the new index: later ones are not taken
   * @param take adds the set to the new list, and returns its position there
   */
  takeBefore(end: number, take: (set: EarlierSet) => number): void {
    const { node, size, last } = this.#sets;
    for (; this.#next < node.length; this.#next++) {
      const at = this.#next;
      const its = this.#rows.nodeOf(node[at] ?? 0);
      if (its >= end) return;
      if (its > 0) this.#positions[at] = take({ node: its, size: size[at] ?? 0, last: last[at] ?? 0 }) + 1;
    }
  }

  /** The posted 5-grams of all sets that were taken, by positions in the new list. */
  postings(): SortedPostings {
    const starts = new Uint32Array(VALUES + 1);
    const numbers = new NumberList();
    const blocks = this.#rows.all(GRAMS, [postingId('grams', 0), postingId('grams', VALUES - 1)], (row) => ({
      first: row.integer('id') - postingId('grams', 0),
      data: row.bytes('data'),
    }));
    for (const { first, data } of blocks) {
      visitPostings(data, first, VALUES - 1, (value, number) => {
        const position = this.#positions[number] ?? 0;
        if (position === 0) return;
        numbers.push(position - 1);
        starts[value + 1] = (starts[value + 1] ?? 0) + 1;
      });
    }
    for (let value = 0; value < VALUES; value++) starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
    return { starts, numbers: numbers.values };
  }
}
