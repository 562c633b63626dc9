import type { FlatTree, NameTable } from '../flat-tree.ts';
import { grown } from '../grown.ts';
import { LeafTexts } from './leaf-texts.ts';

const FIRST_CAPACITY = 1 << 14;
/** Larger columns are released after use, so that one huge file does not stay in memory. */
const RETAINED_CAPACITY = 1 << 17;

/** Builds the columns of a flat tree; reused for each file. */
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

  /** @param expected number of nodes, so that the columns of a large tree are not copied to larger ones */
  begin(expected = 0): void {
    this.count = 0;
    if (expected > RETAINED_CAPACITY) this.#allocate(expected);
    else if (this.#capacity === 0) this.#allocate(FIRST_CAPACITY);
  }

  /** Ends the use of the last tree. */
  release(): void {
    this.count = 0;
    if (this.#capacity > RETAINED_CAPACITY) this.#allocate(FIRST_CAPACITY);
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

  /**
   * Computes subtree sizes and brokenness from the parents, since a parent always precedes its children.
   * @param texts of the leaves; absent if a leaf's text is its source
   */
  finish(source: string, texts?: LeafTexts): FlatTree {
    const { count, size, parent, broken } = this;
    size.fill(1, 0, count);
    for (let node = count - 1; node > 0; node--) {
      const above = parent[node] ?? 0;
      size[above] = (size[above] ?? 0) + (size[node] ?? 0);
      if (broken[node]) broken[above] = 1;
    }
    return new BuiltTree(this, source, texts);
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

/** The columns of a flat tree. */
export type TreeColumns = Omit<FlatTree, 'source' | 'text'>;

/** One class for all adapters, so that property access stays monomorphic for all languages. */
export class BuiltTree implements FlatTree {
  readonly names: NameTable;
  readonly source: string;
  readonly count: number;
  readonly kind: Uint16Array;
  readonly field: Uint16Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly size: Uint32Array;
  readonly parent: Int32Array;
  readonly broken: Uint8Array;
  readonly #texts: LeafTexts | ReadonlyMap<number, string> | undefined;

  /** @param texts of the leaves, or, in a map, of those whose text is not their source; absent if there are none such */
  constructor(built: TreeColumns, source: string, texts: LeafTexts | ReadonlyMap<number, string> | undefined) {
    this.names = built.names;
    this.source = source;
    this.count = built.count;
    this.kind = built.kind;
    this.field = built.field;
    this.start = built.start;
    this.end = built.end;
    this.size = built.size;
    this.parent = built.parent;
    this.broken = built.broken;
    this.#texts = texts;
  }

  text(node: number): string {
    const texts = this.#texts;
    if (texts instanceof LeafTexts) return texts.of(node);
    if (this.size[node] !== 1) return '';
    return texts?.get(node) ?? this.source.slice(this.start[node], this.end[node]);
  }
}
