import type { ImpactData } from '@analyzer/contracts/query/impact.data';
import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import type { Subject } from './subject.ts';

/** Most nodes that a search follows. */
export const MAX_REACHED = 20_000;

const back = (kind: 'calls' | 'imports') => `
  SELECT DISTINCT from_id AS id FROM json_each(?) AS wanted
  CROSS JOIN edge ON to_id = wanted.value AND kind = ${codeOf(EDGE_KINDS, kind)}
  WHERE ${goingOn('from_id')} ORDER BY from_id`;
const CALLERS = back('calls');
const IMPORTERS = back('imports');
const INNER = 'SELECT id FROM node WHERE id BETWEEN ? AND ? ORDER BY id';

/** Nodes by integer id, with their distance. */
export interface Reached {
  distances: ReadonlyMap<number, number>;
  /** False if more nodes are reached than followed. */
  isComplete: boolean;
}

/** Declarations and files that reach the subject through calls. */
export function reachingCallers(snapshot: Snapshot, { range }: Subject, depth: number): Reached {
  return search(
    snapshot,
    CALLERS,
    snapshot.all(INNER, range, (row) => row.integer('id')),
    depth,
  );
}

/** Files that reach the subject's file through imports. */
export function reachingFiles(snapshot: Snapshot, { file }: Subject, depth: number): Reached {
  return search(snapshot, IMPORTERS, [file], depth);
}

/** What depends on the subject, by distance. */
export function reachOf(
  snapshot: Snapshot,
  subject: Subject,
  depth: number,
): Pick<ImpactData, 'reach' | 'reach_complete'> {
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
function search(snapshot: Snapshot, sql: string, start: readonly number[], depth: number): Reached {
  const distances = new Map<number, number>();
  const known = new Set(start);
  let frontier = [...start];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const next = snapshot
      .all(sql, [JSON.stringify(frontier)], (row) => row.integer('id'))
      .filter((id) => !known.has(id));
    for (const id of next) {
      if (distances.size >= MAX_REACHED) return { distances, isComplete: false };
      known.add(id);
      distances.set(id, distance);
    }
    frontier = next;
  }
  return { distances, isComplete: true };
}
