import { type ListClass, MIN_WEIGHT } from '#lists/list-classes.ts';
import { CALL_NODES, listWeight } from '#lists/list-order.ts';
import { ListedRanges } from '#lists/listed-ranges.ts';
import { codeOf, GROUP_KINDS } from '../codes.ts';
import type { Snapshot } from '../port.ts';
import { classesOfGroups, excludedBits } from './group-classes.ts';
import { IS_CONTAINED } from './represented.ts';

/** Groups that are looked at for a list. */
const CANDIDATES = 5000;
/** That are classified first; then twice as many each time, because each time takes all calls of their projects. */
const FIRST_AT_ONCE = 250;

/** The weight that a group would have if all its occurrences were equal. */
const MOST = `CASE WHEN nodes > ${CALL_NODES}
  THEN 1.0 * (nodes - ${CALL_NODES}) * (nodes - ${CALL_NODES}) * (occurrences - 1) ELSE 0 END`;
const IS_LARGE = `(${MOST} >= ${MIN_WEIGHT} OR kind = ${codeOf(GROUP_KINDS, 'function-body')})`;

/** Groups that may be in a list. */
function candidatesSql(where: Where, include: readonly ListClass[]): string {
  return `
    SELECT id, nodes, occurrences FROM clone_group
    WHERE same_as IS NULL AND NOT ${IS_CONTAINED} AND (classes & ?) = 0
      AND projects ${where === 'one project' ? '=' : '>'} 1 ${include.includes('small') ? '' : `AND ${IS_LARGE}`}
    ORDER BY ${MOST} DESC, id LIMIT ${CANDIDATES}`;
}

const RANGES = `
  SELECT
    node.file_id, coalesce(own.start_byte, node.start_byte) AS start_byte, coalesce(own.end_byte, node.end_byte) AS end_byte
  FROM occurrence AS own JOIN node ON node.id = own.node_id WHERE own.group_id = ? ORDER BY own.seq`;

/** Where the occurrences of groups are. */
type Where = 'several projects' | 'one project';

export interface ListedGroup {
  /** Integer id. */
  id: number;
  weight: number;
}

/**
 * The groups of an index that lists for people show, in the order of the list of a scan: those in several projects, or
 * those in one.
 *
 * @param include classes that are not apart
 * @param known the ranges of groups that are listed; completed by those that are taken
 */
export function* listedGroups(
  snapshot: Snapshot,
  where: Where,
  include: readonly ListClass[],
  known: ListedRanges,
): Generator<ListedGroup> {
  const excluded = excludedBits(include);
  const candidates = snapshot.all(candidatesSql(where, include), [excluded], (row) => ({
    id: row.integer('id'),
    most: listWeight({ nodes: row.integer('nodes') }, row.integer('occurrences')),
  }));
  let waiting: ListedGroup[] = [];
  for (let at = 0, atOnce = FIRST_AT_ONCE; at < candidates.length; at += atOnce, atOnce *= 2) {
    const ids = candidates.slice(at, at + atOnce).map(({ id }) => id);
    for (const [id, its] of classesOfGroups(snapshot, ids, excluded)) {
      const isApart = its.code.some((it) => !include.includes(it));
      if (its.isOfProduct && !isApart) waiting.push({ id, weight: its.weight });
    }
    waiting.sort((a, b) => b.weight - a.weight || a.id - b.id);
    // No later candidate weighs more than the next one could.
    const next = candidates[at + atOnce]?.most ?? 0;
    const ready = waiting.filter(({ weight }) => weight >= next);
    waiting = waiting.slice(ready.length);
    for (const group of ready) {
      const ranges = rangesOf(snapshot, group.id);
      if (known.hasMost(ranges)) continue;
      for (const range of ranges) known.add(range);
      yield group;
    }
  }
}

function rangesOf(snapshot: Snapshot, group: number) {
  return snapshot.all(RANGES, [group], (row) => ({
    path: `${row.integer('file_id')}`,
    start_byte: row.integer('start_byte'),
    end_byte: row.integer('end_byte'),
  }));
}

/**
 * The groups of a list: first those in several projects, then those in one, each in the order of the list of a scan.
 *
 * @param include classes that are not apart
 * @returns ids in the index
 */
export function chooseForList(snapshot: Snapshot, limit: number, include: readonly ListClass[]): number[] {
  const known = new ListedRanges();
  const chosen: number[] = [];
  for (const where of ['several projects', 'one project'] as const) {
    if (chosen.length >= limit) break;
    for (const { id } of listedGroups(snapshot, where, include, known)) {
      chosen.push(id);
      if (chosen.length >= limit) break;
    }
  }
  return chosen;
}
