import type { FlatTree, NameTable } from '../flat-tree.ts';

const FIRST_CAPACITY = 1 << 14;
/** Columns above this many nodes are given back after use, so that one huge file does not stay in memory. */
const KEPT_CAPACITY = 1 << 20;

/** Grows the columns of a flat tree; used again for each file. */
export class TreeBuilder {
  readonly names: NameTable;
  count = 0;
  kind = new Uint16Array(0);
  field = new Uint16Array(0);
  start = new Uint32Array(0);
  end = new Uint32Array(0);
  size = new Uint32Array(0);
  parent = new Int32Array(0);
  broken = new Uint8Array(0);
  #capacity = 0;

  constructor(names: NameTable) {
    this.names = names;
  }

  begin(): void {
    this.count = 0;
    if (this.#capacity === 0 || this.#capacity > KEPT_CAPACITY) this.#allocate(FIRST_CAPACITY);
  }

  push(kind: number, field: number, start: number, end: number, parent: number): number {
    const node = this.count++;
    if (node === this.#capacity) this.#allocate(this.#capacity * 2);
    this.kind[node] = kind;
    this.field[node] = field;
    this.start[node] = start;
    this.end[node] = end;
    this.parent[node] = parent;
    this.broken[node] = 0;
    return node;
  }

  /** Subtree sizes and brokenness follow from the parents, since a parent always comes before its children. */
  finish(source: string, text: (node: number) => string): FlatTree {
    const { count, kind, field, start, end, size, parent, broken, names } = this;
    size.fill(1, 0, count);
    for (let node = count - 1; node > 0; node--) {
      const above = parent[node] ?? 0;
      size[above] = (size[above] ?? 0) + (size[node] ?? 0);
      if (broken[node]) broken[above] = 1;
    }
    return { names, source, count, kind, field, start, end, size, parent, broken, text };
  }

  #allocate(capacity: number): void {
    const keep = Math.min(this.count, this.#capacity);
    this.kind = grown(Uint16Array, this.kind, keep, capacity);
    this.field = grown(Uint16Array, this.field, keep, capacity);
    this.start = grown(Uint32Array, this.start, keep, capacity);
    this.end = grown(Uint32Array, this.end, keep, capacity);
    this.size = grown(Uint32Array, this.size, keep, capacity);
    this.parent = grown(Int32Array, this.parent, keep, capacity);
    this.broken = grown(Uint8Array, this.broken, keep, capacity);
    this.#capacity = capacity;
  }
}

interface Column<T> {
  subarray(from: number, to: number): T;
  set(values: T): void;
}

function grown<T extends Column<T>>(make: new (length: number) => T, column: T, keep: number, capacity: number): T {
  const larger = new make(capacity);
  larger.set(column.subarray(0, keep));
  return larger;
}
