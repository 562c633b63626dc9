import { compareBytes } from '@analyzer/contracts/order';
import type { CodeClass } from '#lists/list-classes.ts';
import type { Edits } from './edits.ts';
import type { ContinuedGroup, Copy, Family, GroupFinding, ListedGroup, ShrunkGroup } from './model.ts';

export interface CheckedGroups {
  /** Including findings whose copies are all nested in copies of another one. */
  groups: GroupFinding[];
  /** Groups that lists put apart: no findings. */
  apart: GroupFinding[];
  shrunk: ShrunkGroup[];
  continued: ContinuedGroup[];
  /** Number of groups without findings, because functions that existed before were edited. */
  edited: number;
}

/** What decides on findings. */
export interface Judges {
  /** Whether a copy did not exist before, or had another body. */
  isNew: (copy: Copy) => boolean;
  /** The class by which lists put a finding apart. */
  apartBy: (finding: GroupFinding) => CodeClass | undefined;
  /** Only if the state before is known. */
  edits?: Edits | undefined;
  /** Whether the project has a declaration at this location. */
  isThere: (location: string) => boolean;
}

/**
 * Compares clone groups with the listed ones. Only the number of copies counts, not their location: a group with more
 * copies than listed is a finding. An unlisted group is not a finding if it continues a listed group whose copies were
 * all edited in the same way: each copy is at a location that the listed group no longer has, or has the name and file of
 * one that is gone, because what is around it was renamed.
 */
export function checkGroups(
  listed: readonly ListedGroup[],
  families: readonly Family[],
  { isNew, apartBy, edits, isThere }: Judges,
): CheckedGroups {
  const known = new Map(listed.map((group) => [group.id, group]));
  const now = new Map(families.map((family) => [family.id, family]));
  const freed = new FreedLocations(listed, now, isThere);
  const findings: GroupFinding[] = [];
  const apart: GroupFinding[] = [];
  const continued: ContinuedGroup[] = [];
  let edited = 0;
  for (const family of families) {
    const group = known.get(family.id);
    const allowed = group?.copies.length ?? 0;
    if (family.copies.length <= allowed) continue;
    const origin = group === undefined ? freed.takeAll(family) : undefined;
    if (origin !== undefined) {
      continued.push({ family, listed_as: origin });
      continue;
    }
    const found = finding(family, group, isNew);
    if (edits?.explainIdentical(family.copies, found.unlisted)) edited++;
    else (apartBy(found) === undefined ? findings : apart).push(found);
  }
  const goneOn = new Map<string, number>();
  for (const { family, listed_as } of continued) {
    goneOn.set(listed_as, (goneOn.get(listed_as) ?? 0) + family.copies.length);
  }
  const shrunk = listed
    .map(({ id, nodes, copies }) => ({ id, nodes, listed: copies.length, copies: now.get(id)?.copies.length ?? 0 }))
    .filter((group) => group.copies + (goneOn.get(group.id) ?? 0) < group.listed)
    .sort((a, b) => compareBytes(a.id, b.id));
  return { groups: findings, apart, shrunk, continued, edited };
}

function finding(family: Family, group: ListedGroup | undefined, isNew: (copy: Copy) => boolean): GroupFinding {
  const listed = group?.copies ?? [];
  const unlisted = notListed(family.copies, listed);
  const added = unlisted.filter(isNew);
  const fresh = added.length === 0 ? unlisted : added;
  return { change: group === undefined ? 'new' : 'grown', family, listed: listed.length, unlisted, fresh };
}

/** Copies in excess of those at listed locations; of several copies at one location the later ones. */
export function notListed(copies: readonly Copy[], listed: readonly string[]): Copy[] {
  const locations = counted(listed);
  return copies.filter(({ location }) => {
    const count = locations.get(location) ?? 0;
    locations.set(location, count - 1);
    return count <= 0;
  });
}

/**
 * Locations that copies of listed groups have left. Each location is assigned to one group only, and a listed group
 * gives away at most as many as its number of copies decreased.
 */
class FreedLocations {
  /** Number of copies by location and listed group. */
  readonly #freed = new Map<string, Map<string, number>>();
  /** The same by file and own name, of locations that are gone. */
  readonly #gone = new Map<string, Map<string, number>>();
  /** By listed group: the number of allowed copies that do not exist. */
  readonly #free = new Map<string, number>();

  constructor(
    listed: readonly ListedGroup[],
    now: ReadonlyMap<string, Family>,
    isThere: (location: string) => boolean,
  ) {
    for (const { id, copies } of listed) {
      const there = now.get(id)?.copies ?? [];
      this.#free.set(id, copies.length - there.length);
      const present = counted(there.map(({ location }) => location));
      for (const [location, count] of counted(copies)) {
        const gone = count - (present.get(location) ?? 0);
        if (gone <= 0) continue;
        add(this.#freed, location, id, gone);
        if (!isThere(location)) add(this.#gone, ownName(location), id, gone);
      }
    }
  }

  /** @returns the listed group that had copies at all of the locations; of several the smallest id */
  takeAll({ copies }: Family): string | undefined {
    const locations = copies.map(({ location }) => location);
    return this.#takeAll(locations, this.#freed) ?? this.#takeAll(locations.map(ownName), this.#gone);
  }

  #takeAll(keys: readonly string[], freed: Map<string, Map<string, number>>): string | undefined {
    const counts = [...counted(keys)];
    const origin = [...(freed.get(keys[0] ?? '')?.keys() ?? [])]
      .filter((id) => (this.#free.get(id) ?? 0) >= keys.length)
      .filter((id) => counts.every(([key, count]) => (freed.get(key)?.get(id) ?? 0) >= count))
      .sort(compareBytes)
      .at(0);
    if (origin === undefined) return undefined;
    this.#free.set(origin, (this.#free.get(origin) ?? 0) - keys.length);
    for (const [key, count] of counts) add(freed, key, origin, -count);
    return origin;
  }
}

function add(counts: Map<string, Map<string, number>>, key: string, id: string, count: number): void {
  const its = counts.get(key) ?? new Map<string, number>();
  counts.set(key, its.set(id, (its.get(id) ?? 0) + count));
}

/** A location without the names around the declaration. */
function ownName(location: string): string {
  const start = location.lastIndexOf('#') + 1;
  return location.slice(0, start) + location.slice(Math.max(start, location.lastIndexOf('.') + 1));
}

function counted(locations: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const location of locations) counts.set(location, (counts.get(location) ?? 0) + 1);
  return counts;
}

/** Families of `inner` whose copies are all nested in copies of one family of `outer`. */
export function containedIn(
  families: readonly Family[],
  inner: ReadonlySet<string>,
  outer: ReadonlySet<string>,
): Family[] {
  const ofGroup = new Map(families.flatMap(({ id, shown }) => [[id, id] as const, [shown.id, id] as const]));
  return families.filter(({ id, holders }) => inner.has(id) && holders.some((it) => outer.has(ofGroup.get(it) ?? '')));
}

/** New findings first, then the largest, then by id. */
export function importantFirst(a: GroupFinding, b: GroupFinding): number {
  return (
    compareBytes(b.change, a.change) ||
    b.family.nodes - a.family.nodes ||
    compareBytes(a.family.shown.id, b.family.shown.id)
  );
}
