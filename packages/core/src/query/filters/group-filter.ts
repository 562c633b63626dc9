import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import { classBits, codeOf, type FileClass, GROUP_KINDS } from '#index/codes.ts';
import type { Snapshot, Value } from '#index/port.ts';
import { exactly, languageRange, type Range } from './scope.ts';

/** Conditions on groups, other than names and projects. */
export interface GroupFilter {
  kinds: Range;
  languages: Range;
  /** Number of projects. */
  projects: Range;
  leastNodes: number;
  withContained: boolean;
  /** With groups that have the occurrences of another one. */
  withSame: boolean;
  /** Sum of classes: a group is omitted where all its occurrences have one of them. */
  unwanted: number;
}

export function groupFilter(snapshot: Snapshot, params: CompleteClonesParams): GroupFilter {
  return {
    kinds: exactly(params.kind === undefined ? undefined : codeOf(GROUP_KINDS, params.kind)),
    languages: languageRange(snapshot, params.language),
    projects: projectsRange(params),
    leastNodes: params.min_nodes,
    withContained: params.contained || isOfNewKind(params),
    // Groups with the same occurrences are listed once.
    withSame: params.kind === 'function-shape',
    unwanted: classBits(unwantedClasses(params)),
  };
}

/** The range conditions shared by groups and group counts. A sign before the first two columns keeps an index away. */
export function groupRanges(sign: '' | '+'): string {
  return `${sign}kind BETWEEN ? AND ? AND ${sign}language_id BETWEEN ? AND ? AND projects BETWEEN ? AND ? AND nodes >= ?`;
}

/** The other conditions of groups and of group counts. */
export const GROUP_FLAGS = '(contained_in IS NULL OR ? = 1) AND (same_as IS NULL OR ? = 1) AND classes & ? = 0';
export const COUNT_FLAGS = 'contained <= ? AND same_as <= ? AND classes & ? = 0';

/** The values of `groupRanges`, then of either flags. */
export function groupValues(filter: GroupFilter): Value[] {
  return [...filter.kinds, ...filter.languages, ...filter.projects, filter.leastNodes, ...flagValues(filter)];
}

function flagValues({ withContained, withSame, unwanted }: GroupFilter): Value[] {
  return [Number(withContained), Number(withSame), unwanted];
}

type Sort = CompleteClonesParams['sort'];

const [BODY, SHAPE] = [codeOf(GROUP_KINDS, 'function-body'), codeOf(GROUP_KINDS, 'function-shape')];
/** Functions without differences, then those with other names; what others need is only known with their source. */
const EASE = `CASE WHEN kind = ${BODY} THEN 0 WHEN kind = ${SHAPE} THEN 1 ELSE 2 END`;

export const GROUP_ORDERS: Readonly<Record<Sort, { order: string; reversed: string }>> = {
  score: { order: 'id', reversed: 'id DESC' },
  projects: { order: 'id', reversed: 'id DESC' },
  weight: { order: 'score DESC, id', reversed: 'score, id DESC' },
  occurrences: { order: 'occurrences DESC, id', reversed: 'occurrences, id DESC' },
  nodes: { order: 'nodes DESC, id', reversed: 'nodes, id DESC' },
  ease: { order: `${EASE}, score DESC, id`, reversed: `${EASE} DESC, score, id DESC` },
};

/** An explicit question for similar declarations or blocks lists every group, also folded ones. */
function isOfNewKind({ kind }: CompleteClonesParams): boolean {
  return kind !== undefined && !kind.startsWith('function-');
}

function* unwantedClasses(params: CompleteClonesParams): Generator<FileClass> {
  yield* params.without_classes ?? [];
  if (!params.include_tests) yield 'test';
  if (!params.include_vendored) yield 'vendored';
}

function projectsRange({ cross_project: crossProject, min_projects: least }: CompleteClonesParams): Range {
  if (crossProject === undefined) return [least, Number.MAX_SAFE_INTEGER];
  return crossProject ? [Math.max(least, 2), Number.MAX_SAFE_INTEGER] : [least, 1];
}
