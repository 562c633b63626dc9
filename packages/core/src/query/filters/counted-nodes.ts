import { goingOn, type Snapshot } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { filterValues, NODE_CONDITIONS, type NodeFilter } from './node-filter.ts';

const COUNTS = `
  SELECT
    project.id, node_id, last_node_id,
    (SELECT coalesce(sum(n), 0) FROM node_count WHERE project_id = project.id AND ${NODE_CONDITIONS}) AS n
  FROM project WHERE id BETWEEN ? AND ? ORDER BY id`;
const NODES = `
  SELECT id FROM (SELECT id, kind, coalesce(language_id, 0) AS language_id, exported, classes FROM node WHERE id BETWEEN ? AND ?) AS own
  WHERE ${NODE_CONDITIONS} AND ${goingOn('id')} ORDER BY id LIMIT ? OFFSET ?`;

/**
 * A page of nodes. The counts in the index show which projects the page covers, so that only these are read.
 */
export function countedNodes(snapshot: Snapshot, filter: NodeFilter, { offset, limit }: PageParams): FoundNodes {
  const values = filterValues(filter);
  const own = filter.withProjects ? 1 : 0;
  const ids: number[] = [];
  let total = 0;
  const projects = snapshot.all(COUNTS, [...values, ...filter.projects], (row) => ({
    node: row.integer('node_id'),
    last: row.integer('last_node_id'),
    count: row.integer('n'),
  }));
  for (const { node, last, count } of projects) {
    const skipped = Math.max(0, offset - total);
    const wanted = limit - ids.length;
    total += count + own;
    if (wanted <= 0 || offset >= total) continue;
    if (own === 1 && skipped === 0) ids.push(node);
    const [most, from] = [limit - ids.length, Math.max(0, skipped - own)];
    // A project without matching nodes would be read to its end.
    if (most > 0 && count > from) {
      ids.push(...snapshot.all(NODES, [node + 1, last, ...values, most, from], (row) => row.integer('id')));
    }
  }
  return { ids, total };
}
