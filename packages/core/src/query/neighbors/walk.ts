import { goingOn, type Snapshot, type Value } from '#index/port.ts';

/** Maximum edges in the answer; further ones are counted. 200 nodes can have 40,000 edges. */
const MAX_EDGES = 1000;

/** An edge by the integer ids of its ends. */
export interface WalkedEdge {
  from: number;
  to: number;
  /** Codes in the index. */
  kind: number;
  state: number;
  line: number | null;
  /** Of an import; null for other kinds. */
  phase: number | null;
}

export interface Walk {
  /** Integer ids with their distance, nearest first, starting with the center at 0. */
  distances: Map<number, number>;
  /** Nodes whose edges were followed. */
  expanded: number[];
  /** Edges of near nodes first. */
  edges: WalkedEdge[];
  omitted: { nodes: number; edges: number };
}

export interface WalkOptions {
  depth: number;
  /** Number of nodes without the center. */
  limit: number;
  /** SQL condition on the classes of `reached`, the node that a step leads to. */
  classes?: string | undefined;
}

/**
 * Breadth-first search from a node. The database counts nodes above the limit, so memory is bounded.
 *
 * @param steps SQL of the edges to follow, see `steps.ts`
 */
export function walk(snapshot: Snapshot, center: number, steps: string | undefined, options: WalkOptions): Walk {
  const distances = new Map([[center, 0]]);
  const expanded: number[] = [];
  let frontier = [center];
  for (let distance = 1; distance <= options.depth && frontier.length > 0; distance++) {
    expanded.push(...frontier);
    if (steps === undefined) break;
    const available = options.limit + 1 - distances.size;
    const values = [...idLists(frontier, [...distances.keys()]), available];
    frontier = snapshot.all(`${within(steps, options.classes)} ${NEXT}`, values, (row) => row.integer('far'));
    for (const id of frontier) distances.set(id, distance);
  }
  if (steps === undefined) return { distances, expanded, edges: [], omitted: { nodes: 0, edges: 0 } };

  const values = idLists(expanded, [...distances.keys()]);
  // Without an edge there is no other node, and nothing is omitted.
  let all = { nodes: 0, edges: 0 };
  const edges = snapshot.all(`${within(steps, options.classes)} ${EDGES}`, values, (row): WalkedEdge => {
    all = { nodes: row.integer('nodes'), edges: row.integer('edges') };
    return {
      from: row.integer('from_id'),
      to: row.integer('to_id'),
      kind: row.integer('kind'),
      state: row.integer('state'),
      line: row.optionalInteger('line') ?? null,
      phase: row.optionalInteger('phase') ?? null,
    };
  });
  return { distances, expanded, edges, omitted: { nodes: all.nodes, edges: all.edges - edges.length } };
}

/**
 * Steps are read once, and the server plans their joins with other tables for themselves: reading them costs so much more
 * that a slow join makes no difference to the estimated cost of both.
 *
 * @param steps over `at`; `shown` are nodes with their index in the answer
 */
function within(steps: string, classes: string | undefined): string {
  const columns = 'from_id, to_id, kind, state, line, phase, far';
  const chosen = `every(${columns}) AS MATERIALIZED (${steps}),
    step(${columns}) AS MATERIALIZED (SELECT every.* FROM every JOIN node AS reached ON reached.id = far WHERE ${classes})`;
  return `
    WITH at(id) AS MATERIALIZED (SELECT value FROM json_each(?)),
    shown(id, position) AS MATERIALIZED (SELECT value, key FROM json_each(?)),
    ${classes === undefined ? `step(${columns}) AS MATERIALIZED (${steps})` : chosen}`;
}

function idLists(at: readonly number[], shown: readonly number[]): Value[] {
  return [JSON.stringify(at), JSON.stringify(shown)];
}

const NEXT = `
  SELECT DISTINCT far FROM step WHERE far NOT IN (SELECT id FROM shown) AND ${goingOn('far')} ORDER BY far LIMIT ?`;

/** An edge between two followed nodes is found from both ends. Each row has the numbers of all omitted nodes and of all edges. */
const EDGES = `
  SELECT
    edge.*,
    (SELECT count(DISTINCT far) FROM step WHERE far NOT IN (SELECT id FROM shown) AND ${goingOn('far')}) AS nodes,
    (SELECT count(*) FROM (SELECT DISTINCT from_id, to_id, kind FROM step WHERE ${goingOn('far')}) AS one) AS edges
  FROM (
    SELECT DISTINCT from_id, to_id, kind, state, line, phase,
      CASE WHEN head.position > tail.position THEN head.position ELSE tail.position END AS later,
      CASE WHEN head.position > tail.position THEN tail.position ELSE head.position END AS sooner
    FROM step JOIN shown AS tail ON tail.id = from_id JOIN shown AS head ON head.id = to_id
    WHERE ${goingOn('far')}
    ORDER BY later, sooner, kind, from_id, to_id LIMIT ${MAX_EDGES}
  ) AS edge
  ORDER BY later, sooner, kind, from_id, to_id`;
