import type { Snapshot } from '#index/port.ts';
import type { PostedSets } from '#index/postings/posted-sets.ts';
import { visitPosted } from '#index/postings/posting-lists.ts';
import { NumberList } from '#relate/copies/number-list.ts';

/** Numbers of lists in memory for one connection: 16 MB. */
const MAX_CACHED_NUMBERS = 4 * 1024 * 1024;

/** The sets of an index by the values of their 5-grams. The lists of lately asked values are in memory. */
export class PostedGrams {
  /** By value, least recently used first. */
  readonly #lists = new Map<number, Uint32Array>();
  #numbers = 0;

  /**
   * The positions of the sets that each value is posted for, ascending; a position is repeated if several 5-grams of the set
   * have the value.
   *
   * @param values ascending, each once
   */
  lists(snapshot: Snapshot, values: readonly number[]): Map<number, Uint32Array> {
    const found = new Map<number, Uint32Array>();
    const unread: number[] = [];
    for (const value of values) {
      const known = this.#lists.get(value);
      if (known === undefined) {
        unread.push(value);
        continue;
      }
      this.#lists.delete(value);
      this.#lists.set(value, known);
      found.set(value, known);
    }
    for (const [value, list] of readLists(snapshot, unread)) {
      found.set(value, list);
      this.#lists.set(value, list);
      this.#numbers += list.length;
    }
    for (const [value, { length }] of this.#lists) {
      if (this.#numbers <= MAX_CACHED_NUMBERS) break;
      this.#lists.delete(value);
      this.#numbers -= length;
    }
    return found;
  }
}

function readLists(snapshot: Snapshot, values: readonly number[]): Map<number, Uint32Array> {
  const lists = new Map(values.map((value) => [value, new Uint32Array(0)]));
  const list = new NumberList();
  let open = -1;
  const close = () => {
    if (open >= 0) lists.set(open, list.values.slice());
    list.length = 0;
  };
  visitPosted(snapshot, 'grams', values, (value, set) => {
    if (value !== open) close();
    open = value;
    list.push(set);
  });
  close();
  return lists;
}

/** By number of different 5-grams: the greatest posted value of the sets of that size. */
export function greatestOfSizes({ size, last }: PostedSets): Int32Array {
  const greatest = new Int32Array(size.reduce((most, its) => Math.max(most, its), 0) + 1).fill(-1);
  for (let at = 0; at < size.length; at++) {
    const its = size[at] ?? 0;
    greatest[its] = Math.max(greatest[its] ?? -1, last[at] ?? 0);
  }
  return greatest;
}
