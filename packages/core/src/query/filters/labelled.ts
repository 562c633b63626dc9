import type { Snapshot } from '#index/port.ts';
import type { Range } from './scope.ts';

/** A path that begins with the label of its project. */
export interface Labelled {
  /** Of the project, twice. */
  range: Range;
  /** Relative to the project; not empty. */
  path: string;
}

const PROJECTS = 'SELECT id, label FROM project WHERE id BETWEEN ? AND ?';

/** A path such as `shop/src/cart.py`, of the project with the longest label; undefined if no label begins it. */
export function labelledPath(snapshot: Snapshot, projects: Range, given: string): Labelled | undefined {
  if (!given.includes('/')) return undefined;
  const rows = snapshot.all(PROJECTS, [...projects], (row) => ({ id: row.integer('id'), label: row.text('label') }));
  const [own] = rows
    .filter(({ label }) => given.startsWith(`${label}/`) && given.length > label.length + 1)
    .sort((a, b) => b.label.length - a.label.length);
  return own && { range: [own.id, own.id], path: given.slice(own.label.length + 1) };
}
