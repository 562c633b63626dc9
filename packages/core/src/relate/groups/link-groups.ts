import type { Group } from '#scan/model.ts';
import { containingGroups } from './containment.ts';
import { groupId } from './group-id.ts';
import type { Copies } from './occurrences.ts';

/** What is said of a clone group besides its functions. */
export type GroupHead = Omit<Group, 'occurrences'>;

/**
 * Sizes, scores and ids of clone groups, and how they are linked to each other. One definition for the copies of a
 * scan and those of an index over many projects.
 *
 * @param copies all groups; those of one kind differ in their fingerprints
 * @param parents by the number of a declaration, the one around it; -1 for none
 * @returns aligned with the copies
 */
export function linkGroups(copies: readonly Copies[], parents: ArrayLike<number>): GroupHead[] {
  const ids = copies.map(({ kind, fingerprint }) => groupId(kind, fingerprint));
  const holders = containingGroups(copies, ids, parents);
  const bodySizes = new Map<string, number>();
  for (const { kind, fingerprint, occurrences } of copies) {
    if (kind === 'function-body') bodySizes.set(fingerprint, occurrences.length);
  }
  return copies.map((it, index) => {
    const sizes = it.occurrences.map(({ nodes }) => nodes);
    const nodes = sizes.reduce((a, b) => Math.max(a, b), 0);
    const twin = sameAs(it, bodySizes);
    const holder = holders[index];
    return {
      id: ids[index] ?? '',
      kind: it.kind,
      nodes,
      score: sizes.reduce((a, b) => a + b, 0) - nodes,
      ...(twin === undefined ? {} : { same_as: twin }),
      ...(holder === undefined ? {} : { contained_in: holder }),
    };
  });
}

/** The function-body group with the very functions of a function-shape group. */
function sameAs({ kind, occurrences }: Copies, bodySizes: ReadonlyMap<string, number>): string | undefined {
  const body = occurrences[0]?.body;
  if (kind !== 'function-shape' || body === undefined) return undefined;
  const same = bodySizes.get(body) === occurrences.length && occurrences.every((it) => it.body === body);
  return same ? groupId('function-body', body) : undefined;
}
