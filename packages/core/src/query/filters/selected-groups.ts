import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import { codeOf, GROUP_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot, type Value } from '#index/port.ts';
import { easeCondition } from './ease-filter.ts';
import { GROUP_FLAGS, GROUP_ORDERS, type GroupFilter, groupRanges, groupValues } from './group-filter.ts';
import { matchingFiles, matchingNames } from './matching.ts';
import type { PageOfGroups } from './page-of-groups.ts';
import { ANY, projectRange } from './scope.ts';
import { TextGlob } from './text-glob.ts';

/** A condition on `clone_group`, with its values. */
interface Condition {
  sql: string;
  values: readonly Value[];
}

const IN_PROJECT = 'EXISTS (SELECT 1 FROM group_project WHERE group_id = clone_group.id AND project_id = ?)';
const NAMED = `
  EXISTS (SELECT 1 FROM group_name WHERE group_id = clone_group.id AND name_id IN (SELECT value FROM json_each(?)))`;
const IN_FILES = `
  EXISTS (
    SELECT 1 FROM occurrence JOIN node ON node.id = node_id
    WHERE group_id = clone_group.id AND node.file_id IN (SELECT value FROM json_each(?))
  )`;
const WITH_LINES = `
  EXISTS (
    SELECT 1 FROM occurrence JOIN node ON node.id = node_id
    WHERE group_id = clone_group.id
      AND coalesce(occurrence.end_line, node.end_line) - coalesce(occurrence.start_line, node.start_line) + 1 >= ?
  )`;
const SIMILAR = `
  (clone_group.kind <> ${codeOf(GROUP_KINDS, 'near')} OR NOT EXISTS (
    SELECT 1 FROM occurrence WHERE group_id = clone_group.id AND similarity < ?
  ))`;

/** Whether a request has a condition that no table counts, or an order that no index has. */
export function selectsOccurrences(params: CompleteClonesParams): boolean {
  const {
    with_project: other,
    path,
    with_path: otherPath,
    min_lines: lines,
    min_similarity: similarity,
    ease,
    sort,
  } = params;
  if (ease !== undefined || sort === 'ease') return true;
  const isElsewhere = other !== undefined || path !== undefined || otherPath !== undefined;
  return isElsewhere || lines > MIN_LINES || similarity > MIN_SIMILARITY;
}

const MIN_LINES = 1;
const MIN_SIMILARITY = 500;

/** A page of groups by conditions on their occurrences: reads all groups that the other filters leave. */
export function selectedGroups(snapshot: Snapshot, filter: GroupFilter, params: CompleteClonesParams): PageOfGroups {
  const conditions = conditionsOf(snapshot, params);
  const all = [groupRanges('+'), GROUP_FLAGS, goingOn('id'), ...conditions.map(({ sql }) => sql)];
  const where = all.join(' AND ');
  const values = [...groupValues(filter), ...conditions.flatMap(({ values: own }) => own)];
  const count = `SELECT count(*) AS n FROM clone_group WHERE ${where}`;
  const page = `SELECT id FROM clone_group WHERE ${where} ORDER BY ${GROUP_ORDERS[params.sort].order} LIMIT ? OFFSET ?`;
  return {
    ids: snapshot.all(page, [...values, params.limit, params.offset], (row) => row.integer('id')),
    total: snapshot.first(count, values, (row) => row.integer('n')) ?? 0,
  };
}

function conditionsOf(snapshot: Snapshot, params: CompleteClonesParams): Condition[] {
  const {
    project,
    with_project: other,
    path,
    with_path: otherPath,
    name,
    min_lines: lines,
    min_similarity: similarity,
    ease,
  } = params;
  const labels = [project, other].filter((label) => label !== undefined);
  const globs = [path, otherPath].filter((glob) => glob !== undefined).map((glob) => new TextGlob(glob, 'path'));
  return [
    ...labels.map((label) => ({ sql: IN_PROJECT, values: [projectRange(snapshot, label)[0]] })),
    ...(name === undefined ? [] : [{ sql: NAMED, values: [matchingNames(snapshot, new TextGlob(name, 'name'))] }]),
    ...globs.map((glob) => ({ sql: IN_FILES, values: [JSON.stringify(matchingFiles(snapshot, glob, ANY))] })),
    ...(lines > MIN_LINES ? [{ sql: WITH_LINES, values: [lines] }] : []),
    ...(similarity > MIN_SIMILARITY ? [{ sql: SIMILAR, values: [similarity] }] : []),
    ...(ease === undefined
      ? []
      : [easeCondition(ease, project === undefined ? undefined : projectRange(snapshot, project)[0])]),
  ];
}
