import { codeOf, GROUP_KINDS, NODE_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import { IS_CONTAINED } from '#index/lists/represented.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { GroupKind } from '#scan/model.ts';

/** Maximum number of shown occurrences of a group. */
export const SHOWN_OCCURRENCES = 40;

/** A group in the limited views. */
export interface ShownGroup {
  /** Id in the index, which is its rank and the key of its occurrences. */
  rank: number;
  /** `g_` + 20 hex. */
  id: string;
  kind: GroupKind;
  language: string;
  nodes: number;
  /** Lines of its longest and its shortest occurrence. */
  lines: number;
  leastLines: number;
  score: number;
  /** The three most common names. */
  names: string[];
  projects: number;
  occurrences: number;
  /** Sum of the classes that every occurrence has. */
  classes: number;
  /** Set if all occurrences are in copies of one file, or of one class. */
  whole?: 'file' | 'class';
}

/** Number of groups of an index, and the number of omitted ones by reason. */
export interface GroupAccount {
  shown: number;
  /** Neither shown nor represented by another group. */
  limit: number;
  /** Contained in another group. */
  contained: number;
  /** Same occurrences as another group. */
  same: number;
}

const FILE = NODE_KINDS.indexOf('file');

/** Lines of an occurrence. */
const LINES = 'coalesce(own.end_line, node.end_line) - coalesce(own.start_line, node.start_line) + 1';

const GROUPS = `
  SELECT
    its.id, its.kind, language.name AS language, nodes, score, projects, occurrences,
    classes, whole_copy.kind AS whole, group_detail.key, names,
    (SELECT max(${LINES}) FROM occurrence AS own JOIN node ON node.id = node_id WHERE group_id = its.id) AS lines,
    (SELECT min(${LINES}) FROM occurrence AS own JOIN node ON node.id = node_id WHERE group_id = its.id) AS least_lines
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = wanted.value
  JOIN group_detail ON group_detail.id = its.id
  JOIN language ON language.id = language_id
  LEFT JOIN whole_copy ON whole_copy.id = whole_copy_id`;

/** @param ids in the index, in the order of the result */
export function readShownGroups(snapshot: Snapshot, ids: readonly number[]): ShownGroup[] {
  const order = new Map(ids.map((id, at) => [id, at]));
  const groups = snapshot.all(GROUPS, [JSON.stringify(ids)], shownGroup);
  return groups.sort((a, b) => (order.get(a.rank) ?? 0) - (order.get(b.rank) ?? 0));
}

function shownGroup(row: Row): ShownGroup {
  const names: string[] = JSON.parse(row.text('names'));
  const whole = row.optionalInteger('whole');
  return {
    rank: row.integer('id'),
    id: groupIdOfKey(row.bytes('key')),
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    language: row.text('language'),
    nodes: row.integer('nodes'),
    lines: row.integer('lines'),
    leastLines: row.integer('least_lines'),
    score: row.integer('score'),
    names,
    projects: row.integer('projects'),
    occurrences: row.integer('occurrences'),
    classes: row.integer('classes'),
    ...(whole === undefined ? {} : { whole: whole === FILE ? ('file' as const) : ('class' as const) }),
  };
}

/** @param shown number of shown groups */
export function accountOfGroups(snapshot: Snapshot, shown: number): GroupAccount {
  const sql = `
    SELECT ${IS_CONTAINED} AS contained, same_as IS NOT NULL AS same_as, count(*) AS n FROM clone_group
    GROUP BY 1, 2`;
  const account: GroupAccount = { shown, limit: 0, contained: 0, same: 0 };
  const counts = snapshot.all(sql, [], (row) => ({
    contained: row.flag('contained'),
    same: row.flag('same_as'),
    n: row.integer('n'),
  }));
  for (const { contained, same, n } of counts) {
    if (contained) account.contained += n;
    else if (same) account.same += n;
    else account.limit = n - shown;
  }
  return account;
}

const BODY = codeOf(GROUP_KINDS, 'function-body');

/** `body` is equal for identical functions; 0 for a function without an identical one. */
const PICKED = `
  SELECT node_id, body FROM (
    SELECT
      own.node_id, similarity IS NOT NULL AND seq = 0 AS is_leader, row_number() OVER (PARTITION BY project_id ORDER BY own.node_id) AS turn,
      coalesce((
        SELECT min(id) FROM occurrence AS other JOIN clone_group ON clone_group.id = other.group_id
        WHERE other.node_id = own.node_id AND kind = ${BODY}
      ), 0) AS body
    FROM occurrence AS own JOIN node ON node.id = own.node_id
    WHERE own.group_id = ?
  ) AS picked
  ORDER BY is_leader DESC, turn, node_id`;

/**
 * Node ids of the shown occurrences of a group, taken from the projects round-robin, the leader of similar ones first.
 * Views compare the first two: the
 * second one differs from the first if any does.
 */
export function pickOccurrences(snapshot: Snapshot, group: ShownGroup): number[] {
  const all = snapshot.all(PICKED, [group.rank], (row) => ({
    node: row.integer('node_id'),
    body: row.integer('body'),
  }));
  const [first, ...others] = all;
  const other = others.findIndex(({ body }) => body === 0 || body !== first?.body);
  const [moved] = group.kind === 'function-shape' && other > 0 ? others.splice(other, 1) : [];
  const ordered = [...(first === undefined ? [] : [first]), ...(moved === undefined ? [] : [moved]), ...others];
  return ordered.slice(0, SHOWN_OCCURRENCES).map(({ node }) => node);
}

/** The similarity of the nodes of a near group to its first occurrence, in thousandths; 0 of others. */
export function similarityOf(snapshot: Snapshot, { rank }: ShownGroup): (node: number) => number {
  const rows = snapshot.all('SELECT node_id, similarity FROM occurrence WHERE group_id = ?', [rank], (row) => {
    return [row.integer('node_id'), row.integer('similarity')] as const;
  });
  const known = new Map(rows);
  return (node) => known.get(node) ?? 0;
}
