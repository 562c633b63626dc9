import { compareBytes } from '@analyzer/contracts/order';
import type { Group } from '#scan/model.ts';
import { containingGroups } from './containment.ts';
import { groupId } from './group-id.ts';
import { type Copies, findCopies, type GroupedFile } from './occurrences.ts';

/**
 * The clone groups of a project: functions and methods with equal fingerprints. A fingerprint already belongs to one
 * parser and language, so no group mixes them.
 *
 * @param minNodes smallest number of nodes of an occurrence
 * @returns highest score first, ties by id
 */
export function groupFunctions(files: readonly GroupedFile[], minNodes: number): Group[] {
  const copies = findCopies(files, minNodes);
  const ids = copies.map(({ kind, fingerprint }) => groupId(kind, fingerprint));
  const holders = containingGroups(copies, ids, files);
  const bodySizes = new Map<string, number>();
  for (const { kind, fingerprint, occurrences } of copies) {
    if (kind === 'function-body') bodySizes.set(fingerprint, occurrences.length);
  }

  const groups = copies.map((it, index): Group => {
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
      occurrences: it.occurrences.map(({ id }) => id).sort(compareBytes),
    };
  });
  return groups.sort((a, b) => b.score - a.score || compareBytes(a.id, b.id));
}

/** The function-body group with the very functions of a function-shape group. */
function sameAs({ kind, occurrences }: Copies, bodySizes: ReadonlyMap<string, number>): string | undefined {
  const body = occurrences[0]?.body;
  if (kind !== 'function-shape' || body === undefined) return undefined;
  const same = bodySizes.get(body) === occurrences.length && occurrences.every((it) => it.body === body);
  return same ? groupId('function-body', body) : undefined;
}
