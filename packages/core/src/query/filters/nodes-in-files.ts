import { goingOn, type Snapshot } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { matchingFiles } from './matching.ts';
import { filterValues, NODE_CONDITIONS, type NodeFilter } from './node-filter.ts';
import type { TextGlob } from './text-glob.ts';

/** Nodes of files of which all nodes match. */
const WHOLE = `
  SELECT coalesce(sum(last_node_id - file.id + 1), 0) AS n FROM json_each(?) AS wanted
  CROSS JOIN file ON file.id = wanted.value`;
const IN_FILES = `
  SELECT id FROM (
    SELECT node.id, wanted.key AS place, kind, coalesce(language_id, 0) AS language_id, exported, classes
    FROM json_each(?) AS wanted CROSS JOIN file ON file.id = wanted.value
    CROSS JOIN node ON node.id BETWEEN file.id AND file.last_node_id
  ) AS own
  WHERE ${NODE_CONDITIONS} AND ${goingOn('id')}`;
const COUNT = `SELECT count(*) AS n FROM (${IN_FILES}) AS found`;
/** Files are listed by id. By their place in the list PostgreSQL starts with them, by id it reads all nodes in order. */
const PAGE = `${IN_FILES} ORDER BY place, id LIMIT ? OFFSET ?`;

/** Files per batch, so that only the batches of the page are sorted. */
const FILES_AT_ONCE = 500;

/** A page of files and their declarations, by path. */
export function nodesInFiles(
  snapshot: Snapshot,
  filter: NodeFilter,
  paths: TextGlob,
  { limit, offset }: PageParams,
): FoundNodes {
  const values = filterValues(filter);
  const files = matchingFiles(snapshot, paths, filter.projects);
  const ids: number[] = [];
  let total = 0;
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const list = JSON.stringify(files.slice(start, start + FILES_AT_ONCE));
    const count = filter.hasAll
      ? snapshot.first(WHOLE, [list], (row) => row.integer('n'))
      : snapshot.first(COUNT, [list, ...values], (row) => row.integer('n'));
    const skipped = Math.max(0, offset - total);
    total += count ?? 0;
    const remaining = Math.min(limit - ids.length, total - offset);
    if (remaining <= 0) continue;
    ids.push(...snapshot.all(PAGE, [list, ...values, remaining, skipped], (row) => row.integer('id')));
  }
  return { ids, total };
}
