import type { CyclesData } from '@analyzer/contracts/query/cycles.data';
import { byId } from '#index/by-id.ts';
import { codeOf, EDGE_KINDS, LAST_LOAD_PHASE } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';

type Step = CyclesData['items'][number]['example'][number];

/** A cycle of the index. */
export interface StoredCycle {
  id: number;
  isDeferred: boolean;
}

const tableOf = ({ isDeferred }: StoredCycle) => (isDeferred ? 'non_load_cycle_file' : 'cycle_file');

/** The first files of a cycle, by path. */
export function filesOfCycle(snapshot: Snapshot, cycle: StoredCycle, limit: number): string[] {
  const sql = `
    SELECT path FROM ${tableOf(cycle)} JOIN file ON file.id = file_id WHERE cycle_id = ? ORDER BY file_id LIMIT ?`;
  return snapshot.all(sql, [cycle.id, limit], (row) => row.text('path'));
}

/** The shortest example that the index has. */
export function storedExample(snapshot: Snapshot, cycle: StoredCycle): Step[] {
  const sql = `SELECT file_id FROM ${tableOf(cycle)} WHERE cycle_id = ? AND step IS NOT NULL ORDER BY step`;
  return stepsOf(
    snapshot,
    snapshot.all(sql, [cycle.id], (row) => row.integer('file_id')),
  );
}

/** One of the shortest cycles through a file, by breadth-first search from it. */
export function cycleThrough(snapshot: Snapshot, cycle: StoredCycle, file: number): Step[] {
  const targets = importsIn(snapshot, cycle);
  const before = new Map<number, number>();
  let frontier = [file];
  while (frontier.length > 0 && !before.has(file)) {
    const next: number[] = [];
    for (const from of frontier) {
      for (const to of targets.get(from) ?? []) {
        if (before.has(to)) continue;
        before.set(to, from);
        next.push(to);
      }
    }
    frontier = next;
  }
  const files: number[] = [];
  for (let at = before.get(file); at !== undefined && at !== file; at = before.get(at)) files.unshift(at);
  return stepsOf(snapshot, [file, ...files]);
}

function importsIn(snapshot: Snapshot, cycle: StoredCycle): Map<number, number[]> {
  const table = tableOf(cycle);
  const sql = `
    SELECT from_id, to_id FROM ${table} AS own
    CROSS JOIN edge ON from_id = own.file_id AND kind = ${codeOf(EDGE_KINDS, 'imports')}
    JOIN ${table} AS other ON other.cycle_id = own.cycle_id AND other.file_id = to_id
    WHERE own.cycle_id = ? ${cycle.isDeferred ? '' : `AND phase <= ${LAST_LOAD_PHASE}`}
    ORDER BY from_id, to_id`;
  return byId(snapshot.all(sql, [cycle.id], (row) => [row.integer('from_id'), row.integer('to_id')]));
}

const LINES = `
  SELECT file.path, edge.line FROM json_each(?) AS own
  JOIN json_each(?) AS other ON other.key = own.key
  JOIN file ON file.id = own.value
  JOIN edge ON edge.from_id = own.value AND edge.kind = ${codeOf(EDGE_KINDS, 'imports')} AND edge.to_id = other.value
  ORDER BY own.key`;

/** @param files in the order of their imports; the last one imports the first */
function stepsOf(snapshot: Snapshot, files: readonly number[]): Step[] {
  const [first] = files;
  if (first === undefined) return [];
  const values = [JSON.stringify(files), JSON.stringify([...files.slice(1), first])];
  return snapshot.all(LINES, values, (row) => ({ path: row.text('path'), line: row.integer('line') }));
}
