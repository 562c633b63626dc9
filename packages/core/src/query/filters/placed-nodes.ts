import type { Row } from '#index/port.ts';
import { idList } from '../describe/lists.ts';
import type { FoundNodes } from './found-nodes.ts';
import { NODE_CONDITIONS } from './node-filter.ts';

/**
 * The nodes of a page, from the number of matching nodes in each file: only the files of the page are read.
 *
 * @param counted SQL of the columns `file_id` and `n`, with its parameters before those of `pageValues`
 */
export function placedNodes(counted: string): string {
  return `
  WITH counted AS MATERIALIZED (${counted}),
  chosen AS MATERIALIZED (
    SELECT file_id, before FROM (
      SELECT file_id, n, CAST(sum(n) OVER (ORDER BY file_id) - n AS bigint) AS before FROM counted
    ) AS placed
    WHERE before + n > ? AND before < ?
  )
  SELECT (SELECT coalesce(sum(n), 0) FROM counted) AS total, (
    SELECT json_group_array(id) FROM (
      SELECT own.id FROM (SELECT file_id, last_node_id FROM chosen JOIN file ON file.id = file_id) AS its
      CROSS JOIN LATERAL (
        SELECT id, kind, coalesce(language_id, 0) AS language_id, exported, classes FROM node
        WHERE id BETWEEN its.file_id AND its.last_node_id OFFSET 0
      ) AS own
      WHERE ${NODE_CONDITIONS}
      ORDER BY own.id LIMIT ? OFFSET ? - (SELECT coalesce(min(before), 0) FROM chosen)
    ) AS page
  ) AS ids`;
}

/** @param filter values of the conditions on nodes */
export function pageValues<V>(
  filter: readonly V[],
  { offset, limit }: { offset: number; limit: number },
): (V | number)[] {
  return [offset, offset + limit, ...filter, limit, offset];
}

/** @param row with the total and the ids of a page */
export function foundNodes(row: Row): FoundNodes {
  return { ids: idList(row.text('ids')), total: row.integer('total') };
}
