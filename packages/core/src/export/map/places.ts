import { codeOf, NODE_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';

const FILE = codeOf(NODE_KINDS, 'file');

/**
 * Where the nodes of the index stand in the columns of the map: files first, then declarations, both in the order of
 * the index.
 */
export class Places {
  readonly files: number;
  readonly declarations: number;
  /** By node id: its place among all nodes of the map, -1 for none. */
  readonly #places: Int32Array;

  /** @param keeps whether a declaration, by its node id, is in the map */
  constructor(snapshot: Snapshot, keeps: (node: number) => boolean = () => true) {
    this.files = snapshot.first('SELECT count(*) AS n FROM file', [], (row) => row.integer('n')) ?? 0;
    const last = 'SELECT coalesce(max(last_node_id), 0) AS last FROM project';
    this.#places = new Int32Array((snapshot.first(last, [], (row) => row.integer('last')) ?? 0) + 1).fill(-1);
    let file = 0;
    let declaration = 0;
    const nodes = snapshot.iterate('SELECT id, kind FROM node WHERE kind >= ? ORDER BY id', [FILE], (row) => ({
      id: row.integer('id'),
      isFile: row.integer('kind') === FILE,
    }));
    for (const { id, isFile } of nodes) {
      if (isFile) this.#places[id] = file++;
      else if (keeps(id)) this.#places[id] = this.files + declaration++;
    }
    this.declarations = declaration;
  }

  /** Among all nodes of the map; -1 when it is not there. */
  of(node: number): number {
    return this.#places[node] ?? -1;
  }

  /** Among the declarations; -1 when it is not there. */
  declaration(node: number): number {
    return Math.max(-1, this.of(node) - this.files);
  }
}
