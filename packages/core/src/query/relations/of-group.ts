import type { RelationsData } from '@analyzer/contracts/query/relations.data';
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
