import { FLAG_DATA, FLAG_SMALL, type MapEase, type MapGroup, type MapRanges } from '@analyzer/contracts/pages/map';
import { easeOfGroup } from '#generalize/ease.ts';
import { classesOfGroups, excludedBits, type GroupClass } from '#index/lists/group-classes.ts';
import type { Snapshot } from '#index/port.ts';
import { type ShownGroup, similarityOf } from '../shown-groups.ts';
import { classMapFlags } from './flags.ts';
import type { Languages } from './languages.ts';
import { ageOf } from './map-ages.ts';
import type { PickedBlock } from './map-blocks.ts';
import type { MapIndices } from './map-indices.ts';
import { projectRows } from './project-rows.ts';

/** A shown group with the nodes of its shown occurrences. */
export interface PickedGroup {
  group: ShownGroup;
  nodes: readonly number[];
  /** Aligned with `nodes`; empty for groups of declarations. */
  blocks: readonly PickedBlock[];
}

/** The groups in the form of the page; all shown occurrences must be in the map. */
export function mapGroups(
  snapshot: Snapshot,
  { groups: picked, listed }: { groups: readonly PickedGroup[]; listed: readonly number[] },
  languages: Languages,
  indices: MapIndices,
): MapGroup[] {
  const classes = classesOfGroups(
    snapshot,
    picked.map(({ group }) => group.rank),
    excludedBits([]),
  );
  const order = new Map(listed.map((id, at) => [id, at]));
  return picked.map(({ group, nodes, blocks }) => {
    const listedAt = order.get(group.rank);
    const isOfDeclarations = group.kind === 'near' && blocks.length === 0;
    const copies = nodes.map((node, at) => ({ node, line: blocks[at]?.startLine ?? 0 }));
    const projects = projectsOf(snapshot, group);
    const ease = easeIn(group, projects, blocks.length > 0);
    const age = ageOf(snapshot, group.rank, copies);
    const similarity = isOfDeclarations ? nodes.map(similarityOf(snapshot, group)) : undefined;
    return {
      id: group.id,
      kind: group.kind,
      language: languages.indexOf(group.language),
      nodes: group.nodes,
      lines: group.lines,
      least_lines: group.leastLines,
      score: group.score,
      names: group.names.length > 0 ? group.names : fileNames(snapshot, blocks),
      projects,
      occurrence_count: group.occurrences,
      occurrences: nodes.map((node) => indices.declaration(node)),
      ...(similarity === undefined ? {} : { similarity }),
      ...(blocks.length === 0 ? {} : { ranges: rangesOf(blocks, indices) }),
      ...(group.whole === undefined ? {} : { whole: group.whole }),
      ...(listedAt === undefined ? {} : { listed: listedAt }),
      ...(ease && { ease }),
      flags: flagsOf(group, classes.get(group.rank)),
      ...(age && { age }),
    };
  });
}

/** A draft is for copies of one project. */
function easeIn(
  { kind, language }: ShownGroup,
  { occurrences }: MapGroup['projects'],
  isOfBlocks: boolean,
): MapEase | undefined {
  return occurrences.some((count) => count > 1) ? easeOfGroup(kind, language, isOfBlocks) : undefined;
}

const MAX_NAMES = 3;

function fileNames(snapshot: Snapshot, blocks: readonly PickedBlock[]): string[] {
  const names = blocks.map(({ file }) => {
    return snapshot.first(
      'SELECT path FROM file WHERE id = ?',
      [file],
      (row) => row.text('path').split('/').at(-1) ?? '',
    );
  });
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, MAX_NAMES);
}

function rangesOf(blocks: readonly PickedBlock[], indices: MapIndices): MapRanges {
  return {
    file: blocks.map(({ file }) => indices.of(file)),
    start_line: blocks.map(({ startLine }) => startLine),
    end_line: blocks.map(({ endLine }) => endLine),
    ...(blocks.some(({ name }) => name !== undefined) && { name: blocks.map(({ name }) => name ?? null) }),
  };
}

function flagsOf({ classes }: ShownGroup, its: GroupClass | undefined): number {
  return (
    classMapFlags(classes | (its?.classes ?? 0)) |
    (its?.code.includes('small') ? FLAG_SMALL : 0) |
    (its?.code.includes('data') ? FLAG_DATA : 0)
  );
}

/** All projects of the group. */
function projectsOf(snapshot: Snapshot, { rank }: ShownGroup): MapGroup['projects'] {
  const columns: MapGroup['projects'] = { project: [], occurrences: [] };
  const rowOf = projectRows(snapshot);
  const sql = 'SELECT project_id, occurrences FROM group_project WHERE group_id = ? ORDER BY project_id';
  for (const [project = 0, occurrences = 0] of snapshot.all(sql, [rank], (row) => [
    rowOf(row.integer('project_id')),
    row.integer('occurrences'),
  ])) {
    columns.project.push(project);
    columns.occurrences.push(occurrences);
  }
  return columns;
}
