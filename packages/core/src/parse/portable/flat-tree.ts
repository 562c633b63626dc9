/**
 * The form of a syntax tree after the adapters: columns in pre-order. A node is its index; its children follow it,
 * `next = child + size[child]`. Kind and field ids are indices into `names` (one table per language, so that compiled
 * language data can be looked up by id). A leading `'` marks an anonymous token of tree-sitter (`'(`, `'def`).
 *
 * ESTree: a node has its `type` as kind; a list is one `[]` node, an object without `type` one `{}` node, null an
 * empty leaf of kind `null`, a scalar a leaf of kind `scalar` with its JSON text. The key is the field; list items
 * have none. tree-sitter: every node, named or not; source that no child of an inner node covers is a leaf `~`.
 *
 * The columns are views of buffers that the next parse of the same adapter overwrites.
 */
export interface FlatTree {
  readonly names: NameTable;
  /** The decoded text without BOM; positions count its UTF-16 units. */
  readonly source: string;
  readonly count: number;
  readonly kind: Uint16Array;
  /** 0 for none. */
  readonly field: Uint16Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** Number of nodes of the subtree, including the node itself. */
  readonly size: Uint32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  /** 1 if the node is an error, is missing, or contains such a node. */
  readonly broken: Uint8Array;
  /** The text of a leaf; empty for an inner node. */
  text(node: number): string;
}

/** Interns kind and field names. Id 0 is the empty name. */
export class NameTable {
  readonly list: string[] = [''];
  readonly #ids = new Map<string, number>([['', 0]]);

  id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.list.length;
      this.list.push(name);
      this.#ids.set(name, id);
    }
    return id;
  }

  name(id: number): string {
    return this.list[id] ?? '';
  }
}
