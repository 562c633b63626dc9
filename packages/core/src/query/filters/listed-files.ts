import type { Snapshot, Value } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { type Condition, indexed, pathShape } from './indexed-texts.ts';
import { listedNodes } from './listed-nodes.ts';
import { globsOf, matchingFiles } from './matching.ts';
import { categoriesOf, OF_CATEGORIES } from './node-categories.ts';
import { filterValues, type NodeFilter } from './node-filter.ts';
import { foundNodes, pageValues, placedNodes } from './placed-nodes.ts';
import { ANY } from './scope.ts';
import type { TextGlob } from './text-glob.ts';

const PART = 'SELECT coalesce(max(id), 0) AS n FROM path_part WHERE pattern = ?';

/** Matching nodes in each of some files. */
const counted = (files: string) => `
  SELECT its.file_id, sum(its.n) AS n FROM (${files} OFFSET 0) AS found
  CROSS JOIN LATERAL (SELECT file_id, category_id, n FROM file_total WHERE file_id = found.id OFFSET 0) AS its
  WHERE ${OF_CATEGORIES} GROUP BY its.file_id`;
const OF_LIST = placedNodes(counted('SELECT value AS id FROM json_each(?)'));

/** SQL of the files that a simple glob matches, with the values of its parameters. */
export function simpleFiles(globs: readonly string[], paths: TextGlob, filter: NodeFilter): Condition {
  const { pathBounds } = paths;
  if (filter.projects === ANY) return inAllProjects(globs, pathBounds);
  // An index over parts of paths would find files of all projects.
  const own = 'SELECT id, last_node_id, path FROM file WHERE project_id = ? AND path >= ? AND path < ? OFFSET 0';
  return {
    sql: `SELECT id, last_node_id FROM (${own}) AS own WHERE ${globsOf(globs)}`,
    values: [filter.projects[0], ...pathBounds.slice(0, 2), ...globs],
  };
}

const FILE = 'SELECT id, last_node_id FROM file WHERE';

function inAllProjects(globs: readonly string[], bounds: readonly Value[]): Condition {
  const conditions = globs.map(pathShape).map((shape) => (shape === undefined ? undefined : indexed('path', shape)));
  if (conditions.includes(undefined)) {
    const sql = `${FILE} path >= ? AND path < ? AND instr(path, ?) > 0 AND ${globsOf(globs)}`;
    return { sql, values: [...bounds, ...globs] };
  }
  // No path matches two globs.
  return {
    sql: `SELECT * FROM (${conditions.map((its) => `${FILE} ${its?.sql}`).join(' UNION ALL ')}) AS own`,
    values: conditions.flatMap((its) => its?.values ?? []),
  };
}

/**
 * A page of files and their declarations, by path, of an index with totals. A part of paths with many files has its own
 * counts; of all others the matching files are found first.
 */
export function listedFiles(snapshot: Snapshot, filter: NodeFilter, paths: TextGlob, page: PageParams): FoundNodes {
  const { simplePaths: globs, pathPart } = paths;
  if (pathPart === '') return listedNodes(snapshot, filter, page);
  const part = filter.projects === ANY ? countedPart(snapshot, pathPart) : 0;
  if (part > 0 && globs !== undefined) return listedNodes(snapshot, filter, page, { id: part, globs });
  const rest = [categoriesOf(snapshot, filter).bits, ...pageValues(filterValues(filter), page)];
  const none = { ids: [], total: 0 };
  if (globs === undefined) {
    const files = JSON.stringify(matchingFiles(snapshot, paths, filter.projects));
    return snapshot.first(OF_LIST, [files, ...rest], foundNodes) ?? none;
  }
  const found = simpleFiles(globs, paths, filter);
  return snapshot.first(placedNodes(counted(found.sql)), [...found.values, ...rest], foundNodes) ?? none;
}

/** @returns 0 if few files have the part */
export function countedPart(snapshot: Snapshot, pathPart: string | undefined): number {
  return pathPart === undefined ? 0 : snapshot.count(PART, [pathPart]);
}
