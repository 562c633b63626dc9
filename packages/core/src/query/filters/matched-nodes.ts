import type { CompleteNodesParams } from '@analyzer/contracts/query/nodes.params';
import type { Snapshot, Value } from '#index/port.ts';
import { matchingFiles, matchingNames } from './matching.ts';
import { filterValues, NODE_CONDITIONS, type NodeFilter } from './node-filter.ts';
import { badGlob, TextGlob } from './text-glob.ts';

/** Integer ids of one page, and how many there are in all. */
export interface FoundNodes {
  ids: number[];
  total: number;
}

const COLUMNS = 'node.id, kind, coalesce(language_id, 0) AS language_id, exported, node.is_test';
const NAMED = `
  SELECT ${COLUMNS} FROM node
  WHERE name_id IN (SELECT value FROM json_each(?)) AND project_id BETWEEN ? AND ?`;
const IN_FILES = `
  SELECT ${COLUMNS} FROM json_each(?) AS wanted
  CROSS JOIN file ON file.id = wanted.value
  CROSS JOIN node ON node.id BETWEEN file.id AND file.last_node_id`;
const NAMED_IN_FILES = `${NAMED} AND file_id IN (SELECT value FROM json_each(?))`;

/**
 * A page of nodes by the texts of their names and paths.
 *
 * @throws AnalyzerError `invalid_request`
 */
export function matchedNodes(snapshot: Snapshot, filter: NodeFilter, params: CompleteNodesParams): FoundNodes {
  const { from, values } = source(snapshot, filter, params);
  const rest = filterValues(filter);
  const count = `SELECT count(*) AS n FROM (${from}) WHERE ${NODE_CONDITIONS}`;
  const page = `SELECT id FROM (${from}) WHERE ${NODE_CONDITIONS} ORDER BY id LIMIT ? OFFSET ?`;
  return {
    total: snapshot.first(count, [...values, ...rest], (row) => row.integer('n')) ?? 0,
    ids: snapshot.all(page, [...values, ...rest, params.limit, params.offset], (row) => row.integer('id')),
  };
}

function source(
  snapshot: Snapshot,
  { projects }: NodeFilter,
  params: CompleteNodesParams,
): { from: string; values: Value[] } {
  const path = params.path === undefined ? undefined : fileGlob(params.path);
  const files = path === undefined ? undefined : matchingFiles(snapshot, path, projects);
  if (params.name === undefined) return { from: IN_FILES, values: [files ?? '[]'] };
  const names = matchingNames(snapshot, new TextGlob(params.name, 'name'));
  if (files === undefined) return { from: NAMED, values: [names, ...projects] };
  return { from: NAMED_IN_FILES, values: [names, ...projects, files] };
}

function fileGlob(source: string): TextGlob {
  const glob = new TextGlob(source, 'path');
  if (!glob.isForDirectories) return glob;
  throw badGlob(
    'path',
    `path: the glob '${source}' matches only directories`,
    `Write ${source}** for the files in it.`,
  );
}
