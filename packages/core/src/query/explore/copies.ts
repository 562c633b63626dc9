import type { Copy } from '@analyzer/contracts/query/common';
import { GROUP_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import { goingOn, type Row } from '#index/port.ts';
import { OCCURRENCE_COLUMNS, occurrenceOf } from '../describe/occurrences.ts';
import { IN_RANGE, pageOf, type RelatedList, withNodes } from './related.ts';

/** Each other declaration once, with the group that has most in common: of the subject itself, then of a part of it. */
const OTHERS = `
  SELECT ${OCCURRENCE_COLUMNS}, own.kind AS group_kind, detail.key AS group_key, own.is_part,
    row_number() OVER (PARTITION BY occurrence.node_id ORDER BY own.is_part, own.kind, own.id, occurrence.seq) AS turn
  FROM (
    SELECT clone_group.id, clone_group.kind, min(CASE WHEN mine.node_id = ? THEN 0 ELSE 1 END) AS is_part
    FROM occurrence AS mine JOIN clone_group ON clone_group.id = mine.group_id
    WHERE mine.node_id ${IN_RANGE} AND same_as IS NULL
    GROUP BY clone_group.id, clone_group.kind
  ) AS own
  JOIN occurrence ON occurrence.group_id = own.id
  JOIN group_detail AS detail ON detail.id = own.id
  WHERE occurrence.node_id NOT ${IN_RANGE} AND ${goingOn('occurrence.node_id')}`;
const TOTAL = `SELECT count(*) AS n FROM (${OTHERS}) AS other WHERE turn = 1`;
const PAGE = `
  SELECT * FROM (${OTHERS}) AS other WHERE turn = 1
  ORDER BY is_part, group_kind, node_id LIMIT ? OFFSET ?`;

/** Copies of the subject, and of declarations and blocks in it. */
export const copies: RelatedList<Copy> = (snapshot, { id, range }, window) => {
  const values = [id, ...range, ...range];
  const found = snapshot.all(PAGE, [...values, window.limit, window.offset], copyIn);
  return pageOf(snapshot, window, found, {
    describe: (page) =>
      withNodes(
        snapshot,
        page,
        ({ node }) => node,
        (node, { node: _, seq: __, ...copy }) => ({ node, ...copy }),
      ),
    count: () => snapshot.first(TOTAL, values, (row) => row.integer('n')),
  });
};

function copyIn(row: Row) {
  return {
    ...occurrenceOf(row),
    group_id: groupIdOfKey(row.bytes('group_key')),
    kind: nameOf(GROUP_KINDS, row.integer('group_kind')),
    of_part: row.flag('is_part'),
  };
}
