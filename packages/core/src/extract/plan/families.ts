import { classBits, GROUP_KINDS, NODE_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey, hex, nodeId } from '#index/keys.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import { textList } from '#query/describe/lists.ts';
import { relationsOfGroups } from '#query/relations/of-group.ts';
import { readLeaders } from './leaders.ts';
import { type Family, type FamilyOccurrence, type PlanOptions, SKIP_REASONS, type SkipReason } from './model.ts';

export interface Families {
  /** Those that repeat most syntax first. */
  families: Family[];
  /** Number of groups that are in no family, by reason. */
  skipped: Map<SkipReason, number>;
}

/** Families of one read, so that a plan with few families reads few rows. */
const AT_ONCE = 512;
const MIN_OCCURRENCES = 2;
/** Of a relation. */
const MAX_SIDES = 4;

/** Number of occurrences of each group: all, and those outside of some classes of files. */
const COUNTS = `
  SELECT
    min(wanted.value) AS id, count(*) AS total,
    sum(CASE WHEN node.classes & ? = 0 THEN 1 ELSE 0 END) AS usable,
    sum(CASE WHEN node.classes & ? <> 0 THEN 1 ELSE 0 END) AS vendored,
    sum(CASE WHEN node.classes & ? <> 0 THEN 1 ELSE 0 END) AS generated,
    min(its.score) AS score
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = wanted.value
  CROSS JOIN occurrence ON occurrence.group_id = wanted.value
  CROSS JOIN node ON node.id = occurrence.node_id
  WHERE ${goingOn('node.id')}
  GROUP BY wanted.key ORDER BY wanted.key`;

interface Counted {
  id: number;
  total: number;
  usable: number;
  /** Syntax nodes of the group without its largest copy. */
  score: number;
  reason: SkipReason;
}

/**
 * Reads the first families of an index, and counts the groups of all others.
 *
 * @param most families
 */
export function readFamilies(snapshot: Snapshot, options: PlanOptions, most: number): Families {
  const { groups, skipped } = readLeaders(snapshot, options);
  const skip = (id: number, reason: SkipReason): void => {
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1 + (groups.get(id)?.length ?? 0));
  };
  const evidenceOnly = classBits(['vendored', 'generated', ...(options.include_tests ? [] : (['test'] as const))]);
  const classes = [evidenceOnly, classBits(['vendored']), classBits(['generated'])];
  const counted = snapshot
    .all(COUNTS, [...classes, JSON.stringify([...groups.keys()])], countedOf)
    .sort((a, b) => weightOf(b) - weightOf(a) || a.id - b.id);
  const usable = counted.filter((one) => {
    if (one.usable < MIN_OCCURRENCES) skip(one.id, one.reason);
    return one.usable >= MIN_OCCURRENCES;
  });
  const families: Family[] = [];
  for (let start = 0; start < usable.length; ) {
    const missing = most - families.length;
    const batch = usable.slice(start, missing === 0 ? undefined : start + Math.min(AT_ONCE, missing));
    start += batch.length;
    if (missing === 0) for (const { id } of batch) skip(id, 'max_groups');
    else {
      for (const family of described(snapshot, batch, groups, evidenceOnly)) {
        if (family.occurrences.length < MIN_OCCURRENCES) skip(family.id, 'unusable_name');
        else families.push(withoutId(family));
      }
    }
  }
  return { families, skipped: new Map(SKIP_REASONS.flatMap((reason) => entryOf(skipped, reason))) };
}

function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): [K, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}

function countedOf(row: Row): Counted {
  const reason =
    row.integer('vendored') > 0 ? 'vendored' : row.integer('generated') > 0 ? ('generated' as const) : 'tests';
  const [id, total, usable, score] = [
    row.integer('id'),
    row.integer('total'),
    row.integer('usable'),
    row.integer('score'),
  ];
  return { id, total, usable, score, reason };
}

/** Repeated syntax in copies that can be changed, in proportion to their number. */
function weightOf({ total, usable, score }: Counted): number {
  return total < MIN_OCCURRENCES ? 0 : Math.floor((score * Math.max(0, usable - 1)) / (total - 1));
}

const DETAILS = `
  SELECT its.id, its.kind, detail.key, detail.fingerprint, detail.names, language.name AS language, whole_copy.kind AS copy_kind
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = wanted.value
  JOIN group_detail AS detail ON detail.id = its.id
  JOIN language ON language.id = its.language_id
  LEFT JOIN whole_copy ON whole_copy.id = its.whole_copy_id
  ORDER BY wanted.key`;

const OCCURRENCES = `
  SELECT
    occurrence.group_id, its.id AS node, its.key, its.project, its.path, its.name, its.qualified_name, its.sha256,
    coalesce(occurrence.start_line, its.start_line) AS first_line, coalesce(occurrence.end_line, its.end_line) AS last_line
  FROM json_each(?) AS wanted
  CROSS JOIN occurrence ON occurrence.group_id = wanted.value
  CROSS JOIN described_node AS its ON its.id = occurrence.node_id
  WHERE its.classes & ? = 0 AND ${goingOn('its.id')}
  ORDER BY wanted.key, occurrence.seq`;

interface Detail {
  id: number;
  groupId: string;
  fingerprint: string;
  language: string;
  kind: Family['kind'];
  names: string[];
  complete: Family['complete'];
}

function described(
  snapshot: Snapshot,
  batch: readonly Counted[],
  groups: ReadonlyMap<number, readonly number[]>,
  evidenceOnly: number,
): (Family & { id: number })[] {
  const ids = batch.map(({ id }) => id);
  const all = ids.flatMap((id) => [id, ...(groups.get(id) ?? [])]);
  const details = new Map(snapshot.all(DETAILS, [JSON.stringify(all)], (row) => [row.integer('id'), detailOf(row)]));
  const occurrences = new Map<number, FamilyOccurrence[]>(ids.map((id) => [id, []]));
  const rows = snapshot.all(OCCURRENCES, [JSON.stringify(ids), evidenceOnly], (row) => ({
    group: row.integer('group_id'),
    occurrence: occurrenceOf(row),
  }));
  const relations = relationsOfGroups(snapshot, ids, MAX_SIDES);
  for (const { group, occurrence } of rows) if (isUsable(occurrence)) occurrences.get(group)?.push(occurrence);
  return batch.flatMap(({ id, total, usable }) => {
    const leader = details.get(id);
    if (leader === undefined) return [];
    const relation = relations.get(id);
    const others = (groups.get(id) ?? []).flatMap((other) => details.get(other) ?? []);
    return [
      {
        id,
        family_id: `f_${leader.groupId.slice(2)}`,
        fingerprint: leader.fingerprint,
        group_ids: [leader, ...others].map(({ groupId }) => groupId),
        language: leader.language,
        kind: leader.kind,
        names: leader.names,
        complete: others.length === 0 ? undefined : leader.complete,
        others: [...new Set(others.flatMap(({ names }) => names))].filter((name) => !leader.names.includes(name)),
        occurrences: occurrences.get(id) ?? [],
        evidence: total - usable,
        ...(relation && { relation }),
      },
    ];
  });
}

function detailOf(row: Row): Detail {
  const kind = row.optionalInteger('copy_kind');
  return {
    id: row.integer('id'),
    groupId: groupIdOfKey(row.bytes('key')),
    fingerprint: hex(row.bytes('fingerprint')),
    language: row.text('language'),
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    names: textList(row.text('names')),
    complete: kind === undefined ? undefined : nameOf(NODE_KINDS, kind) === 'file' ? 'file' : 'class',
  };
}

/** Name of code that is in no declaration. */
export const TOP_LEVEL = '(top level)';

function occurrenceOf(row: Row): FamilyOccurrence {
  const name = row.optionalText('qualified_name') ?? TOP_LEVEL;
  return {
    node_id: nodeId(row.bytes('key')),
    project: row.text('project'),
    path: row.optionalText('path') ?? '',
    qualified_name: name,
    start_line: row.integer('first_line'),
    end_line: row.integer('last_line'),
    sha256: hex(row.bytes('sha256')),
    name: row.optionalText('name') ?? '',
    node: row.integer('node'),
  };
}

const CONTROL = /[\p{Cc}]/u;

/** Whether the plan's schema allows project, path and name. */
function isUsable({ project, path, qualified_name: name }: FamilyOccurrence): boolean {
  if (CONTROL.test(project + path + name)) return false;
  return [...project].length <= 200 && path !== '' && [...path].length <= 4096 && [...name].length <= 500;
}

function withoutId({ id: _, ...family }: Family & { id: number }): Family {
  return family;
}
