import { VALUES } from '#relate/copies/gram-order.ts';
import { NumberList } from '#relate/copies/number-list.ts';
import { encodePostings } from '../postings/posting-block.ts';

/** Postings that are sorted at once. */
const CHUNK = 1 << 20;
/** A block ends after so many postings, at the end of a value: a lookup decodes half a block. */
const BLOCK = 256;

interface Chunk {
  /** By value: where its numbers start; one more at the end. */
  starts: Uint32Array;
  numbers: Uint32Array;
}

/** Sorts postings by value. Numbers must be added in ascending order. */
export class PostingSorter {
  readonly #chunks: Chunk[] = [];
  readonly #values = new Uint16Array(CHUNK);
  readonly #numbers = new Uint32Array(CHUNK);
  #length = 0;
  #universe = 1;

  add(value: number, number: number): void {
    if (this.#length === CHUNK) this.#sort();
    this.#values[this.#length] = value;
    this.#numbers[this.#length++] = number;
    this.#universe = number + 1;
  }

  /** All postings in encoded blocks, by their first value. */
  *blocks(): Generator<{ first: number; data: Uint8Array }> {
    this.#sort();
    const [values, numbers] = [new NumberList(), new NumberList()];
    const finish = () => {
      const first = values.values[0] ?? 0;
      const postings = { values: values.values, numbers: numbers.values, length: values.length };
      const data = encodePostings(postings, first, this.#universe);
      values.length = 0;
      numbers.length = 0;
      return { first, data };
    };
    for (let value = 0; value < VALUES; value++) {
      if (values.length >= BLOCK) yield finish();
      for (const { starts, numbers: sorted } of this.#chunks) {
        for (let at = starts[value] ?? 0; at < (starts[value + 1] ?? 0); at++) {
          values.push(value);
          numbers.push(sorted[at] ?? 0);
        }
      }
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
