import type { Commit, CopyAge, GroupAge } from '@analyzer/contracts/query/common';
import { CHANGE_CLASSES, codeOf } from '#index/codes.ts';
import { nodeId } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';

const GROUP = `
  SELECT
    node.key AS first_key, its.together, its.apart, its.differ, history_commit.hash, history_commit.date, history_commit.subject
  FROM group_age AS its
  LEFT JOIN occurrence ON occurrence.group_id = its.group_id AND occurrence.seq = its.first
  LEFT JOIN node ON node.id = occurrence.node_id
  LEFT JOIN history_commit ON history_commit.id = its.since_id
  WHERE its.group_id = ?`;
const COPIES = `
  SELECT its.seq, its.uncommitted, its.edits, history_commit.hash, history_commit.date, history_commit.subject, (
    SELECT count(DISTINCT change.id) FROM missed_change AS change JOIN missed_place AS place ON place.missed_id = change.id
    WHERE change.target_id = node.file_id AND change.class = ${codeOf(CHANGE_CLASSES, 'behavior')}
    AND place.target_start <= coalesce(occurrence.end_line, node.end_line)
    AND place.target_end >= coalesce(occurrence.start_line, node.start_line)
  ) AS missed
  FROM json_each(?) AS wanted CROSS JOIN copy_age AS its ON its.seq = wanted.value AND its.group_id = ?
  JOIN occurrence ON occurrence.group_id = its.group_id AND occurrence.seq = its.seq
  JOIN node ON node.id = occurrence.node_id
  LEFT JOIN history_commit ON history_commit.id = its.came_id`;

const WRITTEN = 'SELECT count(*) AS n FROM history';

/** Whether an index was written with the history of its projects. */
function hasHistory(snapshot: Snapshot): boolean {
  return snapshot.count(WRITTEN, []) > 0;
}

/**
 * How the copies of a group changed.
 *
 * @param group its integer id
 * @returns undefined without a history, and for groups that lists do not show
 */
export function ageOfGroup(snapshot: Snapshot, group: number): GroupAge | undefined {
  if (!hasHistory(snapshot)) return undefined;
  return snapshot.first(GROUP, [group], (row) => {
    const [first, since] = [row.optionalBytes('first_key'), commitIn(row)];
    const [together, apart, differ] = ['together', 'apart', 'differ'].map((column) => row.optionalInteger(column));
    return {
      ...(first && { first: nodeId(first) }),
      ...(together !== undefined && { together }),
      ...(apart !== undefined && { apart }),
      ...(differ !== undefined && { differ: differ === 1 }),
      ...(since && { since }),
    };
  });
}

/**
 * When occurrences of a group came.
 *
 * @param group its integer id
 * @param seqs their positions in the group
 * @returns by position, of those whose age is known
 */
export function agesOfCopies(snapshot: Snapshot, group: number, seqs: readonly number[]): ReadonlyMap<number, CopyAge> {
  if (!hasHistory(snapshot)) return new Map();
  const found = snapshot.all(COPIES, [JSON.stringify(seqs), group], (row): [number, CopyAge] => {
    const came = commitIn(row);
    const counts = { edits: row.integer('edits'), missed: row.integer('missed') };
    return [row.integer('seq'), { ...(came && { came }), is_uncommitted: row.flag('uncommitted'), ...counts }];
  });
  return new Map(found);
}

/** @param row with `hash`, `date` and `subject`, which are null without a commit */
export function commitIn(row: Row): Commit | undefined {
  const commit = row.optionalText('hash');
  return commit === undefined ? undefined : { commit, date: row.text('date'), subject: row.text('subject') };
}
