import { compareBytes } from '@analyzer/contracts/order';
import type { Group } from '#scan/model.ts';
import type { GroupChange, GroupChangeKind } from '../model.ts';

type Lists = Partial<Pick<GroupChange, 'added' | 'removed' | 'edited' | 'added_blocks' | 'removed_blocks'>>;

/** The change of a group that is on one side or on both. */
export function changed(
  change: GroupChangeKind,
  old: Group | undefined,
  now: Group | undefined,
  { added = [], removed = [], edited = [], ...blocks }: Lists,
): GroupChange {
  const shown = now ?? old;
  if (shown === undefined) throw new RangeError('a change without a group');
  const isOfFunctions = shown.kind === 'function-body' || shown.kind === 'function-shape';
  return {
    change,
    id: shown.id,
    kind: shown.kind,
    nodes: shown.nodes,
    contained: (isOfFunctions ? shown.contained_in : shown.folded_into) !== undefined,
    before: sizeOf(old),
    after: sizeOf(now),
    added: added.toSorted(compareBytes),
    removed: removed.toSorted(compareBytes),
    edited: edited.toSorted(compareBytes),
    ...blocks,
  };
}

function sizeOf(group: Group | undefined): number {
  return group?.blocks?.length ?? group?.occurrences.length ?? 0;
}
