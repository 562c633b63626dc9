import { type IntendedMirror, MirrorSides } from '#lists/intended-mirror.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import { SCREEN_RULES } from '#lists/screen-rules.ts';
import type { CopyRelation, CopyRelations } from '#relations/model.ts';
import type { Group } from '#scan/model.ts';
import { KnownFacts, placesOf } from './known-facts.ts';
import { groupsOf, inSameFolders, linesOf, type Relations } from './relation-folders.ts';
import type { CodePlaces, ScreenFact } from './screen-fact.ts';

/** A reader takes in about as many facts. */
const MAX_FACTS = 10;
/** Relations of folders and files come first, and leave some lines to groups and shared helpers. */
const MAX_RELATIONS = 6;
/** Forks and families of files with fewer equal lines come among the groups. */
const MIN_FIRST_LINES = 60;
/** Code with fewer equal lines is only counted, after a few facts that with fewer than the second number. */
const [FEW_FACTS, MIN_SAVED_LINES] = [3, [5, 10]] as const;

export interface ScreenFacts {
  facts: ScreenFact[];
  /** Numbers of relations and groups that are not among them. */
  more: { relations: number; groups: number };
}

/**
 * The facts of the first screen, of which no two say the same: relations, then listed groups that no relation explains, with small
 * forks; each with the most equal lines first. All vendored libraries are one fact, and so are shared helpers of the same folders.
 * Relations between the sides of an intended mirror are none.
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
  const { most_groups } = SCREEN_RULES.evidence;
  const listed = shown.filter(({ id }) => !explained.has(id));
  const candidates = candidatesOf(listed.slice(0, most_groups), folded, helpers, placesOfGroup);
  for (const { subject, places, groups } of candidates) {
    if (places.isWorth && known.hasListed(places, groups)) continue;
    const least = MIN_SAVED_LINES[known.facts.length < FEW_FACTS ? 0 : 1];
    if (places.isWorth && places.saved >= least && known.facts.length < MAX_FACTS) {
      known.addListed({ ...subject, more: groups - 1, twins: [], also: [] }, places);
    } else if ('group' in subject) more.groups += groups;
    else more.relations += subject.relations.length;
  }
  more.groups += Math.max(0, listed.length - most_groups);
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

/** What may be a fact. */
interface Candidate {
  subject: { relations: Relations } | { group: Group; places: CodePlaces };
  places: CodePlaces;
  /** Number of groups that it counts. */
  groups: number;
}

/** Groups, small relations of files once, and of shared helpers in the same folders the group with the most equal lines. */
function candidatesOf(
  listed: readonly Group[],
  folded: readonly Relations[],
  helpers: readonly Relations[],
  placesOfGroup: (group: Group) => CodePlaces,
): Candidate[] {
  const [small, shared] = [byGroup(folded), byGroup(helpers)];
  const taken = new Set<Relations>();
  const helperOf = new Map<Relations, Candidate>();
  const candidates: Candidate[] = [];
  for (const group of listed) {
    const relations = small.get(group.id);
    if (relations !== undefined) {
      if (taken.has(relations)) continue;
      taken.add(relations);
      candidates.push({ subject: { relations }, places: placesOf(relations), groups: groupsOf(relations) });
      continue;
    }
    const places = placesOfGroup(group);
    const candidate: Candidate = { subject: { group, places }, places, groups: 1 };
    const helper = shared.get(group.id);
    const known = helper === undefined || !places.isWorth ? undefined : helperOf.get(helper);
    if (known === undefined) {
      candidates.push(candidate);
      if (helper !== undefined && places.isWorth) helperOf.set(helper, candidate);
    } else {
      if (places.saved > known.places.saved) Object.assign(known, { subject: candidate.subject, places });
      known.groups++;
    }
  }
  return candidates.sort((a, b) => b.places.saved - a.places.saved);
}

function byGroup(all: readonly Relations[]): Map<string, Relations> {
  return new Map(all.flatMap((its) => its.flatMap(({ groups }) => groups.map((id) => [id, its] as const))));
}
