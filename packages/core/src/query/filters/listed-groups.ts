import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import { goingOn, type Snapshot } from '#index/port.ts';
import { idList } from '../describe/lists.ts';
import { COUNT_FLAGS, GROUP_FLAGS, GROUP_ORDERS, type GroupFilter, groupRanges, groupValues } from './group-filter.ts';
import { GroupSteps, SORT_KEYS, type SortKey } from './group-steps.ts';
import type { PageOfGroups } from './page-of-groups.ts';
import { NONE, type Range } from './scope.ts';

const TOTAL = `
  SELECT coalesce(sum(n), 0) AS n FROM group_count WHERE project_id = ? AND ${groupRanges('')} AND ${COUNT_FLAGS}`;

const ROWS = `${groupRanges('+')} AND ${GROUP_FLAGS} AND ${goingOn('id')}`;

/** Reads the groups of some categories with a range of values of the column that sorts them. */
const inRange = (key: SortKey, order: string) => `
  SELECT id FROM (SELECT value AS category FROM json_each(?)) AS its
  CROSS JOIN LATERAL (
    SELECT id${key === 'id' ? '' : `, ${key}`} FROM listed_group
    WHERE category_id = its.category AND ${key} BETWEEN ? AND ? AND +nodes >= ? AND +projects BETWEEN ? AND ? OFFSET 0
  ) AS own
  ORDER BY ${order} LIMIT ? OFFSET ?`;

const OF_NAMES = `
  SELECT DISTINCT group_id FROM group_name WHERE name_id IN (SELECT value FROM json_each(?)) ORDER BY group_id`;
const IN_PROJECT = 'EXISTS (SELECT 1 FROM group_project WHERE group_id = id AND project_id = ?)';

/** Filters the groups of names one by one. */
const ofNames = (condition: string) => `
  FROM (${OF_NAMES}) AS wanted
  CROSS JOIN LATERAL (SELECT * FROM clone_group WHERE id = group_id AND ${condition} AND ${ROWS} OFFSET 0) AS own`;

/** A page of the groups of a project in an index with totals. */
export function groupsOfProject(
  snapshot: Snapshot,
  project: number,
  filter: GroupFilter,
  { sort, limit, offset }: CompleteClonesParams,
): PageOfGroups {
  const total = snapshot.count(TOTAL, [project, ...groupValues(filter)]);
  if (offset >= total) return { ids: [], total };
  const sql = `
    SELECT id FROM (SELECT * FROM project_group WHERE project_id = ? ORDER BY id OFFSET 0) AS own WHERE ${ROWS}
    ORDER BY ${GROUP_ORDERS[sort].order} LIMIT ? OFFSET ?`;
  const values = [project, ...groupValues(filter), limit, offset];
  return { ids: snapshot.all(sql, values, (row) => row.integer('id')), total };
}

/**
 * A page of the groups of names in an index with totals.
 *
 * @param names integer ids, as a JSON array
 */
export function groupsOfNames(
  snapshot: Snapshot,
  { names, project }: { names: string; project: number | undefined },
  filter: GroupFilter,
  { sort, limit, offset }: CompleteClonesParams,
): PageOfGroups {
  const from = ofNames(project === undefined ? 'true' : IN_PROJECT);
  const values = [names, ...(project === undefined ? [] : [project]), ...groupValues(filter)];
  const sql = `
    WITH found AS MATERIALIZED (SELECT own.* ${from})
    SELECT (SELECT count(*) FROM found) AS total, (
      SELECT json_group_array(id) FROM (
        SELECT id FROM found ORDER BY ${GROUP_ORDERS[sort].order} LIMIT ? OFFSET ?
      ) AS page
    ) AS ids`;
  const page = snapshot.first(sql, [...values, limit, offset], (row) => ({
    ids: idList(row.text('ids')),
    total: row.integer('total'),
  }));
  return page ?? { ids: [], total: 0 };
}

/**
 * A page of groups of all projects in an index with totals. The numbers of groups by steps of the column that sorts them
 * show which range of it has the page.
 *
 * @param params only sort, limit and offset are read
 */
export function listedGroups(snapshot: Snapshot, filter: GroupFilter, params: CompleteClonesParams): PageOfGroups {
  const steps = new GroupSteps(snapshot, filter, sharedOf(filter.projects));
  const total = totalOf(snapshot, filter, steps);
  const remaining = Math.min(params.limit, total - params.offset);
  if (remaining <= 0) return { ids: [], total };
  const fromEnd = total - params.offset - remaining;
  const isReversed = fromEnd < params.offset;
  const offset = isReversed ? fromEnd : params.offset;
  const key = SORT_KEYS[params.sort];
  const order = GROUP_ORDERS[params.sort][isReversed ? 'reversed' : 'order'];
  const least = key === 'nodes' ? filter.leastNodes : 0;
  // If other conditions leave a part of the groups, that part of each range is expected, and twice as many are read.
  const known = key === 'nodes' ? (steps.groupsWith(least) ?? total) : steps.groups;
  const share = known === total ? 1 : total / known / 2;
  for (let wanted = (offset + remaining) / share; ; wanted *= 8) {
    const range = steps.rangeOf(key, wanted, { isReversed, least });
    const values = [steps.ids, ...range, filter.leastNodes, ...filter.projects, remaining, offset];
    const ids = snapshot.all(inRange(key, order), values, (row) => row.integer('id'));
    if (ids.length === remaining || wanted >= known) return { ids: isReversed ? ids.reverse() : ids, total };
  }
}

function totalOf(snapshot: Snapshot, filter: GroupFilter, steps: GroupSteps): number {
  // Every group has a project, and two if it is shared.
  const known = filter.projects[0] <= 2 ? steps.groupsWith(filter.leastNodes) : undefined;
  return known ?? snapshot.count(TOTAL, [0, ...groupValues(filter)]);
}

/** The flag of groups with these numbers of projects. */
function sharedOf([least, most]: Range): Range {
  if (least > most) return NONE;
  return [Number(least > 1), Number(most > 1)];
}
