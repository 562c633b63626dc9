import type { Row, Snapshot } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import type { FoundNodes } from './found-nodes.ts';
import { globsOf } from './matching.ts';
import { type Categories, categoriesOf, OF_CATEGORIES } from './node-categories.ts';
import { filterValues, type NodeFilter } from './node-filter.ts';
import { foundNodes, pageValues, placedNodes } from './placed-nodes.ts';
import { ANY } from './scope.ts';

/** The part of every path, which `part_total` counts too. */
const EVERY_PATH = 0;

const OF_PART = `SELECT coalesce(sum(n), 0) AS n FROM part_total WHERE part_id = ? AND ${OF_CATEGORIES}`;
const PROJECTS = 'SELECT count(*) AS n FROM project';

/** Some projects from an id, whose ids can have gaps. */
const SOME =
  'SELECT min(id) AS first, max(id) AS last FROM (SELECT id FROM project WHERE id >= ? ORDER BY id LIMIT ?) AS its';

/** Projects in order with their matching nodes, and the number of items up to the end of each: those of a page, and the last one. */
const PLACED = `
  WITH covered AS MATERIALIZED (${SOME})
  SELECT id, n, after FROM (
    SELECT project.id, coalesce(counted.n, 0) AS n, sum(coalesce(counted.n, 0) + ?) OVER (ORDER BY project.id) AS after
    FROM project LEFT JOIN (
      SELECT project_id, sum(its.n) AS n
      FROM (SELECT value AS id FROM json_each(?)) AS category
      CROSS JOIN LATERAL (
        SELECT project_id, n FROM part_total
        WHERE part_id = ? AND category_id = category.id
          AND project_id BETWEEN (SELECT first FROM covered) AND (SELECT last FROM covered) OFFSET 0
      ) AS its
      GROUP BY project_id
    ) AS counted ON project_id = project.id
    WHERE project.id BETWEEN (SELECT first FROM covered) AND (SELECT last FROM covered)
  ) AS placed
  WHERE (after > ? AND after - n - ? < ?) OR id = (SELECT last FROM covered)
  ORDER BY id`;

/** Matching nodes in each file of some projects. */
const IN_PROJECTS = `
  SELECT file_id, sum(its.n) AS n
  FROM (SELECT id, node_id, last_node_id FROM project WHERE id IN (SELECT value FROM json_each(?))) AS own
  CROSS JOIN LATERAL (
    SELECT category_id FROM part_total WHERE part_id = ? AND project_id = own.id AND ${OF_CATEGORIES} OFFSET 0
  ) AS present
  CROSS JOIN LATERAL (
    SELECT file_id, n FROM file_total
    WHERE category_id = present.category_id AND file_id BETWEEN own.node_id AND own.last_node_id OFFSET 0
  ) AS its`;
const NODES = placedNodes(`${IN_PROJECTS} GROUP BY file_id`);
const nodesOfPart = (globs: readonly string[]) =>
  placedNodes(`${IN_PROJECTS} JOIN file ON file.id = file_id AND ${globsOf(globs)} GROUP BY file_id`);

/** Project nodes by project. */
const OWN = 'SELECT node_id FROM project WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id';

/** A part of paths that `part_total` counts. */
export interface CountedPart {
  id: number;
  /** Simple globs of its paths. */
  globs: readonly string[];
}

/** A project of a page. */
interface Placed {
  id: number;
  /** Matching nodes in it, without its own node. */
  nodes: number;
  /** Items of the list before it. */
  before: number;
}

/** A page of nodes of an index with totals: counts by project, then by file, show which files the page covers. */
export function listedNodes(
  snapshot: Snapshot,
  filter: NodeFilter,
  { offset, limit }: PageParams,
  part: CountedPart = { id: EVERY_PATH, globs: [] },
): FoundNodes {
  const categories = categoriesOf(snapshot, filter);
  const total = totalOf(snapshot, filter, part, categories);
  const wanted = Math.min(limit, total - offset);
  if (wanted <= 0) return { ids: [], total };
  const own = filter.withProjects ? 1 : 0;
  const placed = [...projectsOf(snapshot, filter, { part, categories, offset, wanted, total })];
  const projects = own === 0 ? [] : placed.filter(({ before }) => before >= offset && before < offset + wanted);
  const withNodes = placed.filter(({ nodes }) => nodes > 0);
  const nodes = wanted - projects.length;
  const ids: number[] = [];
  const readOwn = () => ownNodes(snapshot, projects);
  if (nodes > 0 && withNodes.length > 0) {
    const skipped = Math.max(0, offset - (withNodes[0]?.before ?? 0) - own);
    const chosen = JSON.stringify(withNodes.map(({ id }) => id));
    const sql = part.id === EVERY_PATH ? NODES : nodesOfPart(part.globs);
    const page = pageValues(filterValues(filter), { offset: skipped, limit: nodes });
    const values = [chosen, part.id, categories.bits, ...part.globs, ...page];
    const readPage = () => snapshot.first(sql, values, foundNodes)?.ids ?? [];
    snapshot.gather([readOwn, readPage]);
    ids.push(...readPage());
  }
  return { ids: [...ids, ...readOwn()].sort((a, b) => a - b), total };
}

function totalOf(snapshot: Snapshot, filter: NodeFilter, { id }: CountedPart, { bits, nodes }: Categories): number {
  if (filter.projects !== ANY) {
    const [project] = filter.projects;
    const n = snapshot.first(`${OF_PART} AND project_id = ?`, [id, bits, project], (row) => row.integer('n')) ?? 0;
    return n + Number(filter.withProjects);
  }
  const projects = filter.withProjects ? snapshot.count(PROJECTS, []) : 0;
  if (id === EVERY_PATH) return projects + nodes;
  return projects + (snapshot.first(OF_PART, [id, bits], (row) => row.integer('n')) ?? 0);
}

function ownNodes(snapshot: Snapshot, projects: readonly Placed[]): number[] {
  if (projects.length === 0) return [];
  return snapshot.all(OWN, [JSON.stringify(projects.map(({ id }) => id))], (row) => row.integer('node_id'));
}

interface WantedProjects {
  part: CountedPart;
  categories: Categories;
  offset: number;
  wanted: number;
  total: number;
}

/** The projects of a page. */
function* projectsOf(
  snapshot: Snapshot,
  filter: NodeFilter,
  { part, categories, offset, wanted, total }: WantedProjects,
): Generator<Placed> {
  const own = filter.withProjects ? 1 : 0;
  const end = offset + wanted;
  const isAny = filter.projects === ANY;
  // As many as have the page if all projects have equally many nodes, and half as many more.
  let size = isAny ? Math.ceil((snapshot.count(PROJECTS, []) * end * 1.5) / total) + FEW : 1;
  let before = 0;
  for (let [from] = filter.projects; before < end; size *= 4) {
    const values = [from, size, own, categories.ids, part.id, offset - before, own, end - before];
    const found = snapshot.all(PLACED, values, placedOf);
    for (const { id, nodes, after } of found) {
      const its = before + after - nodes - own;
      if (its < end && before + after > offset) yield { id, nodes, before: its };
    }
    const last = found.at(-1);
    if (!isAny || last === undefined) break;
    before += last.after;
    from = last.id + 1;
  }
}

const FEW = 16;

function placedOf(row: Row): { id: number; nodes: number; after: number } {
  return { id: row.integer('id'), nodes: row.integer('n'), after: row.integer('after') };
}
