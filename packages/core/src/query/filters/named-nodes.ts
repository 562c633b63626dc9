import { goingOn, type Snapshot, type Value } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { filterValues, NODE_CONDITIONS, type NodeFilter } from './node-filter.ts';
import type { TextGlob } from './text-glob.ts';

const NAMED = `
  name_id IN (SELECT value FROM json_each(?)) AND node.id BETWEEN ? AND ? AND ${NODE_CONDITIONS}
  AND ${goingOn('node.id')}`;
const COUNT = `SELECT count(*) AS n FROM node WHERE ${NAMED}`;
const PAGE = `SELECT id FROM node WHERE ${NAMED} ORDER BY id LIMIT ? OFFSET ?`;
const WITH_PATHS = `
  SELECT named.id, file_id, path FROM (SELECT id, file_id FROM node WHERE ${NAMED}) AS named
  JOIN file ON file.id = file_id
  WHERE path >= ? AND path < ? AND instr(path, ?) > 0
  ORDER BY named.id`;

/**
 * A page of declarations by name, and optionally by path.
 *
 * @param names integer ids of names, as a JSON array
 * @throws AnalyzerError `invalid_request`
 */
export function namedNodes(
  snapshot: Snapshot,
  filter: NodeFilter,
  { names, paths }: { names: string; paths: TextGlob | undefined },
  page: PageParams,
): FoundNodes {
  const values = [names, ...filter.nodes, ...filterValues(filter)];
  if (paths !== undefined) return namedNodesInFiles(snapshot, values, paths, page);
  const total = snapshot.first(COUNT, values, (row) => row.integer('n')) ?? 0;
  const remaining = Math.min(page.limit, total - page.offset);
  if (remaining <= 0) return { ids: [], total };
  return { ids: snapshot.all(PAGE, [...values, remaining, page.offset], (row) => row.integer('id')), total };
}

/**
 * The same by name and by a glob that SQL does not know.
 *
 * @param values of the condition on names
 */
export function namedNodesInFiles(
  snapshot: Snapshot,
  values: readonly Value[],
  paths: TextGlob,
  { limit, offset }: PageParams,
): FoundNodes {
  // Nodes of a file have consecutive ids.
  let file = { id: 0, matches: false };
  const rows = snapshot.iterate(WITH_PATHS, [...values, ...paths.pathBounds], (row) => {
    const id = row.integer('file_id');
    if (id !== file.id) file = { id, matches: paths.matchesPath(row.text('path'), false) };
    return file.matches ? row.integer('id') : undefined;
  });
  const ids: number[] = [];
  let total = 0;
  for (const id of rows) {
    if (id === undefined) continue;
    if (total >= offset && ids.length < limit) ids.push(id);
    total++;
  }
  return { ids, total };
}
