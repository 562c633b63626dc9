import type { Snapshot } from '#index/port.ts';

/**
 * Maps nodes of the index to rows of the map: files first, then declarations, both in the order of the index.
 */
export class MapIndices {
  readonly files: number;
  readonly declarations: number;
  /** By node id: the row among all nodes of the map, -1 for none. */
  readonly #rows: Int32Array;

  /** @param keeps whether a declaration, by its node id, is in the map */
  constructor(snapshot: Snapshot, keeps: (node: number) => boolean = () => true) {
    const files = snapshot.all('SELECT id, last_node_id FROM file ORDER BY id', [], (row) => ({
      id: row.integer('id'),
      last: row.integer('last_node_id'),
    }));
    this.files = files.length;
    this.#rows = new Int32Array((files.at(-1)?.last ?? 0) + 1).fill(-1);
    let declaration = 0;
    for (const [file, { id, last }] of files.entries()) {
      this.#rows[id] = file;
      for (let node = id + 1; node <= last; node++) {
        if (keeps(node)) this.#rows[node] = this.files + declaration++;
      }
    }
    this.declarations = declaration;
  }

  /** The largest node id. */
  get lastNode(): number {
    return this.#rows.length - 1;
  }

  /** Row among all nodes of the map; -1 if it is not in the map. */
  of(node: number): number {
    return this.#rows[node] ?? -1;
  }

  /** Row among the declarations; -1 if it is not in the map. */
  declaration(node: number): number {
    return Math.max(-1, this.of(node) - this.files);
  }
}
