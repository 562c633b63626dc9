import { GROUP_KINDS, NODE_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { GroupKind } from '#scan/model.ts';

/** Of one group so many occurrences are shown. */
export const SHOWN_OCCURRENCES = 40;

/** A group as the limited views show it. */
export interface ShownGroup {
  /** In the index: its rank, by which its occurrences are found. */
  rank: number;
  /** `g_` + 20 hex. */
  id: string;
  kind: GroupKind;
  language: string;
  nodes: number;
  /** Of its longest occurrence. */
  lines: number;
  score: number;
  /** The most common three. */
  names: string[];
  projects: number;
  occurrences: number;
  /** True of every occurrence. */
  isTest: boolean;
  isVendored: boolean;
  isGenerated: boolean;
  /** All occurrences lie in copies of one file, or of one class or the like. */
  whole?: 'file' | 'class';
}

/** What the groups of an index are, and why a view leaves most of them out. */
export interface GroupAccount {
  shown: number;
  /** Beyond the limit. */
  limit: number;
  /** Another group stands for them. */
  contained: number;
  /** The very occurrences of another group. */
  same: number;
}

const FILE = NODE_KINDS.indexOf('file');

const LISTED = `
  SELECT
    clone_group.id, clone_group.kind, language.name AS language, nodes, score, projects, occurrences,
    test_occurrences = occurrences AS is_test, vendored_occurrences = occurrences AS is_vendored,
    generated_occurrences = occurrences AS is_generated, whole_copy.kind AS whole, key, names,
    (SELECT max(end_line - start_line + 1) FROM occurrence JOIN node ON node.id = node_id
     WHERE group_id = clone_group.id) AS lines
  FROM clone_group
  JOIN group_detail USING (id)
  JOIN language ON language.id = language_id
  LEFT JOIN whole_copy ON whole_copy.id = whole_copy_id
  WHERE contained_in IS NULL AND same_as IS NULL
  ORDER BY clone_group.id
  LIMIT ?`;

/** The foremost groups, without those that another one stands for. */
export function readShownGroups(snapshot: Snapshot, limit: number): ShownGroup[] {
  return snapshot.all(LISTED, [limit], (row) => {
    const names: string[] = JSON.parse(row.text('names'));
    const whole = row.optionalInteger('whole');
    return {
      rank: row.integer('id'),
      id: groupIdOfKey(row.bytes('key')),
      kind: nameOf(GROUP_KINDS, row.integer('kind')),
      language: row.text('language'),
      nodes: row.integer('nodes'),
      lines: row.integer('lines'),
      score: row.integer('score'),
      names,
      projects: row.integer('projects'),
      occurrences: row.integer('occurrences'),
      isTest: row.flag('is_test'),
      isVendored: row.flag('is_vendored'),
      isGenerated: row.flag('is_generated'),
      ...(whole === undefined ? {} : { whole: whole === FILE ? ('file' as const) : ('class' as const) }),
    };
  });
}

/** @param limit of the groups that are shown */
export function accountOfGroups(snapshot: Snapshot, limit: number): GroupAccount {
  const sql = `
    SELECT contained, same_as, sum(n) AS n FROM group_count WHERE project_id = 0 GROUP BY contained, same_as`;
  const account: GroupAccount = { shown: 0, limit: 0, contained: 0, same: 0 };
  const counts = snapshot.all(sql, [], (row) => ({
    contained: row.flag('contained'),
    same: row.flag('same_as'),
    n: row.integer('n'),
  }));
  for (const { contained, same, n } of counts) {
    if (contained) account.contained += n;
    else if (same) account.same += n;
    else {
      account.shown = Math.min(limit, n);
      account.limit = n - account.shown;
    }
  }
  return account;
}

const PICKED = `
  SELECT node_id FROM (
    SELECT node_id, row_number() OVER (PARTITION BY project_id ORDER BY node_id) AS turn
    FROM occurrence JOIN node ON node.id = node_id
    WHERE group_id = ?
  )
  ORDER BY turn, node_id
  LIMIT ${SHOWN_OCCURRENCES}`;

/** The occurrences of a group that are shown: node ids, one of each project in turn. */
export function pickOccurrences(snapshot: Snapshot, group: ShownGroup): number[] {
  return snapshot.all(PICKED, [group.rank], (row) => row.integer('node_id'));
}
