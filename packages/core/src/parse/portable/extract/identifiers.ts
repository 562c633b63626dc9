/** The identifiers of a stream, in order, in columns. */
export class Identifiers {
  count = 0;
  from = new Int32Array(1 << 10);
  to = new Int32Array(1 << 10);
  role = new Uint8Array(1 << 10);
  /** Number of the spelling, dense from 0. */
  spelling = new Int32Array(1 << 10);
  node = new Int32Array(1 << 10);
  /** Index among the leaves; only if leaves are collected. */
  leaf = new Int32Array(1 << 10);
  readonly #spellings = new Map<string, number>();

  begin(): void {
    this.count = 0;
    this.#spellings.clear();
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
    if (at === this.from.length) this.#grow(at * 2);
    this.from[at] = from;
    this.to[at] = to;
    this.role[at] = role;
    this.spelling[at] = spelling;
    this.node[at] = node;
    this.leaf[at] = leaf;
  }

  #grow(capacity: number): void {
    this.from = grown(this.from, capacity);
    this.to = grown(this.to, capacity);
    this.spelling = grown(this.spelling, capacity);
    this.node = grown(this.node, capacity);
    this.leaf = grown(this.leaf, capacity);
    const role = new Uint8Array(capacity);
    role.set(this.role);
    this.role = role;
  }
}

function grown(column: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(column);
  return larger;
}
