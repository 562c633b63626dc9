import type { ImpactData } from '@analyzer/contracts/query/impact.data';
import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import type { Range } from '../filters/scope.ts';
import type { Subject } from './subject.ts';

/** Most nodes that a search follows. */
const MAX_REACHED = 20_000;

/** Rows of nodes that lead to a range of nodes, in one statement: of each distance, as many as are still wanted. */
function reachSql(kind: 'calls' | 'imports', depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, before) => `
    near${before + 1}(id, distance) AS MATERIALIZED (
      SELECT id, distance FROM near${before}
      UNION ALL
      SELECT id, ${before + 1} FROM (
        SELECT DISTINCT from_id AS id
        FROM (SELECT json_group_array(id) AS list FROM near${before} WHERE distance = ${before}) AS last, json_each(last.list) AS wanted
        CROSS JOIN edge ON to_id = wanted.value AND kind = ${codeOf(EDGE_KINDS, kind)}
        WHERE from_id NOT IN (SELECT id FROM near${before}) AND ${goingOn('from_id')}
        ORDER BY from_id LIMIT ? - (SELECT count(*) FROM near${before} WHERE distance > 0)
      ) AS next
    )`,
  );
  return `
    WITH near0(id, distance) AS MATERIALIZED (SELECT value, 0 FROM json_each(?)), ${levels.join(',')}
    SELECT id, distance FROM near${depth} WHERE distance > 0 ORDER BY distance, id`;
}

/** Nodes by integer id, with their distance. */
export interface Reached {
  distances: ReadonlyMap<number, number>;
  /** False if more nodes are reached than followed. */
  isComplete: boolean;
}

/** Declarations and files that reach the subject through calls. */
export function reachingCallers(snapshot: Snapshot, { range }: Subject, depth: number): Reached {
  return search(snapshot, 'calls', range, depth);
}

/** Files that reach the subject's file through imports. */
export function reachingFiles(snapshot: Snapshot, { file }: Subject, depth: number): Reached {
  return search(snapshot, 'imports', [file, file], depth);
}

/** What depends on the subject, by distance. */
export function reachOf(
  snapshot: Snapshot,
  subject: Subject,
  depth: number,
): Pick<ImpactData, 'reach' | 'reach_complete'> {
  snapshot.gather([() => reachingCallers(snapshot, subject, depth), () => reachingFiles(snapshot, subject, depth)]);
  const calls = reachingCallers(snapshot, subject, depth);
  const files = reachingFiles(snapshot, subject, depth);
  const [declarationsAt, filesAt] = [calls, files].map(({ distances }) => counted(distances.values()));
  const steps = Array.from({ length: depth }, (_, index) => ({
    distance: index + 1,
    declarations: declarationsAt?.get(index + 1) ?? 0,
    files: filesAt?.get(index + 1) ?? 0,
  }));
  return {
    reach: steps.filter(({ declarations, files: its }) => declarations + its > 0),
    reach_complete: calls.isComplete && files.isComplete,
  };
}

function counted(values: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Breadth-first search against the direction of edges. */
function search(snapshot: Snapshot, kind: 'calls' | 'imports', [first, last]: Range, depth: number): Reached {
  // As a range, a server would plan the statement each time.
  const start = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const values = [JSON.stringify(start), ...Array.from({ length: depth }, () => MAX_REACHED + 1)];
  const found = snapshot.all(
    reachSql(kind, depth),
    values,
    (row) => [row.integer('id'), row.integer('distance')] as const,
  );
  return { distances: new Map(found.slice(0, MAX_REACHED)), isComplete: found.length <= MAX_REACHED };
}
