import type { Group } from '../model.ts';
import { containingGroups } from './containment.ts';
import { groupId } from './group-id.ts';
import type { Copies } from './occurrences.ts';

/** Properties of a clone group other than its functions. */
export type GroupSummary = Omit<Group, 'occurrences'>;

/**
 * Sizes, scores, ids and links of clone groups. Shared by scans and by indexes of many projects.
 *
 * @param copies all groups; fingerprints of one kind are distinct
 * @param parents the enclosing declaration by declaration number; -1 for none
 * @returns aligned with the copies
 */
export function linkGroups(copies: readonly Copies[], parents: ArrayLike<number>): GroupSummary[] {
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

/** The function-body group with the same functions as a function-shape group. */
function sameAs({ kind, occurrences }: Copies, bodySizes: ReadonlyMap<string, number>): string | undefined {
  const body = occurrences[0]?.body;
  if (kind !== 'function-shape' || body === undefined) return undefined;
  const same = bodySizes.get(body) === occurrences.length && occurrences.every((it) => it.body === body);
  return same ? groupId('function-body', body) : undefined;
}
