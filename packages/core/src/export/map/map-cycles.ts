import type { MapCycle } from '@analyzer/contracts/pages/map';
import { codeOf, EDGE_KINDS, LAST_LOAD_PHASE, LINK_STATES } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { feedbackArcs } from './feedback-arcs.ts';
import type { MapIndices } from './map-indices.ts';
import { projectRows } from './project-rows.ts';

interface Member {
  cycle: number;
  project: number;
  /** Node id. */
  file: number;
  /** Position in the shortest example; -1 if it is not part of it. */
  step: number;
}

type CycleTable = 'cycle_file' | 'non_load_cycle_file';

const membersOf = (table: CycleTable) => `
  SELECT cycle_id, project_id, file_id, coalesce(step, -1) AS step
  FROM ${table} JOIN file ON file.id = file_id
  ORDER BY cycle_id, file_id`;

/** Imports that do not run at load count only in the cycles that close through them. */
const edgesOf = (table: CycleTable) => `
  SELECT own.file_id AS from_id, to_id, line
  FROM ${table} AS own
  JOIN edge ON from_id = own.file_id AND kind = ${codeOf(EDGE_KINDS, 'imports')}
    AND state = ${codeOf(LINK_STATES, 'resolved')} ${table === 'cycle_file' ? `AND phase <= ${LAST_LOAD_PHASE}` : ''}
  JOIN ${table} AS other ON other.cycle_id = own.cycle_id AND other.file_id = to_id
  WHERE own.cycle_id = ?
  ORDER BY from_id, to_id`;

/** The import cycles at load, largest first, each with its feedback arc set. */
export function readCycles(snapshot: Snapshot, indices: MapIndices): MapCycle[] {
  return cyclesIn(snapshot, indices, 'cycle_file');
}

/** Likewise, the cycles that close only through imports that do not run at load. */
export function readNonLoadCycles(snapshot: Snapshot, indices: MapIndices): MapCycle[] {
  return cyclesIn(snapshot, indices, 'non_load_cycle_file');
}

function cyclesIn(snapshot: Snapshot, indices: MapIndices, table: CycleTable): MapCycle[] {
  const byCycle = new Map<number, Member[]>();
  const rowOf = projectRows(snapshot);
  const members = snapshot.all(membersOf(table), [], (row) => ({
    cycle: row.integer('cycle_id'),
    project: rowOf(row.integer('project_id')),
    file: row.integer('file_id'),
    step: row.integer('step'),
  }));
  for (const member of members) {
    const list = byCycle.get(member.cycle);
    if (list === undefined) byCycle.set(member.cycle, [member]);
    else list.push(member);
  }
  const edges = edgesOf(table);
  const cycles = [...byCycle].map(([cycle, list]) => cycleOf(snapshot, edges, cycle, list, indices));
  // The sort is stable, so cycles of equal size keep the order of the index.
  return cycles.sort((a, b) => b.files.length - a.files.length);
}

function cycleOf(
  snapshot: Snapshot,
  sql: string,
  cycle: number,
  members: readonly Member[],
  indices: MapIndices,
): MapCycle {
  const indexOf = new Map(members.map(({ file }, index) => [file, index]));
  const edges: MapCycle['edges'] = { from: [], to: [], line: [] };
  for (const [from = 0, to = 0, line = 0] of snapshot.all(sql, [cycle], (row) => [
    row.integer('from_id'),
    row.integer('to_id'),
    row.integer('line'),
  ])) {
    edges.from.push(indexOf.get(from) ?? 0);
    edges.to.push(indexOf.get(to) ?? 0);
    edges.line.push(line);
  }
  const { arcs, smallest } = feedbackArcs({ count: members.length, from: edges.from, to: edges.to });
  const example = members.flatMap(({ step }, index) => (step < 0 ? [] : [{ step, index }]));
  return {
    project: members[0]?.project ?? 0,
    files: members.map(({ file }) => indices.of(file)),
    edges,
    example: example.sort((a, b) => a.step - b.step).map(({ index }) => index),
    cut: arcs,
    cut_is_smallest: smallest,
  };
}
