import type { Snapshot } from '#index/port.ts';

/** Ids of projects can have gaps. An index does not change while it is open. */
const ROWS = new WeakMap<object, ReadonlyMap<number, number>>();

/** @returns the row of a project in the map by its id; -1 for none */
export function projectRows(snapshot: Snapshot): (project: number) => number {
  let rows = ROWS.get(snapshot.connection);
  if (rows === undefined) {
    const ids = snapshot.all('SELECT id FROM project ORDER BY id', [], (row) => row.integer('id'));
    rows = new Map(ids.map((id, at) => [id, at]));
    ROWS.set(snapshot.connection, rows);
  }
  const known = rows;
  return (project) => known.get(project) ?? -1;
}
