import { grown } from '../grown.ts';

const FIRST_CAPACITY = 1 << 10;
/** Larger columns are released after use. */
const RETAINED_CAPACITY = 1 << 16;

/** The identifiers of a stream, in order, in columns. */
export class Identifiers {
  count = 0;
  from = new Int32Array(FIRST_CAPACITY);
  to = new Int32Array(FIRST_CAPACITY);
  role = new Uint8Array(FIRST_CAPACITY);
  /** Number of the spelling, dense from 0. */
  spelling = new Int32Array(FIRST_CAPACITY);
  node = new Int32Array(FIRST_CAPACITY);
  /** Index among the leaves; only if leaves are collected. */
  leaf = new Int32Array(FIRST_CAPACITY);
  readonly #spellings = new Map<string, number>();

  begin(): void {
    this.count = 0;
    this.#spellings.clear();
    if (this.from.length > RETAINED_CAPACITY) this.#resize(FIRST_CAPACITY);
  }

  /** Number of spellings. */
  get spellings(): number {
    return this.#spellings.size;
  }

  spellingOf(text: string): number | undefined {
    return this.#spellings.get(text);
  }

  push(role: number, text: string, node: number, from: number, to: number, leaf: number): void {
    let spelling = this.#spellings.get(text);
    if (spelling === undefined) {
      spelling = this.#spellings.size;
      this.#spellings.set(text, spelling);
    }
    const at = this.count++;
    if (at === this.from.length) this.#resize(at * 2);
    this.from[at] = from;
    this.to[at] = to;
    this.role[at] = role;
    this.spelling[at] = spelling;
    this.node[at] = node;
    this.leaf[at] = leaf;
  }

  #resize(capacity: number): void {
    const kept = Math.min(capacity, this.from.length);
    this.from = grown(Int32Array, this.from, kept, capacity);
    this.to = grown(Int32Array, this.to, kept, capacity);
    this.role = grown(Uint8Array, this.role, kept, capacity);
    this.spelling = grown(Int32Array, this.spelling, kept, capacity);
    this.node = grown(Int32Array, this.node, kept, capacity);
    this.leaf = grown(Int32Array, this.leaf, kept, capacity);
  }
}
