import type { Snapshot } from '#index/port.ts';

/** The languages of an index by name, and the position of each in that list. */
export class Languages {
  readonly names: readonly string[];
  readonly #indices: ReadonlyMap<number, number>;
  readonly #byName: ReadonlyMap<string, number>;

  constructor(snapshot: Snapshot) {
    const rows = snapshot.all('SELECT id, name FROM language ORDER BY name', [], (row) => ({
      id: row.integer('id'),
      name: row.text('name'),
    }));
    this.names = rows.map(({ name }) => name);
    this.#indices = new Map(rows.map(({ id }, index) => [id, index]));
    this.#byName = new Map(rows.map(({ name }, index) => [name, index]));
  }

  /** @param id of the index; -1 for none */
  indexOfId(id: number | undefined): number {
    return id === undefined ? -1 : (this.#indices.get(id) ?? -1);
  }

  indexOf(name: string): number {
    return this.#byName.get(name) ?? -1;
  }
}
