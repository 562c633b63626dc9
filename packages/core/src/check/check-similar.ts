import type { CopyEvidence, Group, Scan } from '#scan/model.ts';
import { callbackCopy, callbackLocation, memberId } from './callback-copies.ts';
import { copiesById, locationsOf } from './families.ts';
import { type Member, unknownMembers } from './match-members.ts';
import type { Copy, ListedMember, Relation } from './model.ts';

export interface CheckedMembers {
  /** All declarations that are similar to another one, in order, then such callbacks. */
  members: Member[];
  /** Ids of those that are not listed. */
  unknown: Set<string>;
}

export function checkMembers(listed: readonly ListedMember[], scan: Scan, evidence: CopyEvidence): CheckedMembers {
  const bodies = new Map(evidence.members.map(({ id, body }) => [id, body]));
  const copies = copiesById(scan, new Set(bodies.keys()));
  const declared = Array.from(bodies, ([id, body]) => ({ copy: copies.get(id), body })).filter(hasCopy);
  const members = [...declared, ...evidence.callbacks.map(({ block, body }) => ({ copy: callbackCopy(block), body }))];
  const locations = locationsOf(scan);
  for (const { block } of evidence.callbacks) locations.add(callbackLocation(block));
  return { members, unknown: unknownMembers(listed, members, (location) => locations.has(location)) };
}

function hasCopy(it: { copy: Copy | undefined; body: string }): it is Member {
  return it.copy !== undefined;
}

/** The declarations and callbacks of `near` groups, each with its relation to the first one. */
export class NearCopies {
  readonly #members: ReadonlyMap<string, Member>;
  readonly #shapes: ReadonlyMap<string, string>;

  constructor(members: readonly Member[], { entries, relations }: Scan) {
    this.#members = new Map(members.map((it) => [it.copy.id, it]));
    const shapes = new Map<string, string>();
    for (const entry of entries) {
      if (entry.kind !== 'file' || entry.facts === undefined) continue;
      const ids = relations.get(entry.path)?.ids ?? [];
      for (const [index, { function_shape }] of entry.facts.declarations.entries()) {
        const id = ids[index] ?? '';
        if (function_shape !== undefined && this.#members.has(id)) shapes.set(id, function_shape);
      }
    }
    this.#shapes = shapes;
  }

  of({ occurrences, blocks, similarity = [] }: Group): Copy[] {
    const ids = blocks?.map(memberId) ?? occurrences;
    const [first = ''] = ids;
    return ids.flatMap((id, index) => {
      const copy = this.#members.get(id)?.copy;
      if (copy === undefined) return [];
      return { ...copy, likeness: { relation: this.#relation(id, first), similarity: similarity[index] ?? 0 } };
    });
  }

  #relation(id: string, first: string): Relation {
    if (id === first) return 'first';
    if (this.#members.get(id)?.body === this.#members.get(first)?.body) return 'identical';
    const shape = this.#shapes.get(id);
    return shape !== undefined && shape === this.#shapes.get(first) ? 'renamed' : 'edited';
  }
}
