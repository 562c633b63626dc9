import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import { goingOn, type Snapshot } from '#index/port.ts';
import {
  COUNT_FLAGS,
  flagValues,
  GROUP_FLAGS,
  GROUP_ORDERS,
  type GroupFilter,
  groupRanges,
  groupValues,
} from './group-filter.ts';
import type { PageOfGroups } from './page-of-groups.ts';
import { ANY, NONE, type Range } from './scope.ts';

/** Groups with the same filter columns but the number of projects and nodes. */
const MATCHING = 'kind BETWEEN ? AND ? AND language_id BETWEEN ? AND ? AND shared BETWEEN ? AND ?';
const KINDS = `
  SELECT kind, language_id, classes, sum(n) AS n FROM group_total WHERE ${MATCHING} AND ${COUNT_FLAGS}
  GROUP BY kind, language_id, classes`;
const ALL = 'SELECT coalesce(sum(n), 0) AS n FROM group_total';
const SHARED = `${ALL} WHERE shared = 1`;
const TOTAL = `
  SELECT coalesce(sum(n), 0) AS n FROM group_count WHERE project_id = ? AND ${groupRanges('')} AND ${COUNT_FLAGS}`;

const ROWS = `${groupRanges('+')} AND ${GROUP_FLAGS} AND ${goingOn('id')}`;

/**
 * Reads all groups in the order of the list, until the page is full. PostgreSQL does not know how many groups a filter
 * leaves: `OFFSET 0` keeps it from starting with another index and sorting.
 */
const inOrder = (order: string) => {
  const ids = 'id BETWEEN ? AND ?';
  const all = /^id\b/.test(order)
    ? `${ids} ORDER BY ${order} OFFSET 0) AS own WHERE true`
    : `true ORDER BY ${order} OFFSET 0) AS own WHERE ${ids}`;
  return `SELECT id FROM (SELECT * FROM clone_group WHERE ${all} AND ${ROWS} ORDER BY ${order} LIMIT ? OFFSET ?`;
};

/** Reads groups of each matching kind, language and sum of classes, and sorts them. */
const ofEachKind = (order: string, { nodes, within }: { nodes: string; within: string }) => `
  SELECT id FROM (SELECT DISTINCT kind, language_id, classes FROM group_total WHERE ${MATCHING} AND ${COUNT_FLAGS}) AS its
  CROSS JOIN LATERAL (
    SELECT id, ${order.includes('score') ? 'score' : 'occurrences, nodes'} FROM clone_group
    WHERE kind = its.kind AND language_id = its.language_id AND classes = its.classes
      AND id BETWEEN ? AND ? AND projects BETWEEN ? AND ? AND ${nodes} >= ? AND ${GROUP_FLAGS} AND ${goingOn('id')}
    ${within}
  ) AS own
  ORDER BY ${order} LIMIT ? OFFSET ?`;

const OF_NAMES = `
  SELECT DISTINCT group_id FROM group_name WHERE name_id IN (SELECT value FROM json_each(?)) ORDER BY group_id`;
const IN_PROJECT = 'EXISTS (SELECT 1 FROM group_project WHERE group_id = id AND project_id = ?)';

/** Filters the groups of names one by one. */
const ofNames = (condition: string) => `
  FROM (${OF_NAMES}) AS wanted
  CROSS JOIN LATERAL (SELECT * FROM clone_group WHERE id = group_id AND ${condition} AND ${ROWS} OFFSET 0) AS own`;

/** A page of the groups of a project in an index with totals. */
export function groupsOfProject(
  snapshot: Snapshot,
  project: number,
  filter: GroupFilter,
  { sort, limit, offset }: CompleteClonesParams,
): PageOfGroups {
  const total = snapshot.count(TOTAL, [project, ...groupValues(filter)]);
  if (offset >= total) return { ids: [], total };
  const sql = `
    SELECT id FROM (SELECT * FROM project_group WHERE project_id = ? ORDER BY id OFFSET 0) AS own WHERE ${ROWS}
    ORDER BY ${GROUP_ORDERS[sort].order} LIMIT ? OFFSET ?`;
  const values = [project, ...groupValues(filter), limit, offset];
  return { ids: snapshot.all(sql, values, (row) => row.integer('id')), total };
}

/**
 * A page of the groups of names in an index with totals.
 *
 * @param names integer ids, as a JSON array
 */
export function groupsOfNames(
  snapshot: Snapshot,
  { names, project }: { names: string; project: number | undefined },
  filter: GroupFilter,
  { sort, limit, offset }: CompleteClonesParams,
): PageOfGroups {
  const from = ofNames(project === undefined ? 'true' : IN_PROJECT);
  const values = [names, ...(project === undefined ? [] : [project]), ...groupValues(filter)];
  const sql = `SELECT id, count(*) OVER () AS n ${from} ORDER BY ${GROUP_ORDERS[sort].order} LIMIT ? OFFSET ?`;
  const page = snapshot.all(sql, [...values, limit, offset], (row) => ({ id: row.integer('id'), n: row.integer('n') }));
  const counted = () => snapshot.first(`SELECT count(*) AS n ${from}`, values, (row) => row.integer('n')) ?? 0;
  return { ids: page.map(({ id }) => id), total: page[0]?.n ?? (offset === 0 ? 0 : counted()) };
}

/**
 * A page of groups of all projects in an index with totals. The totals show which way reads fewer rows.
 *
 * @param params only sort, limit and offset are read
 */
export function listedGroups(snapshot: Snapshot, filter: GroupFilter, params: CompleteClonesParams): PageOfGroups {
  const shared = sharedOf(filter.projects);
  const matching = [...filter.kinds, ...filter.languages, ...shared, ...flagValues(filter)];
  const kinds = snapshot.all(KINDS, matching, (row) => row.integer('n'));
  // Every group has a node, and two projects if it is shared.
  const isExact = filter.leastNodes <= 1 && filter.projects[0] <= 2;
  const most = kinds.reduce((sum, n) => sum + n, 0);
  const total = isExact || most === 0 ? most : snapshot.count(TOTAL, [0, ...groupValues(filter)]);
  const remaining = Math.min(params.limit, total - params.offset);
  if (remaining <= 0) return { ids: [], total };
  const fromEnd = total - params.offset - remaining;
  const isLate = fromEnd < params.offset;
  const order = GROUP_ORDERS[params.sort][isLate ? 'reversed' : 'order'];
  const page = [remaining, isLate ? fromEnd : params.offset];
  const last = Math.min(params.offset, fromEnd) + remaining;
  const ids = idRange(snapshot, shared);
  const [way] = waysTo({ sort: params.sort, order, last, kinds, total, filter, ids, all: snapshot.count(ALL, []) });
  const values =
    way.sql === inOrder(order)
      ? [...ids, ...groupValues(filter)]
      : [...matching, ...ids, ...filter.projects, filter.leastNodes, ...flagValues(filter)];
  const limit = way.isLimited ? [last] : [];
  const found = snapshot.all(way.sql, [...values, ...limit, ...page], (row) => row.integer('id'));
  return { ids: isLate ? found.reverse() : found, total };
}

interface Way {
  sql: string;
  /** Of each kind, only so many groups are read. */
  isLimited: boolean;
  /** Rows that it reads, about. */
  rows: number;
}

interface Wanted {
  sort: CompleteClonesParams['sort'];
  order: string;
  /** Groups up to the end of the page. */
  last: number;
  /** Number of groups of each kind, language and sum of classes, of any number of nodes. */
  kinds: readonly number[];
  total: number;
  filter: GroupFilter;
  ids: Range;
  /** All groups of the index. */
  all: number;
}

/** The ways to a page, the one that reads fewest rows first. */
function waysTo({ sort, order, last, kinds, total, filter, ids, all }: Wanted): [Way, ...Way[]] {
  const isById = /^id\b/.test(order);
  const most = kinds.reduce((sum, n) => sum + n, 0);
  const ofKinds = (n: number) => kinds.reduce((sum, its) => sum + Math.min(its, n), 0);
  const candidates = isById ? Math.min(all, ids[1] - ids[0] + 1) : all;
  const ordered = { sql: inOrder(order), isLimited: false, rows: (last * candidates) / total };
  const limited = `ORDER BY ${order} LIMIT ?`;
  // A sign before a column keeps the index by it away.
  const ofEach = isById
    ? {
        sql: ofEachKind(order, { nodes: '+nodes', within: limited }),
        isLimited: true,
        rows: ofKinds((last * most) / total),
      }
    : { sql: ofEachKind(order, { nodes: '+nodes', within: '' }), isLimited: false, rows: most };
  const byNodes =
    sort === 'nodes'
      ? {
          sql: ofEachKind(order, { nodes: 'nodes', within: limited }),
          isLimited: true,
          rows: Math.min(total, ofKinds(last)),
        }
      : {
          sql: ofEachKind(order, { nodes: 'nodes', within: '' }),
          isLimited: false,
          rows: filter.leastNodes > 1 ? total : most,
        };
  const ways: [Way, ...Way[]] = [ordered, ofEach, byNodes];
  return ways.sort((a, b) => a.rows - b.rows);
}

/** The flag of groups with these numbers of projects. */
function sharedOf([least, most]: Range): Range {
  if (least > most) return NONE;
  return [Number(least > 1), Number(most > 1)];
}

/** Ids follow the number of projects, so that shared groups are the first. */
function idRange(snapshot: Snapshot, [least, most]: Range): Range {
  if (least === 0 && most === 1) return [1, snapshot.count(ALL, [])];
  const shared = snapshot.count(SHARED, []);
  if (least === 1) return [1, shared];
  return most === 0 ? [shared + 1, snapshot.count(ALL, [])] : ANY;
}
