import { type IntendedMirror, MirrorSides } from '#lists/intended-mirror.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { CopyRelation, CopyRelations } from '#relations/model.ts';
import type { Group } from '#scan/model.ts';
import { KnownFacts, placesOf } from './known-facts.ts';
import { groupsOf, inSameFolders, linesOf, type Relations } from './relation-folders.ts';
import type { CodePlaces, ScreenFact } from './screen-fact.ts';

/** A reader takes in about as many facts. */
const MAX_FACTS = 10;
/** Relations of folders and files come first, and leave some lines to groups and shared helpers. */
const MAX_RELATIONS = 6;
/** Forks and families of files with fewer equal lines come where the first of their groups is in the list. */
const MIN_FIRST_LINES = 60;
/** After a few facts, code that would save fewer lines is only counted. */
const [FEW_FACTS, MIN_SAVED_LINES] = [3, 10];

export interface ScreenFacts {
  facts: ScreenFact[];
  /** Numbers of relations and groups that are not among them. */
  more: { relations: number; groups: number };
}

/**
 * The facts of the first screen, of which no two say the same: relations, those with the most lines first, then listed groups that
 * no relation explains, in the order of lists, with shared helpers and small forks. All vendored libraries are one fact. Relations
 * between the sides of an intended mirror are none.
 */
export function screenFacts(
  { relations }: CopyRelations,
  { shown }: ListedGroups,
  placesOfGroup: (group: Group) => CodePlaces,
  mirrors: readonly IntendedMirror[] = [],
): ScreenFacts {
  const intended = mirrors.map((mirror) => new MirrorSides(mirror));
  const { folded, helpers, vendored } = byPlace(
    relations.filter(({ sides }) => !intended.some((it) => it.isIntended(sides))),
  );
  const isLarge = (its: Relations) => linesOf(its) >= MIN_FIRST_LINES;
  const more = { relations: 0, groups: 0 };
  const known = new KnownFacts();
  for (const its of folded.filter(isLarge)) {
    if (known.hasRelations(its)) continue;
    if (known.facts.length < MAX_RELATIONS) known.addRelations(its);
    else more.relations += its.length;
  }
  const [library, ...libraries] = vendored;
  if (library !== undefined) known.addRelations([library, ...libraries]);
  const explained = new Set(folded.filter(isLarge).flatMap((its) => its.flatMap(({ groups }) => groups)));
  const later = byGroup([...folded.filter((its) => !isLarge(its)), ...helpers]);
  const taken = new Set<Relations>();
  for (const group of shown) {
    const its = later.get(group.id);
    if (explained.has(group.id) || (its !== undefined && taken.has(its))) continue;
    if (its !== undefined) taken.add(its);
    const places = its === undefined ? placesOfGroup(group) : placesOf(its);
    if (known.hasListed(places, its === undefined ? 1 : groupsOf(its))) continue;
    const further = { more: 0, twins: 0 };
    const isWorth = known.facts.length < FEW_FACTS || places.saved >= MIN_SAVED_LINES;
    if (isWorth && known.facts.length < MAX_FACTS) {
      const fact = its === undefined ? { group, files: places.files, ...further } : { relations: its, ...further };
      known.addListed(fact, places);
    } else if (its === undefined) more.groups++;
    else more.relations += its.length;
  }
  return { facts: known.facts, more };
}

interface RelationsByPlace {
  /** With the most lines first. */
  folded: Relations[];
  helpers: Relations[];
  vendored: CopyRelation[];
}

function byPlace(relations: readonly CopyRelation[]): RelationsByPlace {
  const helpers = relations.filter(({ kind }) => kind === 'shared-helper');
  const vendored = relations.filter(({ kind }) => kind === 'vendored-library');
  const others = relations.filter(({ kind }) => kind !== 'shared-helper' && kind !== 'vendored-library');
  const folded = inSameFolders(others).sort((a, b) => linesOf(b) - linesOf(a));
  return { folded, helpers: inSameFolders(helpers), vendored };
}

function byGroup(all: readonly Relations[]): Map<string, Relations> {
  return new Map(all.flatMap((its) => its.flatMap(({ groups }) => groups.map((id) => [id, its] as const))));
}
