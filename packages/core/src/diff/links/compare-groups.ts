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
  const withCallbacks = idsWithCallbacks([...before.groups, ...after.groups]);
  const changes = [
    ...compareFunctionGroups(ofKinds(before, isOfFunctions), ofKinds(after, isOfFunctions), idAfter),
    ...compareNearGroups(before.groups, after.groups, idAfter, withCallbacks),
    ...compareBlockGroups(ofRanges(before, withCallbacks), ofRanges(after, withCallbacks), pathAfter),
  ];
  markFolded(changes, [...before.groups, ...after.groups]);
  return changes.sort(
    (a, b) => RANK.indexOf(a.change) - RANK.indexOf(b.change) || b.nodes - a.nodes || compareBytes(a.id, b.id),
  );
}

/** Ids of groups of similar code that have callbacks on either side. */
function idsWithCallbacks(groups: readonly Group[]): Set<string> {
  return new Set(groups.flatMap(({ id, kind, blocks }) => (kind === 'near' && blocks !== undefined ? id : [])));
}

/** With ranges instead of declarations in the groups that have callbacks on the other side. */
function ofRanges({ groups, rangeOf }: GroupSide, withCallbacks: ReadonlySet<string>): Group[] {
  return groups.map((group) => {
    if (group.blocks !== undefined || !withCallbacks.has(group.id)) return group;
    return { ...group, occurrences: [], blocks: group.occurrences.flatMap((id) => rangeOf?.(id) ?? []) };
  });
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
