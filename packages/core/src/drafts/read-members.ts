import type { DescribedNode } from '@analyzer/contracts/query/common';
import type { DraftMember } from '#generalize/draft-source.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { describeNode } from '#query/describe/nodes.ts';
import { projectRange } from '#query/filters/scope.ts';

/** Copies that are drafted, as many as a scan drafts. */
const MAX_COPIES = 1000;

/** A copy with its node. */
export interface IndexedMember {
  /** Integer ids. */
  node: number;
  file: number;
  described: DescribedNode;
  /** A range inside of the node: a block or a callback. */
  isPart: boolean;
  member: DraftMember;
}

/** The project whose copies are drafted. */
export interface DraftedProject {
  /** Integer id. */
  id: number;
  label: string;
  copies: number;
}

const PROJECT = `
  SELECT project.id, project.label, group_project.occurrences
  FROM group_project JOIN project ON project.id = group_project.project_id
  WHERE group_project.group_id = ? AND project.id BETWEEN ? AND ?
  ORDER BY group_project.occurrences DESC, project.id LIMIT 1`;
const MEMBERS = `
  SELECT its.*, occurrence.start_line AS own_line, occurrence.end_line AS own_end_line,
    occurrence.start_byte AS own_byte, occurrence.end_byte AS own_end_byte FROM occurrence JOIN described_node AS its ON its.id = occurrence.node_id
  WHERE occurrence.group_id = ? AND its.project_id = ? ORDER BY occurrence.seq LIMIT ${MAX_COPIES}`;

/**
 * @param label of the project; undefined for the one with most copies
 * @returns undefined if it has no copy of the group
 * @throws AnalyzerError `not_found`
 */
export function draftedProject(snapshot: Snapshot, group: number, label?: string): DraftedProject | undefined {
  return snapshot.first(PROJECT, [group, ...projectRange(snapshot, label)], (row) => ({
    id: row.integer('id'),
    label: row.text('label'),
    copies: row.integer('occurrences'),
  }));
}

/** @param isOfBlocks whether the copies are runs of statements */
export function readMembers(snapshot: Snapshot, group: number, project: number, isOfBlocks: boolean): IndexedMember[] {
  return snapshot.all(MEMBERS, [group, project], (row) => memberOf(row, isOfBlocks));
}

function memberOf(row: Row, isOfBlocks: boolean): IndexedMember {
  const described = describeNode(row);
  const { node_id: id, kind, path, qualified_name: name = '', start_line = 1, end_line = 1 } = described;
  const range = {
    ...{ id, name },
    start_byte: row.optionalInteger('start_byte') ?? 0,
    end_byte: row.optionalInteger('end_byte') ?? 0,
  };
  const isFunction = kind === 'function' || kind === 'method';
  const block = isOfBlocks ? blockOf(row, id, name) : undefined;
  return {
    node: row.integer('id'),
    file: row.integer('file_id'),
    described,
    isPart: row.optionalInteger('own_line') !== undefined,
    member: { path, range, lines: [start_line, end_line], isFunction, ...block },
  };
}

/** A run of statements inside of a declaration. */
function blockOf(row: Row, within: string, name: string): Pick<DraftMember, 'range' | 'lines' | 'isFunction'> {
  const start_byte = row.optionalInteger('own_byte') ?? 0;
  const end_byte = row.optionalInteger('own_end_byte') ?? 0;
  return {
    range: { id: `${within}:${start_byte}`, within, name, start_byte, end_byte, isBlock: true },
    lines: [row.optionalInteger('own_line') ?? 1, row.optionalInteger('own_end_line') ?? 1],
    isFunction: true,
  };
}
