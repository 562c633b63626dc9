import type { ClonesData } from '@analyzer/contracts/query/clones.data';
import dataSchema from '@analyzer/contracts/query/clones.data/schema' with { type: 'json' };
import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import paramsSchema from '@analyzer/contracts/query/clones.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/clones.params/validate';
import { goingOn, type Snapshot, type Value } from '#index/port.ts';
import { describeGroups } from '../describe/groups.ts';
import { placesOf } from '../describe/places.ts';
import {
  COUNT_FLAGS,
  GROUP_FLAGS,
  GROUP_ORDERS,
  type GroupFilter,
  groupFilter,
  groupRanges,
  groupValues,
} from '../filters/group-filter.ts';
import { groupsOfNames, groupsOfProject, listedGroups } from '../filters/listed-groups.ts';
import { matchingNames } from '../filters/matching.ts';
import type { PageOfGroups } from '../filters/page-of-groups.ts';
import { projectRange } from '../filters/scope.ts';
import { selectedGroups, selectsOccurrences } from '../filters/selected-groups.ts';
import { TextGlob } from '../filters/text-glob.ts';
import { listOperation } from '../operation.ts';

export const clones = listOperation<CompleteClonesParams, ClonesData['items'][number]>({
  name: 'clones',
  description:
    'Groups of copied functions, most important first: by number of projects, then by repeated syntax. Each has a group_id for members and evidence.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, params) {
    const { ids, total } = found(snapshot, params);
    const items = describeGroups(snapshot, ids);
    if (params.max_places === 0) return { items, total };
    const places = placesOf(snapshot, ids, params.max_places);
    return { items: items.map((item, index) => ({ ...item, places: places.get(ids[index] ?? 0) ?? [] })), total };
  },
});

function found(snapshot: Snapshot, params: CompleteClonesParams): PageOfGroups {
  const project = params.project === undefined ? undefined : projectRange(snapshot, params.project)[0];
  const filter = groupFilter(snapshot, params);
  if (selectsOccurrences(params)) return selectedGroups(snapshot, filter, params);
  if (params.name === undefined) {
    if (!snapshot.hasRowCounts) return byCounts(snapshot, params, { filter, project });
    return project === undefined
      ? listedGroups(snapshot, filter, params)
      : groupsOfProject(snapshot, project, filter, params);
  }
  const names = matchingNames(snapshot, new TextGlob(params.name, 'name'));
  return snapshot.hasRowCounts
    ? groupsOfNames(snapshot, { names, project }, filter, params)
    : byNames(snapshot, params, { filter, project, names });
}

const TOTAL = `
  SELECT coalesce(sum(n), 0) AS n FROM group_count WHERE project_id = ? AND ${groupRanges('')} AND ${COUNT_FLAGS}`;
const CONDITIONS = `${groupRanges('+')} AND ${GROUP_FLAGS} AND ${goingOn('id')}`;
const IN_PROJECT = 'id IN (SELECT group_id FROM group_project WHERE project_id = ?)';
const NAMED = 'id IN (SELECT group_id FROM group_name WHERE name_id IN (SELECT value FROM json_each(?)))';

interface Wanted {
  filter: GroupFilter;
  /** Integer id. */
  project: number | undefined;
}

function byCounts(snapshot: Snapshot, params: CompleteClonesParams, { filter, project }: Wanted): PageOfGroups {
  const total = snapshot.count(TOTAL, [project ?? 0, ...groupValues(filter)]);
  const condition = project === undefined ? 'true' : IN_PROJECT;
  const values = [...(project === undefined ? [] : [project]), ...groupValues(filter)];
  return { ids: pageIds(snapshot, condition, values, params, total), total };
}

function byNames(
  snapshot: Snapshot,
  params: CompleteClonesParams,
  { filter, project, names }: Wanted & { names: string },
): PageOfGroups {
  const condition = project === undefined ? NAMED : `${NAMED} AND ${IN_PROJECT}`;
  const values = [names, ...(project === undefined ? [] : [project]), ...groupValues(filter)];
  const sql = `
    SELECT count(*) AS n FROM clone_group WHERE ${condition} AND ${CONDITIONS}`;
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
    SELECT id FROM clone_group WHERE ${condition} AND ${CONDITIONS}
    ORDER BY ${isLate ? GROUP_ORDERS[sort].reversed : GROUP_ORDERS[sort].order} LIMIT ? OFFSET ?`;
  const ids = snapshot.all(sql, [...values, remaining, isLate ? fromEnd : offset], (row) => row.integer('id'));
  return isLate ? ids.reverse() : ids;
}
