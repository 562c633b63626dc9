import type { MapAge } from '@analyzer/contracts/pages/map';
import type { Row, Snapshot } from '#index/port.ts';

const GROUP = `
  SELECT its.together, its.apart, its.differ, its.first, history_commit.hash, history_commit.date
  FROM group_age AS its LEFT JOIN history_commit ON history_commit.id = its.since_id WHERE its.group_id = ?`;
const COPIES = `
  SELECT occurrence.node_id, coalesce(occurrence.start_line, 0) AS line, its.seq, its.uncommitted, history_commit.hash,
    history_commit.date, history_commit.subject
  FROM copy_age AS its
  JOIN occurrence ON occurrence.group_id = its.group_id AND occurrence.seq = its.seq
  LEFT JOIN history_commit ON history_commit.id = its.came_id
  WHERE its.group_id = ? ORDER BY its.seq`;

/** An occurrence that the map shows. */
interface ShownCopy {
  node: number;
  /** First line of a block; 0 of a declaration. */
  line: number;
}

/**
 * When the shown copies of a group came.
 *
 * @param group its integer id
 * @returns undefined for an index without a history, and for groups that lists do not show
 */
export function ageOf(snapshot: Snapshot, group: number, copies: readonly ShownCopy[]): MapAge | undefined {
  const found = snapshot.first(GROUP, [group], (row) => ({ first: row.optionalInteger('first'), age: ageIn(row) }));
  if (found === undefined) return undefined;
  const rows = new Map(snapshot.all(COPIES, [group], (row) => [keyOf(row), cameIn(row)] as const));
  const came = copies.map(({ node, line }) => rows.get(`${node} ${line}`) ?? OLDER);
  const first = came.findIndex(({ seq }) => seq === found.first);
  return {
    ...found.age,
    ...(found.first !== undefined && first >= 0 && { first }),
    commit: came.map(({ commit }) => commit),
    date: came.map(({ date }) => date),
    subject: came.map(({ subject }) => subject),
  };
}

const OLDER = { seq: -1, commit: '', date: '', subject: '' };

function keyOf(row: Row): string {
  return `${row.integer('node_id')} ${row.integer('line')}`;
}

function cameIn(row: Row): typeof OLDER {
  const commit = row.optionalText('hash') ?? (row.flag('uncommitted') ? 'uncommitted' : '');
  const [date = '', subject = ''] = [row.optionalText('date'), row.optionalText('subject')];
  return { seq: row.integer('seq'), commit, date, subject };
}

function ageIn(row: Row): Pick<MapAge, 'together' | 'apart' | 'differ' | 'since'> {
  const [together, apart, differ] = ['together', 'apart', 'differ'].map((column) => row.optionalInteger(column));
  const [commit, date] = [row.optionalText('hash'), row.optionalText('date')];
  return {
    ...(together !== undefined && { together }),
    ...(apart !== undefined && { apart }),
    ...(differ !== undefined && { differ: differ === 1 }),
    ...(commit !== undefined && date !== undefined && { since: { commit, date } }),
  };
}
