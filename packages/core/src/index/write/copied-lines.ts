import { chooseForList } from '../lists/listed-groups.ts';
import { ReadSnapshot, readsOf } from '../read-snapshot.ts';
import type { Database } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';

const REPRESENTED = 'SELECT id, contained_in FROM clone_group WHERE contained_in IS NOT NULL';
/** Ranges of lines in copies that a list shows, as `file_id`, `first` and `last`. */
export const COPIED_RANGES = `
  SELECT
    node.file_id, coalesce(occurrence.start_line, node.start_line) AS first,
    coalesce(occurrence.end_line, node.end_line) AS last
  FROM temp.shown_group CROSS JOIN occurrence ON group_id = shown_group.id CROSS JOIN node ON node.id = node_id`;

/**
 * Finds the copies that lists show with no class included: the listed groups and the groups that they represent.
 *
 * @returns integer ids of the listed groups, in their order
 */
export function findShownGroups(database: Database, statements: Statements): number[] {
  database.exec('CREATE TABLE temp.shown_group (id INTEGER PRIMARY KEY)');
  const snapshot = new ReadSnapshot('', {
    ...readsOf(statements),
    hasRowCounts: false,
    guard: (work) => work(),
  });
  const listed = chooseForList(snapshot, Number.POSITIVE_INFINITY, []);
  for (const id of withRepresented(statements, listed)) {
    statements.run('INSERT INTO temp.shown_group VALUES (?)', id);
  }
  return listed;
}

function withRepresented(statements: Statements, listed: readonly number[]): Set<number> {
  const holders = new Map(
    statements.all(REPRESENTED, [], (row) => [row.integer('id'), row.integer('contained_in')] as const),
  );
  const shown = new Set(listed);
  const isShown = (id: number): boolean => {
    if (shown.has(id)) return true;
    const holder = holders.get(id);
    return holder !== undefined && isShown(holder);
  };
  for (const id of holders.keys()) if (isShown(id)) shown.add(id);
  return shown;
}
