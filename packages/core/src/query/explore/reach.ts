import type { ImpactData } from '@analyzer/contracts/query/impact.data';
import { classBits, codeOf, EDGE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import type { Range } from '../filters/scope.ts';
import type { Subject } from './subject.ts';

/** Most nodes that a search follows. */
const MAX_REACHED = 20_000;

/**
 * Nodes that lead to a range of nodes, with their distance, nearest first: as many as are wanted. The limit is a subquery,
 * because SQLite plans a statement again for each value of another one.
 */
function reachSql(kind: Kind, depth: number, result: string): string {
  const range = 'BETWEEN (SELECT low FROM subject) AND (SELECT high FROM subject)';
  const limit = 'LIMIT (SELECT most FROM subject)';
  const next = (edges: string, distance: number) => `
    SELECT id, ${distance} FROM (
      SELECT DISTINCT from_id AS id FROM ${edges}
        AND kind = ${codeOf(EDGE_KINDS, kind)} AND from_id NOT ${range} AND ${goingOn('from_id')}
      ORDER BY from_id ${limit}
    ) AS next`;
  const levels = Array.from({ length: depth - 1 }, (_, index) => {
    const near = `near${index + 1}`;
    const last = `(SELECT json_group_array(id) AS list FROM ${near} WHERE distance = ${index + 1}) AS last`;
    const edges = `${last}, json_each(last.list) AS wanted
      CROSS JOIN edge ON to_id = wanted.value WHERE from_id NOT IN (SELECT id FROM ${near})`;
    return `
    near${index + 2}(id, distance) AS MATERIALIZED (
      SELECT id, distance FROM ${near} UNION ALL ${next(edges, index + 2)}
    )`;
  });
  const first = `near1(id, distance) AS MATERIALIZED (${next(`edge WHERE to_id ${range}`, 1)})`;
  return `
    WITH subject(low, high, most) AS MATERIALIZED (SELECT ?, ?, ?), ${[first, ...levels].join(',')},
    reached(id, distance) AS MATERIALIZED (SELECT id, distance FROM near${depth} ORDER BY distance, id ${limit})
    ${result}`;
}

type Kind = 'calls' | 'imports';

const COUNTS = 'SELECT distance, count(*) AS n FROM reached GROUP BY distance ORDER BY distance';
const TESTS = `
  SELECT file_id, distance FROM reached CROSS JOIN node ON node.id = reached.id WHERE classes & ${classBits(['test'])} > 0
  ORDER BY distance, file_id`;

/** The number of nodes at each distance. */
interface Reached {
  counts: ReadonlyMap<number, number>;
  /** False if more nodes are reached than followed. */
  isComplete: boolean;
}

/** What depends on the subject, by distance. */
export function reachOf(
  snapshot: Snapshot,
  { range, file }: Subject,
  depth: number,
): Pick<ImpactData, 'reach' | 'reach_complete'> {
  const readCalls = () => reached(snapshot, 'calls', range, depth);
  const readFiles = () => reached(snapshot, 'imports', [file, file], depth);
  snapshot.gather([readCalls, readFiles]);
  const [calls, files] = [readCalls(), readFiles()];
  const steps = Array.from({ length: depth }, (_, index) => ({
    distance: index + 1,
    declarations: calls.counts.get(index + 1) ?? 0,
    files: files.counts.get(index + 1) ?? 0,
  }));
  return {
    reach: steps.filter(({ declarations, files: its }) => declarations + its > 0),
    reach_complete: calls.isComplete && files.isComplete,
  };
}

function reached(snapshot: Snapshot, kind: Kind, range: Range, depth: number): Reached {
  const rows = snapshot.all(reachSql(kind, depth, COUNTS), [...range, MAX_REACHED + 1], (row) => {
    return [row.integer('distance'), row.integer('n')] as const;
  });
  const counts = new Map(rows);
  const [distance, last = 0] = rows.at(-1) ?? [];
  const isComplete = rows.reduce((sum, [, n]) => sum + n, 0) <= MAX_REACHED;
  // The last one is only read to know that there are more.
  if (distance !== undefined && !isComplete) counts.set(distance, last - 1);
  return { counts, isComplete };
}

/** Files of tests that lead to some nodes, nearest first. */
export function testsThat(
  snapshot: Snapshot,
  kind: Kind,
  range: Range,
  depth: number,
): { file: number; distance: number }[] {
  return snapshot.all(reachSql(kind, depth, TESTS), [...range, MAX_REACHED], (row) => ({
    file: row.integer('file_id'),
    distance: row.integer('distance'),
  }));
}
