import type { RelationsData } from '@analyzer/contracts/query/relations.data';
import { nameOf, RELATION_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { firstSides, RELATION_COLUMNS, relationIn } from './relation.ts';

type Item = RelationsData['items'][number];

export type ExplainingRelation = Pick<Item, 'kind' | 'sides' | 'more_sides' | 'lines' | 'differs'>;

const EXPLAINING = `
  SELECT ${RELATION_COLUMNS} FROM copy_relation_group JOIN copy_relation AS its ON its.id = relation_id
  WHERE group_id = ? ORDER BY its.id LIMIT 1`;

/**
 * The relation of folders or files that explains a group of copies, such as the mirror that all of its copies are in.
 *
 * @param group its integer id
 * @param most sides in the result
 */
export function relationOfGroup(snapshot: Snapshot, group: number, most: number): ExplainingRelation | undefined {
  const found = snapshot.first(EXPLAINING, [group], relationIn);
  if (found === undefined) return undefined;
  const { id, kind, lines, differs } = found;
  const { sides, more_sides: more } = firstSides(snapshot, id);
  return {
    kind,
    sides: sides.slice(0, most),
    more_sides: more + Math.max(0, sides.length - most),
    lines,
    ...(differs !== undefined && { differs }),
  };
}

/** A group inside another one is explained with that. */
const EXPLAINED = `
  SELECT its.id AS group_id, min(relation_id) AS relation
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = CAST(wanted.value AS INTEGER)
  JOIN copy_relation_group AS explained ON explained.group_id IN (its.id, its.contained_in, its.same_as)
  GROUP BY its.id`;
const KIND = 'SELECT kind FROM copy_relation WHERE id = ?';

/** The relations that explain groups of copies, by group. */
export function relationsOfGroups(
  snapshot: Snapshot,
  groups: readonly number[],
  most: number,
): Map<number, Pick<Item, 'kind' | 'sides' | 'more_sides'>> {
  const explained = snapshot.all(EXPLAINED, [JSON.stringify(groups)], (row) => {
    return [row.integer('group_id'), row.integer('relation')] as const;
  });
  const relations = new Map(
    [...new Set(explained.map(([, relation]) => relation))].map((relation) => {
      const kind = snapshot.first(KIND, [relation], (row) => nameOf(RELATION_KINDS, row.integer('kind')));
      const { sides, more_sides: more } = firstSides(snapshot, relation);
      return [relation, { kind, sides: sides.slice(0, most), more_sides: more + Math.max(0, sides.length - most) }];
    }),
  );
  return new Map(
    explained.flatMap(([group, id]) => {
      const relation = relations.get(id);
      return relation?.kind === undefined ? [] : [[group, { ...relation, kind: relation.kind }]];
    }),
  );
}
