import { compareBytes } from '@analyzer/contracts/order';
import type { Group } from '#scan/model.ts';
import type { GroupChange, GroupChangeKind } from '../model.ts';
import { compareBlockGroups } from './compare-block-groups.ts';
import { compareFunctionGroups } from './compare-function-groups.ts';
import { compareNearGroups } from './compare-near-groups.ts';
import type { GroupSide } from './group-side.ts';

/** Maps to the other side; undefined when it was removed. */
export interface SideAfter {
  /** By id of a declaration before. */
  idAfter: (id: string) => string | undefined;
  /** By path before. */
  pathAfter: (path: string) => string | undefined;
}

const RANK: readonly GroupChangeKind[] = ['diverged', 'grew', 'appeared', 'edited-together', 'shrank', 'vanished'];

/**
 * Compares clone groups: new groups, groups with added or removed copies, and groups of which some copies were edited.
 *
 * @returns most important changes first, then largest groups, then by id
 */
export function compareGroups(before: GroupSide, after: GroupSide, { idAfter, pathAfter }: SideAfter): GroupChange[] {
  const changes = [
    ...compareFunctionGroups(ofKinds(before, isOfFunctions), ofKinds(after, isOfFunctions), idAfter),
    ...compareNearGroups(before.groups, after.groups, idAfter),
    ...compareBlockGroups(before.groups, after.groups, pathAfter),
  ];
  markFolded(changes, [...before.groups, ...after.groups]);
  return changes.sort(
    (a, b) => RANK.indexOf(a.change) - RANK.indexOf(b.change) || b.nodes - a.nodes || compareBytes(a.id, b.id),
  );
}

function isOfFunctions({ kind }: Group): boolean {
  return kind === 'function-body' || kind === 'function-shape';
}

function ofKinds({ groups, facts }: GroupSide, isWanted: (group: Group) => boolean): GroupSide {
  return { groups: groups.filter(isWanted), facts };
}

/** A group that is folded into one with the same change is not listed for people. */
function markFolded(changes: readonly GroupChange[], groups: readonly Group[]): void {
  const listed = new Set(changes.map(({ change, id }) => `${change} ${id}`));
  const folded = new Map(groups.map(({ id, folded_into }) => [id, folded_into]));
  for (const change of changes) {
    const into = folded.get(change.id);
    if (into !== undefined && listed.has(`${change.change} ${into}`)) change.contained = true;
  }
}
