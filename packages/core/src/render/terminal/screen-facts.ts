import { type IntendedMirror, MirrorSides } from '#lists/intended-mirror.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { CopyRelation, CopyRelations } from '#relations/model.ts';
import type { Group } from '#scan/model.ts';

/** A fact of the first screen. */
export type ScreenFact = { relation: CopyRelation } | { group: Group };

/** A reader takes in about as many facts. */
const MAX_FACTS = 10;
/** Relations of folders and files come first, and leave some lines to groups and shared helpers. */
const MAX_RELATIONS = 6;

export interface ScreenFacts {
  facts: ScreenFact[];
  /** Numbers of relations and groups that are not among them. */
  more: { relations: number; groups: number };
}

/**
 * The facts of the first screen: relations, then listed groups that no relation explains, in the order of lists. Relations
 * between the sides of an intended mirror are none.
 */
export function screenFacts(
  { relations }: CopyRelations,
  { shown }: ListedGroups,
  mirrors: readonly IntendedMirror[] = [],
): ScreenFacts {
  const intended = mirrors.map((mirror) => new MirrorSides(mirror));
  const helpers = new Map<string, CopyRelation>();
  const first: CopyRelation[] = [];
  const explained = new Set<string>();
  for (const relation of relations) {
    if (intended.some((it) => it.isIntended(relation.sides))) continue;
    if (relation.kind === 'shared-helper') for (const id of relation.groups) helpers.set(id, relation);
    else {
      first.push(relation);
      for (const id of relation.groups) explained.add(id);
    }
  }
  const facts: ScreenFact[] = first.slice(0, MAX_RELATIONS).map((relation) => ({ relation }));
  const more = { relations: first.length - facts.length, groups: 0 };
  const known = new Set<CopyRelation>();
  for (const group of shown) {
    const helper = helpers.get(group.id);
    if (explained.has(group.id) || (helper !== undefined && known.has(helper))) continue;
    if (helper !== undefined) known.add(helper);
    if (facts.length < MAX_FACTS) facts.push(helper === undefined ? { group } : { relation: helper });
    else if (helper === undefined) more.groups++;
    else more.relations++;
  }
  return { facts, more };
}
