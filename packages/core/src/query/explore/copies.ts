import type { Copy } from '@analyzer/contracts/query/common';
import { GROUP_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import { goingOn, type Row } from '#index/port.ts';
import { OCCURRENCE_COLUMNS, occurrenceOf } from '../describe/occurrences.ts';
import { IN_RANGE, pageOf, type RelatedList, related } from './related.ts';

/**
 * No limit, but one whose value the planner of a server does not know: it expects a tenth of the rows, and looks groups up
 * instead of reading all occurrences of the index.
 */
const FEW = 'LIMIT (SELECT 1000000000)';

/** Each other declaration once, with the group that has most in common: of the subject itself, then of a part of it. */
const OTHERS = `
  SELECT occurrence.node_id, occurrence.group_id, occurrence.seq, own.kind, own.is_part,
    row_number() OVER (PARTITION BY occurrence.node_id ORDER BY own.is_part, own.kind, own.id, occurrence.seq) AS turn
  FROM (
    SELECT clone_group.id, clone_group.kind, min(CASE WHEN mine.node_id = ? THEN 0 ELSE 1 END) AS is_part
    FROM (SELECT group_id, node_id FROM occurrence WHERE node_id ${IN_RANGE} ${FEW}) AS mine
    JOIN clone_group ON clone_group.id = mine.group_id
    WHERE same_as IS NULL
    GROUP BY clone_group.id, clone_group.kind
  ) AS own
  JOIN occurrence ON occurrence.group_id = own.id
  WHERE occurrence.node_id NOT ${IN_RANGE} AND ${goingOn('occurrence.node_id')}`;
/** The other columns are read for the page only. */
const PAGE = `
  SELECT ${OCCURRENCE_COLUMNS}, other.kind AS group_kind, detail.key AS group_key, other.is_part, other.total
  FROM (
    SELECT its.*, count(*) OVER () AS total FROM (${OTHERS}) AS its WHERE turn = 1
    ORDER BY is_part, kind, node_id LIMIT ? OFFSET ?
  ) AS other
  JOIN occurrence ON occurrence.group_id = other.group_id AND occurrence.seq = other.seq
  JOIN group_detail AS detail ON detail.id = other.group_id
  ORDER BY other.is_part, other.kind, other.node_id`;

/** Copies of the subject, and of declarations and blocks in it. */
export const copies: RelatedList<Copy> = (snapshot, { id, range }, window) =>
  related(
    pageOf(window, ({ limit, offset }) => snapshot.all(PAGE, [id, ...range, ...range, limit, offset], copyIn)),
    ({ node }) => [node],
    ({ node }, { node: _, seq: __, total: ___, ...copy }) => ({ node, ...copy }),
  );

function copyIn(row: Row) {
  return {
    ...occurrenceOf(row),
    group_id: groupIdOfKey(row.bytes('group_key')),
    kind: nameOf(GROUP_KINDS, row.integer('group_kind')),
    of_part: row.flag('is_part'),
    total: row.integer('total'),
  };
}
