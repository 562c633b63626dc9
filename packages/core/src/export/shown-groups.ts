import { codeOf, FUNCTIONS, GROUP_KINDS, NODE_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { TYPES_RULE } from '#scan/list-classes.ts';
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
  /** Types without functions in them. */
  ofTypes: boolean;
  /** Such types that are similar, but not all identical. */
  ofSimilarTypes: boolean;
  /** Set if all occurrences are in copies of one file, or of one class. */
  whole?: 'file' | 'class';
}

/** Number of groups of an index, and the number of omitted ones by reason. */
export interface GroupAccount {
  shown: number;
  /** Above the limit. */
  limit: number;
  /** Contained in another group. */
  contained: number;
  /** Same occurrences as another group. */
  same: number;
}

const FILE = NODE_KINDS.indexOf('file');

/** Whether a shown group represents the group. */
const IS_CONTAINED = `EXISTS (SELECT 1 FROM clone_group AS holder WHERE holder.id = clone_group.contained_in)`;

/** Selects groups that no other one represents. */
function listed(order: string): string {
  return `SELECT id FROM clone_group WHERE NOT ${IS_CONTAINED} AND same_as IS NULL ORDER BY ${order} LIMIT ?`;
}

/**
 * Selects the groups of a limited view, alternating between rank and score. By rank alone, small functions that many
 * projects share would hide large repetitions within one project.
 *
 * @returns ids in the index, by rank
 */
function chooseGroups(snapshot: Snapshot, limit: number): number[] {
  const [byRank = [], byWeight = []] = ['id', 'score DESC, id'].map((order) =>
    snapshot.all(listed(order), [limit], (row) => row.integer('id')),
  );
  const chosen = new Set<number>();
  for (let rank = 0; rank < byRank.length; rank++) {
    for (const id of [byRank[rank], byWeight[rank]]) {
      if (id !== undefined && chosen.size < limit) chosen.add(id);
    }
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Lines of an occurrence. */
const LINES = 'coalesce(own.end_line, node.end_line) - coalesce(own.start_line, node.start_line) + 1';

/** Declarations in a file follow each other in the order of their starts, nested ones after those around them. */
const HAS_FUNCTION = `EXISTS (
  SELECT 1 FROM node AS inside
  WHERE inside.id BETWEEN node.id AND (SELECT last_node_id FROM file WHERE file.id = node.file_id)
    AND inside.kind IN (${FUNCTIONS}) AND inside.start_byte < node.end_byte)`;
/** A declaration around or in a block. */
const AT_BLOCK = `
  SELECT 1 FROM node AS inside
  WHERE inside.id BETWEEN node.file_id + 1 AND (SELECT last_node_id FROM file WHERE file.id = node.file_id)
    AND inside.start_byte < own.end_byte AND inside.end_byte > own.start_byte`;
/** Functions are around or in the block, or no type is. */
const IS_NOT_OF_TYPES = `(EXISTS (${AT_BLOCK} AND inside.kind IN (${FUNCTIONS})) OR NOT EXISTS (${AT_BLOCK}))`;
/** A group of identical types is part of it. */
const HAS_IDENTICAL_PART = `EXISTS (
  SELECT 1 FROM clone_group AS part
  WHERE part.contained_in = its.id AND part.kind = ${codeOf(GROUP_KINDS, 'near')} AND NOT EXISTS (
    SELECT 1 FROM occurrence AS own
    WHERE own.group_id = part.id AND similarity < ${TYPES_RULE.below_similarity}))`;
const OF_TYPES = `NOT EXISTS (
    SELECT 1 FROM occurrence AS own JOIN node ON node.id = node_id
    WHERE group_id = its.id
      AND CASE WHEN own.start_line IS NULL THEN ${HAS_FUNCTION} ELSE ${IS_NOT_OF_TYPES} END)`;
const MAY_DIFFER = `(its.kind IN (${TYPES_RULE.kinds.map((kind) => codeOf(GROUP_KINDS, kind)).join(', ')})
  AND EXISTS (
    SELECT 1 FROM occurrence AS own
    WHERE group_id = its.id AND (similarity < ${TYPES_RULE.below_similarity} OR own.start_line IS NOT NULL))
  AND NOT ${HAS_IDENTICAL_PART})`;

const GROUPS = `
  SELECT
    its.id, its.kind, language.name AS language, nodes, score, projects, occurrences,
    classes, ${OF_TYPES} AS of_types, ${MAY_DIFFER} AS may_differ, whole_copy.kind AS whole, group_detail.key, names,
    (SELECT max(${LINES}) FROM occurrence AS own JOIN node ON node.id = node_id WHERE group_id = its.id) AS lines,
    (SELECT min(${LINES}) FROM occurrence AS own JOIN node ON node.id = node_id WHERE group_id = its.id) AS least_lines
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = wanted.value
  JOIN group_detail ON group_detail.id = its.id
  JOIN language ON language.id = language_id
  LEFT JOIN whole_copy ON whole_copy.id = whole_copy_id
  ORDER BY its.id`;

/** The groups of a limited view, by rank. */
export function readShownGroups(snapshot: Snapshot, limit: number): ShownGroup[] {
  return snapshot.all(GROUPS, [JSON.stringify(chooseGroups(snapshot, limit))], shownGroup);
}

function shownGroup(row: Row): ShownGroup {
  const names: string[] = JSON.parse(row.text('names'));
  const whole = row.optionalInteger('whole');
  const ofTypes = row.flag('of_types');
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
    ofTypes,
    ofSimilarTypes: ofTypes && row.flag('may_differ'),
    ...(whole === undefined ? {} : { whole: whole === FILE ? ('file' as const) : ('class' as const) }),
  };
}

/** @param limit maximum number of shown groups */
export function accountOfGroups(snapshot: Snapshot, limit: number): GroupAccount {
  const sql = `
    SELECT ${IS_CONTAINED} AS contained, same_as IS NOT NULL AS same_as, count(*) AS n FROM clone_group
    GROUP BY 1, 2`;
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
