import { equalLines, type LineRange } from '#relate/align/equal-lines.ts';
import { pause } from '#tree/pause.ts';
import { codeOf, GROUP_KINDS, MATCHES } from '../codes.ts';
import { CountCache } from '../count-cache.ts';
import { leavesOfAll } from '../leaves/leaves.ts';
import { chooseForList } from '../lists/listed-groups.ts';
import type { Row } from '../port.ts';
import { ReadSnapshot } from '../read-snapshot.ts';
import type { Database } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';

const NEAR = codeOf(GROUP_KINDS, 'near');
const EDITED = codeOf(MATCHES, 'edited');

const TABLES = `
  CREATE TABLE temp.shown_group (id INTEGER PRIMARY KEY);
  CREATE TABLE temp.equal_range (file_id INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL);`;

const REPRESENTED = 'SELECT id, contained_in FROM clone_group WHERE contained_in IS NOT NULL';
const SHOWN_NEAR = `
  SELECT clone_group.id FROM temp.shown_group CROSS JOIN clone_group ON clone_group.id = shown_group.id
  WHERE kind = ${NEAR} AND NOT EXISTS (
    SELECT 1 FROM occurrence WHERE group_id = clone_group.id AND occurrence.start_line IS NOT NULL)
  ORDER BY clone_group.id`;
const OCCURRENCES = `
  SELECT node_id, node.file_id, node.start_line, node.end_line, match FROM occurrence JOIN node ON node.id = node_id
  WHERE group_id = ? ORDER BY seq`;

/** Ranges of lines in copies that a list shows, as `file_id`, `first` and `last`. */
export const COPIED_RANGES = `
  SELECT
    node.file_id, coalesce(occurrence.start_line, node.start_line) AS first,
    coalesce(occurrence.end_line, node.end_line) AS last
  FROM temp.shown_group CROSS JOIN clone_group ON clone_group.id = shown_group.id
  CROSS JOIN occurrence ON group_id = clone_group.id CROSS JOIN node ON node.id = node_id
  WHERE clone_group.kind <> ${NEAR} OR occurrence.start_line IS NOT NULL
  UNION ALL SELECT file_id, first, last FROM temp.equal_range`;

/** Occurrences whose leaves are located at once. */
const AT_ONCE = 500;

interface NearOccurrence extends LineRange {
  node: number;
  file: number;
  isEdited: boolean;
}

/**
 * Finds the lines of copies that lists show with no class included: those of the listed groups and of the groups that
 * they represent. Of similar declarations these are the lines that are equal to lines of the first one.
 *
 * @returns integer ids of the listed groups, in their order
 * @throws AnalyzerError `cancelled`
 */
export async function findCopiedLines(
  database: Database,
  statements: Statements,
  signal?: AbortSignal,
): Promise<number[]> {
  database.exec(TABLES);
  const snapshot = new ReadSnapshot('', {
    statements,
    counts: new CountCache(statements),
    hasRowCounts: false,
    guard: (work) => work(),
  });
  const listed = chooseForList(snapshot, Number.POSITIVE_INFINITY, []);
  for (const id of withRepresented(statements, listed)) {
    statements.run('INSERT INTO temp.shown_group VALUES (?)', id);
  }
  const near = statements.all(SHOWN_NEAR, [], (row) => row.integer('id'));
  for (const group of near) {
    await pause(signal);
    writeEqualRanges(statements, snapshot, statements.all(OCCURRENCES, [group], occurrenceOf));
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

function occurrenceOf(row: Row): NearOccurrence {
  return {
    node: row.integer('node_id'),
    file: row.integer('file_id'),
    first: row.integer('start_line'),
    last: row.integer('end_line'),
    isEdited: row.optionalInteger('match') === EDITED,
  };
}

function writeEqualRanges(statements: Statements, snapshot: ReadSnapshot, occurrences: readonly NearOccurrence[]) {
  const write = (file: number, ranges: readonly LineRange[]): void => {
    for (const { first, last } of ranges) {
      statements.run('INSERT INTO temp.equal_range VALUES (?, ?, ?)', file, first, last);
    }
  };
  const [leader, ...others] = occurrences;
  if (leader === undefined) return;
  const leaves = leavesOfAll(snapshot, [leader.node]).leavesOf(leader.node);
  for (let at = 0; at < others.length; at += AT_ONCE) {
    const some = others.slice(at, at + AT_ONCE);
    const { leavesOf } = leavesOfAll(
      snapshot,
      some.map(({ node }) => node),
    );
    for (const other of some) {
      if (!other.isEdited) {
        write(leader.file, [leader]);
        write(other.file, [other]);
        continue;
      }
      const its = leavesOf(other.node);
      if (leaves === undefined || its === undefined) continue;
      const [ofLeader, ofOther] = equalLines({ ...leader, leaves }, { ...other, leaves: its });
      write(leader.file, ofLeader);
      write(other.file, ofOther);
    }
  }
}
