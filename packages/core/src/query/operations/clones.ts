import type { ClonesData } from '@analyzer/contracts/query/clones.data';
import dataSchema from '@analyzer/contracts/query/clones.data/schema' with { type: 'json' };
import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import paramsSchema from '@analyzer/contracts/query/clones.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/clones.params/validate';
import { classBits, codeOf, type FileClass, GROUP_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot, type Value } from '#index/port.ts';
import { describeGroups } from '../describe/groups.ts';
import { matchingNames } from '../filters/matching.ts';
import { exactly, languageRange, projectRange, type Range } from '../filters/scope.ts';
import { TextGlob } from '../filters/text-glob.ts';
import { listOperation } from '../operation.ts';

type Sort = CompleteClonesParams['sort'];

export const clones = listOperation<CompleteClonesParams, ClonesData['items'][number]>({
  name: 'clones',
  description:
    'Groups of copied functions, most important first: by number of projects, then by repeated syntax. Each has a group_id for members and evidence.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, params) {
    const found = params.name === undefined ? byCounts(snapshot, params) : byNames(snapshot, params, params.name);
    return { items: describeGroups(snapshot, found.ids), total: found.total };
  },
});

/** The range conditions shared by groups and group counts, in the order of `rangesOf`. */
const CONDITIONS = 'kind BETWEEN ? AND ? AND language_id BETWEEN ? AND ? AND projects BETWEEN ? AND ? AND nodes >= ?';

/** The other conditions of groups and of group counts, in the order of `flagsOf`. */
const GROUP_FLAGS = `
  (contained_in IS NULL OR ? = 1) AND (same_as IS NULL OR ? = 1) AND classes & ? = 0`;
const COUNT_FLAGS = 'contained <= ? AND same_as <= ? AND classes & ? = 0';

const TOTAL = `SELECT coalesce(sum(n), 0) AS n FROM group_count WHERE project_id = ? AND ${CONDITIONS} AND ${COUNT_FLAGS}`;
const IN_PROJECT = 'id IN (SELECT group_id FROM group_project WHERE project_id = ?)';
const NAMED = 'id IN (SELECT group_id FROM group_name WHERE name_id IN (SELECT value FROM json_each(?)))';
const ORDERS: Readonly<Record<Sort, { order: string; reversed: string }>> = {
  score: { order: 'id', reversed: 'id DESC' },
  projects: { order: 'id', reversed: 'id DESC' },
  weight: { order: 'score DESC, id', reversed: 'score, id DESC' },
  occurrences: { order: 'occurrences DESC, id', reversed: 'occurrences, id DESC' },
  nodes: { order: 'nodes DESC, id', reversed: 'nodes, id DESC' },
};

interface Found {
  /** Integer ids of the page. */
  ids: number[];
  total: number;
}

function byCounts(snapshot: Snapshot, params: CompleteClonesParams): Found {
  const project = projectOf(snapshot, params);
  const filters = filtersOf(snapshot, params);
  const total = snapshot.count(TOTAL, [project ?? 0, ...filters]);
  const condition = project === undefined ? 'true' : IN_PROJECT;
  const values = [...(project === undefined ? [] : [project]), ...filters];
  return { ids: pageIds(snapshot, condition, values, params, total), total };
}

function byNames(snapshot: Snapshot, params: CompleteClonesParams, name: string): Found {
  const project = projectOf(snapshot, params);
  const names = matchingNames(snapshot, new TextGlob(name, 'name'));
  const condition = project === undefined ? NAMED : `${NAMED} AND ${IN_PROJECT}`;
  const values = [names, ...(project === undefined ? [] : [project]), ...filtersOf(snapshot, params)];
  const sql = `
    SELECT count(*) AS n FROM clone_group WHERE ${condition} AND ${CONDITIONS} AND ${GROUP_FLAGS} AND ${goingOn('id')}`;
  const total = snapshot.first(sql, values, (row) => row.integer('n')) ?? 0;
  return { ids: pageIds(snapshot, condition, values, params, total), total };
}

/** @param total number of groups; nothing is read after the last one, and late pages are read from the end */
function pageIds(
  snapshot: Snapshot,
  condition: string,
  values: readonly Value[],
  { sort, limit, offset }: CompleteClonesParams,
  total: number,
): number[] {
  const remaining = Math.min(limit, total - offset);
  if (remaining <= 0) return [];
  const fromEnd = total - offset - remaining;
  const isLate = fromEnd < offset;
  const sql = `
    SELECT id FROM clone_group WHERE ${condition} AND ${CONDITIONS} AND ${GROUP_FLAGS} AND ${goingOn('id')}
    ORDER BY ${isLate ? ORDERS[sort].reversed : ORDERS[sort].order} LIMIT ? OFFSET ?`;
  const ids = snapshot.all(sql, [...values, remaining, isLate ? fromEnd : offset], (row) => row.integer('id'));
  return isLate ? ids.reverse() : ids;
}

function projectOf(snapshot: Snapshot, { project }: CompleteClonesParams): number | undefined {
  return project === undefined ? undefined : projectRange(snapshot, project)[0];
}

function filtersOf(snapshot: Snapshot, params: CompleteClonesParams): Value[] {
  const kind = params.kind === undefined ? undefined : codeOf(GROUP_KINDS, params.kind);
  return [
    ...exactly(kind),
    ...languageRange(snapshot, params.language),
    ...projectsRange(params),
    params.min_nodes,
    Number(params.contained || isOfNewKind(params)),
    // Groups with the same occurrences are listed once.
    Number(params.kind === 'function-shape'),
    classBits(unwantedClasses(params)),
  ];
}

/** An explicit question for similar declarations or blocks lists every group, also folded ones. */
function isOfNewKind({ kind }: CompleteClonesParams): boolean {
  return kind !== undefined && !kind.startsWith('function-');
}

/** A group is omitted where all its occurrences have one of these classes. */
function* unwantedClasses(params: CompleteClonesParams): Generator<FileClass> {
  yield* params.without_classes ?? [];
  if (!params.include_tests) yield 'test';
  if (!params.include_vendored) yield 'vendored';
}

function projectsRange({ cross_project: crossProject, min_projects: least }: CompleteClonesParams): Range {
  if (crossProject === undefined) return [least, Number.MAX_SAFE_INTEGER];
  return crossProject ? [Math.max(least, 2), Number.MAX_SAFE_INTEGER] : [least, 1];
}
