import { VALUES } from '#relate/copies/gram-order.ts';
import { NumberList } from '#relate/copies/number-list.ts';
import { encodePostings, POSTINGS_OF_BLOCK } from '../postings/posting-block.ts';

/** Postings that are sorted at once. */
const CHUNK = 1 << 20;

/** Postings in their order. */
export interface SortedPostings {
  /** By value: where its numbers start; one more at the end. */
  starts: Uint32Array;
  numbers: ArrayLike<number>;
}

const NONE: SortedPostings = { starts: new Uint32Array(0), numbers: [] };

/** Sorts postings by value. Numbers must be added in ascending order. */
export class PostingSorter {
  readonly #chunks: SortedPostings[] = [];
  readonly #values = new Uint16Array(CHUNK);
  readonly #numbers = new Uint32Array(CHUNK);
  #length = 0;

  add(value: number, number: number): void {
    if (this.#length === CHUNK) this.#sort();
    this.#values[this.#length] = value;
    this.#numbers[this.#length++] = number;
  }

  /** Adds a number with several values, in any order. */
  addAll(values: Uint16Array, number: number): void {
    for (let from = 0; from < values.length; ) {
      if (this.#length === CHUNK) this.#sort();
      const part = values.subarray(from, from + CHUNK - this.#length);
      this.#values.set(part, this.#length);
      this.#numbers.fill(number, this.#length, this.#length + part.length);
      this.#length += part.length;
      from += part.length;
    }
  }

  /**
   * All postings in encoded blocks, by their first value.
   *
   * @param universe greater than all numbers
   * @param others with numbers that were not added
   */
  *blocks(universe: number, others: SortedPostings = NONE): Generator<{ first: number; data: Uint8Array }> {
    this.#sort();
    const [values, numbers] = [new NumberList(), new NumberList()];
    const finish = () => {
      const first = values.values[0] ?? 0;
      const postings = { values: values.values, numbers: numbers.values, length: values.length };
      const data = encodePostings(postings, first, universe);
      values.length = 0;
      numbers.length = 0;
      return { first, data };
    };
    for (let value = 0; value < VALUES; value++) {
      if (values.length >= POSTINGS_OF_BLOCK) yield finish();
      let next = others.starts[value] ?? 0;
      const end = others.starts[value + 1] ?? 0;
      const add = (number: number) => {
        values.push(value);
        numbers.push(number);
      };
      for (const { starts, numbers: sorted } of this.#chunks) {
        for (let at = starts[value] ?? 0; at < (starts[value + 1] ?? 0); at++) {
          const number = sorted[at] ?? 0;
          for (; next < end && (others.numbers[next] ?? 0) < number; next++) add(others.numbers[next] ?? 0);
          add(number);
        }
      }
      for (; next < end; next++) add(others.numbers[next] ?? 0);
    }
    if (values.length > 0) yield finish();
  }

  /** Counting sort: numbers of a value keep their order. */
  #sort(): void {
    if (this.#length === 0) return;
    const values = this.#values.subarray(0, this.#length);
    const starts = new Uint32Array(VALUES + 1);
    for (const value of values) starts[value + 1] = (starts[value + 1] ?? 0) + 1;
    for (let value = 0; value < VALUES; value++) starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
    const next = starts.slice();
    const numbers = new Uint32Array(this.#length);
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      const to = next[value] ?? 0;
      numbers[to] = this.#numbers[at] ?? 0;
      next[value] = to + 1;
    }
    this.#chunks.push({ starts, numbers });
    this.#length = 0;
  }
}
