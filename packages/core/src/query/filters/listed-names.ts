import type { Snapshot, Value } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { countedPart, simpleFiles } from './listed-files.ts';
import { globsOf } from './matching.ts';
import { namedNodesInFiles } from './named-nodes.ts';
import { categoriesOf, OF_CATEGORIES } from './node-categories.ts';
import { filterValues, NODE_CONDITIONS, type NodeFilter } from './node-filter.ts';
import { foundNodes } from './placed-nodes.ts';
import { ANY } from './scope.ts';
import type { TextGlob } from './text-glob.ts';

const TOTAL = `
  SELECT coalesce(sum(n), 0) AS n FROM name_total
  WHERE name_id IN (SELECT value FROM json_each(?)) AND ${OF_CATEGORIES}`;
const NAMED = `name_id IN (SELECT value FROM json_each(?)) AND id BETWEEN ? AND ? AND ${NODE_CONDITIONS}`;
const COUNT = `SELECT count(*) AS n FROM node WHERE ${NAMED}`;
const LAST = 'SELECT max(id) AS n FROM node';

/** Reads all nodes with the names, and sorts them. */
const BY_NAME = `SELECT id FROM node WHERE ${NAMED} ORDER BY id LIMIT ? OFFSET ?`;

/** Reads nodes in order until the page is full. Another form of the condition than above becomes a hash table. */
const IN_ORDER = `
  SELECT id FROM (
    SELECT id, name_id, kind, language_id, exported, classes FROM node WHERE id BETWEEN ? AND ? ORDER BY id OFFSET 0
  ) AS own
  WHERE name_id IN (SELECT wanted.value FROM json_each(?) AS wanted) AND ${NODE_CONDITIONS}
  ORDER BY id LIMIT ? OFFSET ?`;

/** A page of all rows of the table `matching`. */
const pageOf = (matching: string) => `
  WITH matching AS MATERIALIZED (${matching})
  SELECT (SELECT count(*) FROM matching) AS total, (
    SELECT json_group_array(id) FROM (SELECT id FROM matching ORDER BY id LIMIT ? OFFSET ?) AS page
  ) AS ids`;
const nodesThenFiles = (globs: readonly string[]) =>
  pageOf(`
    SELECT named.id FROM (SELECT id, file_id FROM node WHERE ${NAMED} OFFSET 0) AS named
    CROSS JOIN LATERAL (SELECT path FROM file WHERE id = named.file_id OFFSET 0) AS its
    WHERE ${globsOf(globs)}`);
const filesThenNodes = (files: string) =>
  pageOf(`
    SELECT own.id FROM (${files} OFFSET 0) AS found
    CROSS JOIN LATERAL (
      SELECT id, name_id, kind, language_id, exported, classes FROM node
      WHERE id BETWEEN found.id AND found.last_node_id OFFSET 0
    ) AS own
    WHERE name_id IN (SELECT wanted.value FROM json_each(?) AS wanted) AND ${NODE_CONDITIONS}`);

/** Reading so many nodes with a name takes less time than finding files. */
const FEW_NODES = 2_000;

interface Named {
  /** Integer ids of names, as a JSON array. */
  names: string;
  paths: TextGlob | undefined;
}

/**
 * A page of declarations by name, and optionally by path, of an index with totals.
 *
 * @throws AnalyzerError `invalid_request`
 */
export function listedNames(
  snapshot: Snapshot,
  filter: NodeFilter,
  { names: ids, paths }: Named,
  page: PageParams,
): FoundNodes {
  const total = countNames(snapshot, filter, ids);
  const values = valuesOf(filter, ids);
  if (total === 0) return { ids: [], total };
  if (paths !== undefined) return inFiles(snapshot, filter, { ids, values, paths, total }, page);
  const wanted = Math.min(page.limit, total - page.offset);
  if (wanted <= 0) return { ids: [], total };
  const limits = [wanted, page.offset];
  const read = (sql: string, given: readonly Value[]) => snapshot.all(sql, given, (row) => row.integer('id'));
  const isDense = (rangeOf(snapshot, filter) / total) * (page.offset + wanted) < total;
  return {
    ids: isDense
      ? read(IN_ORDER, [...filter.nodes, ids, ...filterValues(filter), ...limits])
      : read(BY_NAME, [...values, ...limits]),
    total,
  };
}

function valuesOf(filter: NodeFilter, names: string): Value[] {
  return [names, ...filter.nodes, ...filterValues(filter)];
}

/**
 * The declarations with some names, without the condition on paths.
 *
 * @param names integer ids, as a JSON array
 */
export function countNames(snapshot: Snapshot, filter: NodeFilter, names: string): number {
  const [sql, values] =
    filter.projects === ANY ? [TOTAL, [names, categoriesOf(snapshot, filter).bits]] : [COUNT, valuesOf(filter, names)];
  return snapshot.first(sql, values, (row) => row.integer('n')) ?? 0;
}

/** Number of nodes of the projects. */
function rangeOf(snapshot: Snapshot, { nodes: [first, last] }: NodeFilter): number {
  return Math.min(last, snapshot.count(LAST, [])) - first + 1;
}

interface InFiles {
  /** Of the names, as a JSON array. */
  ids: string;
  /** Of the condition on names. */
  values: readonly Value[];
  paths: TextGlob;
  /** Nodes with the names, in any file. */
  total: number;
}

function inFiles(
  snapshot: Snapshot,
  filter: NodeFilter,
  { ids, values, paths, total }: InFiles,
  page: PageParams,
): FoundNodes {
  const globs = paths.simplePaths;
  if (globs === undefined) return namedNodesInFiles(snapshot, values, paths, page);
  const limits = [page.limit, page.offset];
  const none = { ids: [], total: 0 };
  if (total > FEW_NODES && countedPart(snapshot, paths.pathPart) === 0) {
    const found = simpleFiles(globs, paths, filter);
    const given = [...found.values, ids, ...filterValues(filter), ...limits];
    return snapshot.first(filesThenNodes(found.sql), given, foundNodes) ?? none;
  }
  return snapshot.first(nodesThenFiles(globs), [...values, ...globs, ...limits], foundNodes) ?? none;
}
