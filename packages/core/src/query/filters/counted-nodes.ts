import { goingOn, type Snapshot } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { filterValues, NODE_CONDITIONS, type NodeFilter } from './node-filter.ts';
import { ANY } from './scope.ts';

const COUNTS = `
  SELECT
    project.id, node_id, last_node_id,
    (SELECT coalesce(sum(n), 0) FROM node_count WHERE project_id = project.id AND ${NODE_CONDITIONS}) AS n
  FROM project WHERE id BETWEEN ? AND ? ORDER BY id`;
const NODES = `
  SELECT id FROM (SELECT id, kind, coalesce(language_id, 0) AS language_id, exported, classes FROM node WHERE id BETWEEN ? AND ?) AS own
  WHERE ${NODE_CONDITIONS} AND ${goingOn('id')} ORDER BY id LIMIT ? OFFSET ?`;

/** Nodes of all projects, in an index with totals. */
const TOTAL = `SELECT coalesce(sum(n), 0) AS n FROM node_total WHERE ${NODE_CONDITIONS}`;
const PROJECTS = 'SELECT count(*) AS n FROM project';

/** Projects whose counts are read at first; then more at once, because few match. */
const FIRST_PROJECTS = 32;

/**
 * A page of nodes. The counts in the index show which projects the page covers, so that only these are read.
 */
export function countedNodes(snapshot: Snapshot, filter: NodeFilter, { offset, limit }: PageParams): FoundNodes {
  const values = filterValues(filter);
  const own = filter.withProjects ? 1 : 0;
  const total = totalOf(snapshot, filter);
  const ids: number[] = [];
  let before = 0;
  for (const { node, last, count } of projectsOf(snapshot, filter)) {
    const skipped = Math.max(0, offset - before);
    const wanted = limit - ids.length;
    before += count + own;
    if (wanted > 0 && offset < before) {
      if (own === 1 && skipped === 0) ids.push(node);
      const [most, from] = [limit - ids.length, Math.max(0, skipped - own)];
      // A project without matching nodes would be read to its end.
      if (most > 0 && count > from) {
        ids.push(...snapshot.all(NODES, [node + 1, last, ...values, most, from], (row) => row.integer('id')));
      }
    }
    if (total !== undefined && (ids.length === limit || before === total || offset >= total)) break;
  }
  return { ids, total: total ?? before };
}

/** @returns undefined if only the sum of the counts of projects is the total */
function totalOf(snapshot: Snapshot, filter: NodeFilter): number | undefined {
  if (!snapshot.hasTotals || filter.projects !== ANY) return undefined;
  const projects = filter.withProjects ? snapshot.count(PROJECTS, []) : 0;
  return snapshot.count(TOTAL, filterValues(filter)) + projects;
}

interface CountedProject {
  /** Integer ids of its own node and of its last one. */
  node: number;
  last: number;
  /** Matching nodes in it. */
  count: number;
}

function* projectsOf(snapshot: Snapshot, filter: NodeFilter): Generator<CountedProject> {
  const isLong = snapshot.hasTotals && filter.projects === ANY;
  const [first, end] = isLong ? [1, snapshot.count(PROJECTS, [])] : filter.projects;
  let size = isLong ? FIRST_PROJECTS : Number.POSITIVE_INFINITY;
  for (let from = first; from <= end; size *= 4) {
    const to = Math.min(end, from + size - 1);
    yield* snapshot.all(COUNTS, [...filterValues(filter), from, to], (row) => ({
      node: row.integer('node_id'),
      last: row.integer('last_node_id'),
      count: row.integer('n'),
    }));
    from = to + 1;
  }
}
