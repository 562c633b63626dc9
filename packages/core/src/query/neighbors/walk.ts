import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import { idList, numberList } from '../describe/lists.ts';

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
 * Breadth-first search from a node, in one statement. The database counts nodes above the limit, so memory is bounded.
 *
 * @param center integer id of a node, or its key, so that a walk does not wait for the id
 * @param steps SQL of the edges to follow, see `steps.ts`
 */
export function walk(snapshot: Snapshot, center: number | Uint8Array, steps: string, options: WalkOptions): Walk {
  const sql = walkSql(typeof center === 'number' ? 'id' : 'key', steps, options);
  const values = [center, ...Array.from({ length: options.depth }, () => options.limit + 1)];
  const found = snapshot.first(sql, values, (row) => walkIn(row, options.depth));
  if (found === undefined) throw new RangeError('a walk has no row');
  return found;
}

function walkIn(row: Row, depth: number): Walk {
  const list = (column: string) => idList(row.text(column));
  const [ids, distances] = [list('ids'), list('distances')];
  const [to, kinds, states] = [list('to_ids'), list('kinds'), list('states')];
  const [lines, phases] = [numberList(row.text('lines')), numberList(row.text('phases'))];
  const edges = list('from_ids').map((from, at) => ({
    from,
    to: to[at] ?? 0,
    kind: kinds[at] ?? 0,
    state: states[at] ?? 0,
    line: lines[at] ?? null,
    phase: phases[at] ?? null,
  }));
  return {
    distances: new Map(ids.map((id, at) => [id, distances[at] ?? 0])),
    expanded: ids.filter((_, at) => (distances[at] ?? depth) < depth),
    edges,
    omitted: { nodes: row.integer('nodes'), edges: row.integer('edges') - edges.length },
  };
}

const COLUMNS = 'from_id, to_id, kind, state, line, phase, far';

/**
 * Steps are read once for each node, and the server plans their joins with other tables for themselves: reading them costs
 * so much more that a slow join makes no difference to the estimated cost of both. As a list of values, the nodes of a
 * distance have a low estimate: the server clears hash tables for as many rows as it expects.
 */
function walkSql(center: 'id' | 'key', steps: string, { depth, classes }: WalkOptions): string {
  const distances = Array.from({ length: depth }, (_, before) => before + 1);
  const chosen =
    classes === undefined
      ? steps
      : `SELECT every.* FROM every JOIN node AS reached ON reached.id = far WHERE ${classes}`;
  const every = classes === undefined ? '' : `, every(${COLUMNS}) AS MATERIALIZED (${steps})`;
  const level = (distance: number) => `
    step${distance}(${COLUMNS}) AS MATERIALIZED (
      WITH at(id) AS MATERIALIZED (
        SELECT value FROM (
          SELECT json_group_array(id) AS list FROM within${distance - 1} WHERE distance = ${distance - 1}
        ) AS near, json_each(near.list)
      )${every}
      ${chosen}
    ),
    within${distance}(id, distance) AS MATERIALIZED (
      SELECT id, distance FROM within${distance - 1}
      UNION ALL
      SELECT far, ${distance} FROM (
        SELECT DISTINCT far FROM step${distance}
        WHERE far NOT IN (SELECT id FROM within${distance - 1}) AND ${goingOn('far')}
        ORDER BY far LIMIT ? - (SELECT count(*) FROM within${distance - 1})
      ) AS next
    )`;
  return `
    WITH within0(id, distance) AS MATERIALIZED (SELECT id, 0 FROM node WHERE ${center} = ?),
    ${distances.map(level).join(',')},
    shown(id, distance, position) AS MATERIALIZED (
      SELECT id, distance, row_number() OVER (ORDER BY distance, id) FROM within${depth}
    ),
    step(${COLUMNS}) AS MATERIALIZED (${distances.map((distance) => `SELECT * FROM step${distance}`).join(' UNION ALL ')})
    ${FOUND}`;
}

const IN_ORDER = 'ORDER BY later, sooner, kind, from_id, to_id';

/** An edge between two followed nodes is found from both ends. Lists are faster than a row for each edge. */
const FOUND = `
  SELECT
    (SELECT json_group_array(id ORDER BY position) FROM shown) AS ids,
    (SELECT json_group_array(distance ORDER BY position) FROM shown) AS distances,
    (SELECT count(DISTINCT far) FROM step WHERE far NOT IN (SELECT id FROM shown) AND ${goingOn('far')}) AS nodes,
    (SELECT count(*) FROM (SELECT DISTINCT from_id, to_id, kind FROM step WHERE ${goingOn('far')}) AS one) AS edges,
    json_group_array(from_id ${IN_ORDER}) AS from_ids, json_group_array(to_id ${IN_ORDER}) AS to_ids,
    json_group_array(kind ${IN_ORDER}) AS kinds, json_group_array(state ${IN_ORDER}) AS states,
    json_group_array(line ${IN_ORDER}) AS lines, json_group_array(phase ${IN_ORDER}) AS phases
  FROM (
    SELECT DISTINCT from_id, to_id, kind, state, line, phase,
      CASE WHEN head.position > tail.position THEN head.position ELSE tail.position END AS later,
      CASE WHEN head.position > tail.position THEN tail.position ELSE head.position END AS sooner
    FROM step JOIN shown AS tail ON tail.id = from_id JOIN shown AS head ON head.id = to_id
    WHERE ${goingOn('far')}
    ${IN_ORDER} LIMIT ${MAX_EDGES}
  ) AS edge`;
