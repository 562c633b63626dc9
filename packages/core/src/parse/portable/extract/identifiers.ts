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
    const resized = (column: Int32Array) => {
      const other = new Int32Array(capacity);
      other.set(column.subarray(0, kept));
      return other;
    };
    this.from = resized(this.from);
    this.to = resized(this.to);
    this.spelling = resized(this.spelling);
    this.node = resized(this.node);
    this.leaf = resized(this.leaf);
    const role = new Uint8Array(capacity);
    role.set(this.role.subarray(0, kept));
    this.role = role;
  }
}
