import { type CodeClass, codeClasses, type GroupCode, type ListClass, TYPES_RULE } from '#lists/list-classes.ts';
import { listWeight } from '#lists/list-order.ts';
import { FILE_CLASSES } from '#scan/file-classes.ts';
import type { GroupKind } from '#scan/model.ts';
import { codeOf, FUNCTIONS, GROUP_KINDS, NODE_KINDS, nameOf } from '../codes.ts';
import type { Snapshot } from '../port.ts';
import { codeOfGroups } from './group-code.ts';

/** What lists for people need to know of a group. */
export interface GroupClass {
  /** `listWeight` of the group. */
  weight: number;
  /** As `codeClasses` returns them. */
  code: CodeClass[];
  /** Whether two occurrences are in files without any of the excluded classes. */
  isOfProduct: boolean;
  /** Otherwise the most common sum of classes of its files, among those with an excluded one. */
  classes: number;
}

/** Bits of the classes of files that are not in a list: an index has them in the order of their names. */
export function excludedBits(include: readonly ListClass[]): number {
  return FILE_CLASSES.reduce((bits, name, at) => (include.includes(name) ? bits : bits | (1 << at)), 0);
}

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
/** Functions are around or in the block, or no type is. Mostly the innermost declaration around it is one. */
const IS_NOT_OF_TYPES = `(node.kind IN (${FUNCTIONS}) OR EXISTS (${AT_BLOCK} AND inside.kind IN (${FUNCTIONS}))
  OR NOT EXISTS (${AT_BLOCK}))`;
/** Occurrences that are looked at, because each takes time in proportion to the declarations of its file. */
const LOOKED_AT = 40;
/** Types without functions in them. */
const OF_TYPES = `NOT EXISTS (
    SELECT 1 FROM occurrence AS own JOIN node ON node.id = node_id
    WHERE group_id = its.id AND own.seq < ${LOOKED_AT}
      AND CASE WHEN own.start_line IS NULL THEN ${HAS_FUNCTION} ELSE ${IS_NOT_OF_TYPES} END)`;
const IS_ALIAS = `EXISTS (
    SELECT 1 FROM occurrence AS own JOIN node ON node.id = node_id
    WHERE group_id = its.id AND own.seq = 0 AND own.start_line IS NULL AND node.kind = ${codeOf(NODE_KINDS, 'type')})`;
/** A group of identical types is part of it. */
const HAS_IDENTICAL_PART = `EXISTS (
  SELECT 1 FROM clone_group AS part
  WHERE part.contained_in = its.id AND part.kind = ${codeOf(GROUP_KINDS, 'near')} AND NOT EXISTS (
    SELECT 1 FROM occurrence AS own
    WHERE own.group_id = part.id AND similarity < ${TYPES_RULE.below_similarity}))`;
const MAY_DIFFER = `(its.kind IN (${TYPES_RULE.kinds.map((kind) => codeOf(GROUP_KINDS, kind)).join(', ')})
  AND EXISTS (
    SELECT 1 FROM occurrence AS own
    WHERE group_id = its.id AND (similarity < ${TYPES_RULE.below_similarity} OR own.start_line IS NOT NULL))
  AND NOT ${HAS_IDENTICAL_PART})`;
/** Of the file of an occurrence, and its own. */
const CLASSES = '(node.classes | coalesce(own.callback_classes, 0))';
const OF_PRODUCT = `(
  SELECT count(*) FROM (
    SELECT 1 FROM occurrence AS own JOIN node ON node.id = own.node_id
    WHERE own.group_id = its.id AND (${CLASSES} & ?) = 0 LIMIT 2) AS product) = 2`;

const APART = `(
  SELECT ${CLASSES} AS classes FROM occurrence AS own JOIN node ON node.id = own.node_id
  WHERE own.group_id = its.id AND (${CLASSES} & ?) <> 0 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`;

const FACTS = `
  SELECT
    its.id, its.kind, its.nodes, its.occurrences, ${OF_TYPES} AS of_types, ${IS_ALIAS} AS is_alias,
    ${OF_PRODUCT} AS of_product, ${APART} AS apart,
    (SELECT min(similarity) FROM occurrence WHERE group_id = its.id) AS similarity
  FROM json_each(?) AS wanted CROSS JOIN clone_group AS its ON its.id = wanted.value`;

/** Looks through all groups for parts of each one. */
const DIFFERING = `
  SELECT its.id FROM json_each(?) AS wanted CROSS JOIN clone_group AS its ON its.id = wanted.value WHERE ${MAY_DIFFER}`;

interface GroupFacts {
  id: number;
  kind: GroupKind;
  nodes: number;
  occurrences: number;
  ofTypes: boolean;
  isAlias: boolean;
  isOfProduct: boolean;
  classes: number;
  /** The least one, of a near group. */
  similarity?: number[];
}

/**
 * The classes of groups for lists, as in the list of a scan.
 *
 * @param groups integer ids
 * @param excluded bits of classes of files
 * @returns by id
 */
export function classesOfGroups(
  snapshot: Snapshot,
  groups: readonly number[],
  excluded: number,
): Map<number, GroupClass> {
  const all = snapshot.all(FACTS, [excluded, excluded, JSON.stringify(groups)], (row): GroupFacts => {
    const similarity = row.optionalInteger('similarity');
    return {
      id: row.integer('id'),
      kind: nameOf(GROUP_KINDS, row.integer('kind')),
      nodes: row.integer('nodes'),
      occurrences: row.integer('occurrences'),
      ofTypes: row.flag('of_types'),
      isAlias: row.flag('is_alias'),
      isOfProduct: row.flag('of_product'),
      classes: row.optionalInteger('apart') ?? 0,
      ...(similarity !== undefined && { similarity: [similarity] }),
    };
  });
  const ids = (ofTypes: boolean) => all.filter((its) => its.ofTypes === ofTypes).map(({ id }) => id);
  const codes = codeOfGroups(snapshot, ids(false));
  const differing = new Set(snapshot.all(DIFFERING, [JSON.stringify(ids(true))], (row) => row.integer('id')));
  return new Map(
    all.map((group) => {
      const { id, ofTypes, isAlias } = group;
      const ofAll = { isOfTypes: true, areIdentical: !differing.has(id), isAlias } as const;
      return [id, classOf(group, ofTypes ? ofAll : codes.get(id))];
    }),
  );
}

function classOf(group: GroupFacts, code: GroupCode | undefined): GroupClass {
  const { occurrences, isOfProduct, classes } = group;
  return {
    weight: listWeight(group, occurrences),
    code: [...codeClasses(group, occurrences, () => code)],
    isOfProduct,
    classes: isOfProduct ? 0 : classes,
  };
}
