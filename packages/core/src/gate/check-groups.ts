import { compareBytes } from '@analyzer/contracts/order';
import type { ContinuedGroup, Copy, Family, GroupFinding, ListedGroup, ShrunkGroup } from './model.ts';

export interface CheckedGroups {
  groups: GroupFinding[];
  /** Groups that would be findings, but all their copies lie in those of another one. */
  held: Family[];
  shrunk: ShrunkGroup[];
  continued: ContinuedGroup[];
}

/**
 * Holds clone groups against those that are listed. Copies are counted, wherever they stand: a group of more copies
 * than are listed is a finding. One that is not listed is none where it only goes on with a listed one, all copies of
 * which were edited alike: each copy stands where one of the listed group stood and no longer stands.
 *
 * @param wasThere whether a function of this path and name is known to have been there before
 * @returns findings with new ones first, then the largest, ties by id; what lies wholly in another finding left out
 */
export function checkGroups(
  listed: readonly ListedGroup[],
  families: readonly Family[],
  wasThere: (place: string) => boolean,
): CheckedGroups {
  const known = new Map(listed.map((group) => [group.id, group]));
  const now = new Map(families.map((family) => [family.id, family]));
  const left = new PlacesLeft(listed, now);
  const findings = new Map<string, GroupFinding>();
  const continued: ContinuedGroup[] = [];
  for (const family of families) {
    const group = known.get(family.id);
    const allowed = group?.copies.length ?? 0;
    if (family.copies.length <= allowed) continue;
    const origin = group === undefined ? left.takeAll(family) : undefined;
    if (origin !== undefined) continued.push({ family, listed_as: origin });
    else findings.set(family.id, finding(family, group, wasThere));
  }
  const goneOn = new Map<string, number>();
  for (const { family, listed_as } of continued) {
    goneOn.set(listed_as, (goneOn.get(listed_as) ?? 0) + family.copies.length);
  }
  const shrunk = listed
    .map(({ id, nodes, copies }) => ({ id, nodes, listed: copies.length, copies: now.get(id)?.copies.length ?? 0 }))
    .filter((group) => group.copies + (goneOn.get(group.id) ?? 0) < group.listed)
    .sort((a, b) => compareBytes(a.id, b.id));
  const found = new Set(findings.keys());
  const held = heldBy(families, found, found);
  for (const { id } of held) findings.delete(id);
  return { groups: [...findings.values()].sort(mostTellingFirst), held, shrunk, continued };
}

function finding(family: Family, group: ListedGroup | undefined, wasThere: (place: string) => boolean): GroupFinding {
  const listed = group?.copies ?? [];
  const unlisted = notListed(family.copies, listed);
  const added = unlisted.filter(({ place }) => !wasThere(place));
  const fresh = added.length === 0 ? unlisted : added;
  return { change: group === undefined ? 'new' : 'grown', family, listed: listed.length, unlisted, fresh };
}

/** Copies beyond those at listed places; of several at one place the later ones. */
export function notListed(copies: readonly Copy[], listed: readonly string[]): Copy[] {
  const places = counted(listed);
  return copies.filter(({ place }) => {
    const count = places.get(place) ?? 0;
    places.set(place, count - 1);
    return count <= 0;
  });
}

/**
 * Where copies of listed groups stood and no longer stand. Each of these places is given to one group only, and no more
 * of them than the listed group allows beyond the copies that it has.
 */
class PlacesLeft {
  /** By place and listed group: how many. */
  readonly #left = new Map<string, Map<string, number>>();
  /** By listed group: how many fewer copies there are than it allows. */
  readonly #free = new Map<string, number>();

  constructor(listed: readonly ListedGroup[], now: ReadonlyMap<string, Family>) {
    for (const { id, copies } of listed) {
      const there = now.get(id)?.copies ?? [];
      this.#free.set(id, copies.length - there.length);
      const present = counted(there.map(({ place }) => place));
      for (const [place, count] of counted(copies)) {
        const gone = count - (present.get(place) ?? 0);
        const groups = this.#left.get(place) ?? new Map<string, number>();
        if (gone > 0) this.#left.set(place, groups.set(id, gone));
      }
    }
  }

  /** @returns the listed group at whose places all copies stand, the least where there are several */
  takeAll({ copies }: Family): string | undefined {
    const places = [...counted(copies.map(({ place }) => place))];
    const [first = ''] = places.map(([place]) => place);
    const origin = [...(this.#left.get(first)?.keys() ?? [])]
      .filter((id) => (this.#free.get(id) ?? 0) >= copies.length)
      .filter((id) => places.every(([place, count]) => (this.#left.get(place)?.get(id) ?? 0) >= count))
      .sort(compareBytes)
      .at(0);
    if (origin === undefined) return undefined;
    this.#free.set(origin, (this.#free.get(origin) ?? 0) - copies.length);
    for (const [place, count] of places) {
      const groups = this.#left.get(place);
      groups?.set(origin, (groups.get(origin) ?? 0) - count);
    }
    return origin;
  }
}

function counted(places: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

/** Families of `inner` that lie wholly in one of `outer`: what is in a copied function is copied with it. */
export function heldBy(families: readonly Family[], inner: ReadonlySet<string>, outer: ReadonlySet<string>): Family[] {
  const ofGroup = new Map(families.flatMap(({ id, shown }) => [[id, id] as const, [shown.id, id] as const]));
  return families.filter(({ id, holders }) => inner.has(id) && holders.some((it) => outer.has(ofGroup.get(it) ?? '')));
}

function mostTellingFirst(a: GroupFinding, b: GroupFinding): number {
  return (
    compareBytes(b.change, a.change) ||
    b.family.nodes - a.family.nodes ||
    compareBytes(a.family.shown.id, b.family.shown.id)
  );
}
