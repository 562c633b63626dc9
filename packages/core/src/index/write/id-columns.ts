/** What an integer in a row of a project refers to: ids of the index, which depend on the projects before. */
export type IdOwner = 'project' | 'node' | 'cycle';

const BY_COLUMN: Readonly<Record<string, IdOwner>> = {
  project_id: 'project',
  node_id: 'node',
  last_node_id: 'node',
  file_id: 'node',
  first_file_id: 'node',
  parent_id: 'node',
  from_id: 'node',
  to_id: 'node',
  target_id: 'node',
  cycle_id: 'cycle',
};
/** The id of a row is that of a node. */
const NODES: ReadonlySet<string> = new Set(['node', 'file']);

/** @returns undefined for a column without ids that depend on other projects */
export function idOwner(table: string, column: string): IdOwner | undefined {
  return column === 'id' && NODES.has(table) ? 'node' : BY_COLUMN[column];
}
