import { locationOf } from './families.ts';
import type { Copy, ListedMember } from './model.ts';

/** A declaration that is similar to at least one other. */
export interface Member {
  copy: Copy;
  /** Hash of its body. */
  body: string;
}

/**
 * Assigns each listed member to one declaration: by its body at its location, then by its location, then by its body. A
 * listed member whose location no longer exists is then assigned to a declaration of the same name or file:
 * it was moved or renamed, and edited.
 *
 * @param isThere whether the project has a declaration at this location
 * @returns ids of the declarations that no listed member is assigned to
 */
export function unknownMembers(
  listed: readonly ListedMember[],
  members: readonly Member[],
  isThere: (location: string) => boolean,
): Set<string> {
  const free = new Set(listed);
  const unknown = new Set(members);
  const assign = (ofListed: (it: ListedMember) => string | undefined, ofMember: (it: Member) => string) => {
    const byKey = new Map<string, ListedMember[]>();
    for (const it of free) {
      const key = ofListed(it);
      if (key === undefined) continue;
      const its = byKey.get(key);
      if (its === undefined) byKey.set(key, [it]);
      else its.push(it);
    }
    for (const member of unknown) {
      const match = byKey.get(ofMember(member))?.pop();
      if (match === undefined) continue;
      free.delete(match);
      unknown.delete(member);
    }
  };
  assign(
    (it) => `${it.body} ${locationOf(it.path, it.name)}`,
    ({ body, copy }) => `${body} ${copy.location}`,
  );
  assign(
    ({ path, name }) => locationOf(path, name),
    ({ copy }) => copy.location,
  );
  assign(
    ({ body }) => body,
    ({ body }) => body,
  );
  const isGone = ({ path, name }: ListedMember) => !isThere(locationOf(path, name));
  assign(
    (it) => (isGone(it) ? it.name : undefined),
    ({ copy }) => copy.qualified_name,
  );
  assign(
    (it) => (isGone(it) ? it.path : undefined),
    ({ copy }) => copy.path,
  );
  return new Set(Array.from(unknown, ({ copy }) => copy.id));
}
