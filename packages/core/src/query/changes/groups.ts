import { GROUP_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { Found, ProjectPair, States } from './model.ts';

const GROUPS = `
  SELECT its.id, key, kind, its.occurrences,
    CASE WHEN same_as IS NULL AND contained_in IS NULL THEN 1 ELSE 0 END AS listed
  FROM clone_group AS its JOIN group_detail AS detail ON detail.id = its.id
  WHERE ? = 0 OR EXISTS (SELECT 1 FROM group_project AS part WHERE part.group_id = its.id AND part.project_id = ?)
  ORDER BY its.id`;
const COPIES = `
  SELECT group_id, min(node_id) AS node FROM json_each(?) AS wanted
  CROSS JOIN occurrence ON group_id = wanted.value GROUP BY group_id`;

interface StoredGroup {
  id: number;
  kind: (typeof GROUP_KINDS)[number];
  copies: number;
  isListed: boolean;
}

/** @param project of which groups have a copy; undefined for all */
export function groupChanges({ before, now }: States, project: ProjectPair | undefined): Found[] {
  const [old, current] = [groupsOf(before, project, 'before'), groupsOf(now, project, 'now')];
  const added = [...current].filter(([key, { isListed }]) => isListed && !old.has(key));
  const removed = [...old].filter(([key, { isListed }]) => isListed && !current.has(key));
  const changed = [...current].filter(([key, { isListed, copies }]) => {
    const earlier = old.get(key);
    return isListed && earlier !== undefined && earlier.copies !== copies;
  });
  const found = (change: 'added' | 'removed' | 'changed', [id, { kind, copies }]: [string, StoredGroup]): Found => ({
    kind: 'group',
    change,
    group: {
      ...{ group_id: id, kind, copies },
      ...(change === 'changed' && { copies_before: old.get(id)?.copies ?? 0 }),
    },
  });
  const [nodesThen, nodesNow] = [firstCopies(before, removed), firstCopies(now, [...added, ...changed])];
  const withNode = (one: Found, node: number | undefined): Found => (node === undefined ? one : { ...one, node });
  return [
    ...added.map((one) => withNode(found('added', one), nodesNow.get(one[1].id))),
    ...changed.map((one) => withNode(found('changed', one), nodesNow.get(one[1].id))),
    ...removed.map((one) => withNode(found('removed', one), nodesThen.get(one[1].id))),
  ];
}

/** By public id. */
function groupsOf(
  snapshot: Snapshot,
  project: ProjectPair | undefined,
  side: 'before' | 'now',
): Map<string, StoredGroup> {
  const id = project?.[side];
  if (project !== undefined && id === undefined) return new Map();
  return new Map(
    snapshot.all(GROUPS, [id ?? 0, id ?? 0], (row) => [
      groupIdOfKey(row.bytes('key')),
      {
        id: row.integer('id'),
        kind: nameOf(GROUP_KINDS, row.integer('kind')),
        copies: row.integer('occurrences'),
        isListed: row.flag('listed'),
      },
    ]),
  );
}

function firstCopies(snapshot: Snapshot, groups: readonly [string, StoredGroup][]): Map<number, number> {
  const ids = JSON.stringify(groups.map(([, { id }]) => id));
  return new Map(snapshot.all(COPIES, [ids], (row) => [row.integer('group_id'), row.integer('node')]));
}
