import { callbackLocation } from './callback-copies.ts';
import type { Member } from './match-members.ts';
import type { Convergence, Copy, GroupFinding, ListedMember } from './model.ts';

/** The edited copies of a group of similar declarations that became the same as another one of it. */
export function convergencesOf({ family, fresh }: GroupFinding): Convergence[] {
  const isFresh = new Set(fresh.map(({ id }) => id));
  const twin = family.copies.find(({ id }) => !isFresh.has(id)) ?? fresh[0];
  return twin === undefined ? [] : fresh.flatMap((copy) => (copy === twin ? [] : [same(copy, twin)]));
}

/**
 * The callbacks with another body than before that have the body of another one now.
 *
 * @param renames the path of a file before by its path now
 */
export function convergedCallbacks(
  callbacks: readonly Member[],
  listed: readonly ListedMember[],
  renames: ReadonlyMap<string, string>,
): Convergence[] {
  const bodies = new Map(listed.map((it) => [callbackLocation(it), it.body]));
  const bodyBefore = ({ copy: { path, qualified_name: name } }: Member) =>
    bodies.get(callbackLocation({ path: renames.get(path) ?? path, name }));
  const isEdited = (it: Member) => bodyBefore(it) !== it.body;
  const [now, before] = [countsOf(callbacks), countsOf(listed)];
  const hasMore = ({ body }: Member) => (now.get(body) ?? 0) > (before.get(body) ?? 0);
  const twins = new Map<string, Member>();
  for (const it of callbacks) if (!twins.has(it.body) || !isEdited(it)) twins.set(it.body, it);
  return callbacks.filter(isEdited).flatMap((it) => {
    const twin = twins.get(it.body);
    const wasSame = twin === undefined || bodyBefore(twin) === bodyBefore(it) || !hasMore(it);
    return wasSame ? [] : [same(it.copy, twin.copy)];
  });
}

function countsOf(its: readonly { body: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of its) counts.set(body, (counts.get(body) ?? 0) + 1);
  return counts;
}

function same(copy: Copy, twin: Copy): Convergence {
  return { copy: named(copy), twin: named(twin), as: 'same' };
}

export function named({ path, qualified_name }: Convergence['copy']): Convergence['copy'] {
  return { path, qualified_name };
}
