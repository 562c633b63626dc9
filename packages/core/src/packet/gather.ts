import type { Snapshot } from '#index/port.ts';
import { describeGroups } from '#query/describe/groups.ts';
import { pickOccurrences } from '#query/describe/occurrences.ts';
import { type EvidenceOccurrence, type GatheredOccurrences, gatherOccurrences } from '#query/evidence/occurrences.ts';
import { licenceFiles } from './context-files.ts';
import type { ContextDraft, DraftGroup, DraftOccurrence, DraftProject } from './draft.ts';

/** Occurrences that every packet has of each group: what a decision to merge copies needs. */
export const LEAST_OCCURRENCES = 2;

/** The largest number of evidence items. */
const MOST_EVIDENCE = 200;
/** Differences of a group. */
const MOST_DIFFERENCES = 100;
/** An evidence item in a packet has more characters. */
const SHORTEST_ITEM = 100;

type Links = EvidenceOccurrence['callers'];

/**
 * Reads all that a packet with this limit can contain.
 *
 * @param groups integer ids
 */
export function gatherDraft(snapshot: Snapshot, groups: readonly number[], maxChars: number): ContextDraft {
  const most = Math.min(MOST_EVIDENCE, Math.floor(maxChars / SHORTEST_ITEM));
  const each = Math.max(LEAST_OCCURRENCES, Math.floor(most / groups.length));
  const described = describeGroups(snapshot, groups);
  const gathered = described.map(({ kind }, index) =>
    gatherOccurrences(snapshot, kind, pickOccurrences(snapshot, groups[index] ?? 0, each)),
  );
  const { occurrences, names } = interleaved(gathered);
  const licences = licenceFiles(snapshot, occurrences);
  return {
    snapshotId: snapshot.id,
    groups: described.map(({ group_id, kind, language, nodes, projects, occurrences: total }, index): DraftGroup => {
      const all = gathered[index]?.differences.list(names[index] ?? []) ?? [];
      return {
        head: { group_id, kind, language, nodes, projects, occurrences: total },
        differences: all.slice(0, MOST_DIFFERENCES),
        moreDifferences: Math.max(0, all.length - MOST_DIFFERENCES),
      };
    }),
    occurrences,
    projects: projectsOf(snapshot, new Set(occurrences.map(({ project }) => project))).map((project) => ({
      ...project,
      contextFiles: licences.get(project.project) ?? [],
    })),
  };
}

/** Occurrences from the groups in turn, and their ids by group. */
function interleaved(groups: readonly GatheredOccurrences[]): { occurrences: DraftOccurrence[]; names: string[][] } {
  const occurrences: DraftOccurrence[] = [];
  const names = groups.map((): string[] => []);
  const most = Math.max(...groups.map((group) => group.occurrences.length));
  for (let turn = 0; turn < most; turn++) {
    for (const [group, gathered] of groups.entries()) {
      const occurrence = gathered.occurrences[turn];
      if (occurrence === undefined) continue;
      occurrences.push(draftOccurrence(occurrence, group));
      names[group]?.push(`E${occurrences.length}`);
    }
  }
  return { occurrences, names };
}

function draftOccurrence(
  { node, range, similarity, match, signature, sha256, imports, callers, callees }: EvidenceOccurrence,
  group: number,
): DraftOccurrence {
  const lines = { start_line: node.start_line ?? 1, end_line: node.end_line ?? 1 };
  const isInside = range !== undefined && node.start_line !== undefined;
  return {
    group,
    project: node.project,
    path: node.path,
    sha256,
    item: {
      kind: node.kind,
      name: node.qualified_name ?? '',
      ...(range === undefined ? lines : { start_line: range.start_line, end_line: range.end_line }),
      ...(isInside ? { declaration: lines } : {}),
      ...(similarity === undefined ? {} : { similarity }),
      ...(match === undefined ? {} : { match }),
    },
    details: {
      parameters: signature.parameters,
      returns: signature.returns ?? null,
      imports: {
        items: imports.items.map(({ specifier, names, state, path, project }) => ({
          ...{ specifier, names, state },
          ...(path === undefined ? {} : { path }),
          ...(project === undefined ? {} : { project }),
        })),
        omitted: imports.omitted,
      },
      callers: linksOf(callers),
      callees: linksOf(callees),
    },
  };
}

function linksOf({ items, omitted }: Links): DraftOccurrence['details']['callers'] {
  return {
    items: items.map(({ node, line, state }) => ({
      ...{ name: node.qualified_name ?? '', path: node.path, line, state },
    })),
    omitted,
  };
}

const PROJECTS = `
  SELECT label, files, functions FROM json_each(?) AS wanted JOIN project ON project.label = wanted.value
  ORDER BY project.id`;

function projectsOf(snapshot: Snapshot, labels: ReadonlySet<string>): Omit<DraftProject, 'contextFiles'>[] {
  return snapshot.all(PROJECTS, [JSON.stringify([...labels])], (row) => ({
    project: row.text('label'),
    files: row.integer('files'),
    functions: row.integer('functions'),
  }));
}
