import type { GroupKind } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import { describeGroups } from '#query/describe/groups.ts';
import { readNodes } from '#query/describe/nodes.ts';
import { type PickedOccurrence, pickOccurrences } from '#query/describe/occurrences.ts';
import { cutText } from '#query/evidence/differences.ts';
import {
  type EvidenceOccurrence,
  type GatheredOccurrences,
  gatherOccurrences,
  readOccurrences,
} from '#query/evidence/occurrences.ts';
import { redacted } from '#query/redact/secrets.ts';
import { relationOfGroup } from '#query/relations/of-group.ts';
import { type Bases, basesOf } from './bases.ts';
import { type Changes, changesOf } from './changes.ts';
import { licenceFiles } from './context-files.ts';
import { coveringContracts, manifestStates } from './contracts.ts';
import { type Control, controlOf } from './control.ts';
import type { ContextDraft, DraftGroup, DraftOccurrence, DraftProject, SourceRange } from './draft.ts';
import { importedProjects } from './imported-projects.ts';

/** Occurrences that every packet has of each group: what a decision to merge copies needs. */
export const MIN_OCCURRENCES = 2;

/** The largest number of evidence items. */
const MAX_EVIDENCE = 200;
/** Differences of a group. */
const MAX_DIFFERENCES = 100;
/** Folders or files of a relation. */
const MAX_SIDES = 3;
/** An evidence item in a packet has more characters. */
const SHORTEST_ITEM = 100;

type Links = EvidenceOccurrence['callers'];

interface Gathered extends GatheredOccurrences {
  ranges: SourceRange[];
  picked: readonly PickedOccurrence[];
  bases: readonly Bases[];
  changes: readonly (Changes | undefined)[];
  /** Undefined if it is that of the first occurrence. */
  control: readonly (Control | undefined)[];
}

/**
 * Reads all that a packet with this limit can contain.
 *
 * @param groups integer ids
 */
export function gatherDraft(snapshot: Snapshot, groups: readonly number[], maxChars: number): ContextDraft {
  const most = Math.min(MAX_EVIDENCE, Math.floor(maxChars / SHORTEST_ITEM));
  const each = Math.max(MIN_OCCURRENCES, Math.floor(most / groups.length));
  snapshot.gather([
    () => describeGroups(snapshot, groups),
    ...groups.map((group) => () => pickOccurrences(snapshot, group, each)),
    ...groups.map((group) => () => relationOf(snapshot, group)),
  ]);
  const described = describeGroups(snapshot, groups);
  const picked = groups.map((group) => pickOccurrences(snapshot, group, each));
  snapshot.gather(described.flatMap(({ kind }, index) => readsOfGroup(snapshot, kind, picked[index] ?? [])));
  const gathered = described.map(({ kind }, index) => gatherGroup(snapshot, kind, picked[index] ?? []));
  const { occurrences, nodes, names } = interleaved(gathered);
  const labels = new Set(occurrences.map(({ project }) => project));
  snapshot.gather([
    () => licenceFiles(snapshot, occurrences),
    () => manifestStates(snapshot, labels),
    () => importedProjects(snapshot, labels),
    () => projectsOf(snapshot, labels),
  ]);
  const licences = licenceFiles(snapshot, occurrences);
  const manifests = manifestStates(snapshot, labels);
  const { contracts, more } = coveringContracts(snapshot, nodes);
  const imported = importedProjects(snapshot, labels);
  return {
    snapshotId: snapshot.id,
    groups: described.map(({ group_id, kind, language, nodes, projects, occurrences: total }, index): DraftGroup => {
      const all = gathered[index]?.differences.list(names[index] ?? []) ?? [];
      return {
        head: { group_id, kind, language, nodes, projects, occurrences: total, ...relationOf(snapshot, groups[index]) },
        differences: all.slice(0, MAX_DIFFERENCES),
        moreDifferences: Math.max(0, all.length - MAX_DIFFERENCES),
      };
    }),
    occurrences,
    projects: projectsOf(snapshot, labels).map((project) => ({
      ...project,
      manifest: manifests.get(project.project) ?? 'none',
      imports: imported.get(project.project) ?? [],
      contextFiles: licences.get(project.project) ?? [],
    })),
    contracts,
    moreContracts: more,
  };
}

/** What reads the rows of `gatherGroup`; comparing them takes far longer. */
function readsOfGroup(snapshot: Snapshot, kind: GroupKind, picked: readonly PickedOccurrence[]): (() => unknown)[] {
  return [
    () => readOccurrences(snapshot, picked),
    () => basesOf(snapshot, picked),
    () => rangesOf(snapshot, picked),
    () => controlOf(snapshot, controlled(kind, picked)),
  ];
}

function gatherGroup(snapshot: Snapshot, kind: GroupKind, picked: readonly PickedOccurrence[]): Gathered {
  return {
    ...gatherOccurrences(snapshot, kind, picked),
    bases: basesOf(snapshot, picked),
    ranges: rangesOf(snapshot, picked),
    picked,
    changes: kind === 'near' || kind === 'block-shape' ? changesOf(snapshot, picked) : [],
    control: controlOf(snapshot, controlled(kind, picked)),
  };
}

/** The occurrences whose control structures a packet has: those of similar functions, or the first one. */
function controlled(kind: GroupKind, picked: readonly PickedOccurrence[]): readonly PickedOccurrence[] {
  return kind === 'near' ? picked : picked.slice(0, 1);
}

/** The fact that explains a group; each packet has it, so it is short. */
function relationOf(snapshot: Snapshot, group = 0): Pick<DraftGroup['head'], 'relation'> {
  const found = relationOfGroup(snapshot, group, MAX_SIDES);
  if (found === undefined) return {};
  const { differs, ...relation } = found;
  return {
    relation: { ...relation, ...(differs !== undefined && { differs: redacted(cutText(differs)) }) },
  };
}

/** Occurrences from the groups in turn, with their nodes, and their ids by group. */
function interleaved(groups: readonly Gathered[]): {
  occurrences: DraftOccurrence[];
  nodes: { node: number; project: string }[];
  names: string[][];
} {
  const occurrences: DraftOccurrence[] = [];
  const nodes: { node: number; project: string }[] = [];
  const names = groups.map((): string[] => []);
  const most = Math.max(...groups.map((group) => group.occurrences.length));
  for (let turn = 0; turn < most; turn++) {
    for (const [group, gathered] of groups.entries()) {
      const occurrence = gathered.occurrences[turn];
      const range = gathered.ranges[turn];
      const node = gathered.picked[turn]?.node;
      if (occurrence === undefined || range === undefined || node === undefined) continue;
      const changes = gathered.changes[turn];
      occurrences.push({
        ...draftOccurrence(occurrence, group, gathered.bases[turn] ?? [], gathered.control[turn]),
        range,
        ...(changes === undefined ? {} : { changes }),
      });
      nodes.push({ node, project: occurrence.node.project });
      names[group]?.push(`E${occurrences.length}`);
    }
  }
  return { occurrences, nodes, names };
}

function draftOccurrence(
  { node, range, similarity, match, signature, sha256, imports, callers, callees }: EvidenceOccurrence,
  group: number,
  bases: Bases,
  control: Control | undefined,
): Omit<DraftOccurrence, 'range'> {
  const lines = { start_line: node.start_line ?? 1, end_line: node.end_line ?? 1 };
  const isInside = range !== undefined && node.start_line !== undefined;
  return {
    group,
    project: node.project,
    path: node.path,
    sha256,
    item: {
      kind: node.kind,
      name: redacted(node.qualified_name ?? ''),
      ...(range === undefined ? lines : { start_line: range.start_line, end_line: range.end_line }),
      ...(isInside ? { declaration: lines } : {}),
      ...(similarity === undefined ? {} : { similarity }),
      ...(match === undefined ? {} : { match }),
    },
    details: {
      parameters: signature.parameters,
      returns: signature.returns ?? null,
      ...(bases.length === 0 ? {} : { bases }),
      ...(control === undefined ? {} : { control }),
      imports: {
        items: imports.items.map(({ specifier, names, state, path, project }) => ({
          ...{ specifier, names, state },
          ...(path === undefined ? {} : { path }),
          ...(project === undefined ? {} : { project }),
        })),
        omitted: imports.omitted,
        ...(imports.of_file && { of_file: true }),
      },
      callers: linksOf(callers),
      callees: linksOf(callees),
    },
  };
}

function linksOf({ items, omitted }: Links): DraftOccurrence['details']['callers'] {
  return {
    items: items.map(({ node, line, state }) => ({
      ...{ name: redacted(node.qualified_name ?? ''), path: node.path, line, state },
    })),
    omitted,
  };
}

function rangesOf(snapshot: Snapshot, picked: readonly PickedOccurrence[]): SourceRange[] {
  const nodes = picked.map(({ node }) => node);
  const complete = readNodes(snapshot, nodes, (row): SourceRange => {
    const [start, end] = [row.optionalInteger('start_byte'), row.optionalInteger('end_byte')];
    return {
      language: row.optionalText('language') ?? '',
      startLine: row.optionalInteger('start_line') ?? 1,
      endLine: row.optionalInteger('end_line') ?? 1,
      ...(start === undefined || end === undefined ? {} : { bytes: { start, end } }),
    };
  });
  return complete.map((range, index): SourceRange => {
    const block = picked[index]?.range;
    if (block === undefined) return range;
    const bytes = { start: block.start_byte, end: block.end_byte };
    return { language: range.language, startLine: block.start_line, endLine: block.end_line, bytes };
  });
}

const PROJECTS = `
  SELECT label, files, functions FROM json_each(?, '$') AS wanted JOIN project ON project.label = wanted.value
  ORDER BY project.id`;

function projectsOf(
  snapshot: Snapshot,
  labels: ReadonlySet<string>,
): Omit<DraftProject, 'contextFiles' | 'imports' | 'manifest'>[] {
  return snapshot.all(PROJECTS, [JSON.stringify([...labels])], (row) => ({
    project: row.text('label'),
    files: row.integer('files'),
    functions: row.integer('functions'),
  }));
}
