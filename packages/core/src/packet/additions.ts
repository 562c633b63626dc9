import type { ContextDraft, Sources } from './draft.ts';
import { MIN_OCCURRENCES } from './gather.ts';

/** A part that a packet has if it fits. Numbers are positions in the draft. */
export type Addition =
  | { kind: 'occurrence'; occurrence: number }
  | { kind: 'details'; occurrence: number }
  | { kind: 'changes'; occurrence: number }
  | { kind: 'source'; occurrence: number }
  | { kind: 'draft'; group: number }
  | { kind: 'contract'; contract: number }
  | { kind: 'difference'; group: number; difference: number }
  | { kind: 'context-files'; project: string };

/** Contracts before further occurrences and source: the most precise ones. */
const FIRST_CONTRACTS = 10;

/** Number of occurrences that every packet has. */
export function leastOccurrences({ groups, occurrences }: ContextDraft): number {
  return Math.min(occurrences.length, MIN_OCCURRENCES * groups.length);
}

/**
 * The parts of a draft in order of rank: what a decision needs first.
 *
 * @param sources undefined without source
 */
export function additionsOf(draft: ContextDraft, sources: Sources | undefined): Addition[] {
  const { groups, occurrences } = draft;
  const least = leastOccurrences(draft);
  const first = occurrences.slice(0, least);
  const mostDifferences = Math.max(...groups.map(({ differences }) => differences.length));
  const contracts = draft.contracts.map((_, contract): Addition => ({ kind: 'contract', contract }));
  const projects = new Set<string>();
  return [
    ...first.map((_, occurrence): Addition => ({ kind: 'details', occurrence })),
    ...Array.from({ length: mostDifferences }, (_, difference) =>
      groups.flatMap((its, group): Addition[] =>
        difference < its.differences.length ? [{ kind: 'difference', group, difference }] : [],
      ),
    ).flat(),
    ...first.flatMap((_, occurrence) => changesOf(occurrence)),
    ...contracts.slice(0, FIRST_CONTRACTS),
    ...first.flatMap((_, occurrence) => sourceOf(occurrence)),
    ...[...(sources?.drafts.keys() ?? [])].map((group): Addition => ({ kind: 'draft', group })),
    ...first.flatMap(({ project }) => contextFilesOf(project)),
    ...occurrences.slice(least).flatMap(({ project }, index): Addition[] => {
      const occurrence = least + index;
      return [
        { kind: 'occurrence', occurrence },
        { kind: 'details', occurrence },
        ...changesOf(occurrence),
        ...sourceOf(occurrence),
        ...contextFilesOf(project),
      ];
    }),
    ...contracts.slice(FIRST_CONTRACTS),
  ];

  function changesOf(occurrence: number): Addition[] {
    return occurrences[occurrence]?.changes === undefined ? [] : [{ kind: 'changes', occurrence }];
  }

  function sourceOf(occurrence: number): Addition[] {
    return occurrence < (sources?.quotes.length ?? 0) ? [{ kind: 'source', occurrence }] : [];
  }

  function contextFilesOf(project: string): Addition[] {
    const isKnown = projects.has(project);
    projects.add(project);
    const has = draft.projects.some((its) => its.project === project && its.contextFiles.length > 0);
    return isKnown || !has ? [] : [{ kind: 'context-files', project }];
  }
}
