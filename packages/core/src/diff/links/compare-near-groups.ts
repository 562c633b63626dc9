import type { Group } from '#scan/model.ts';
import type { GroupChange } from '../model.ts';
import { changed } from './group-change.ts';

/**
 * Compares groups of similar declarations, without callbacks. Their ids depend on the leader, so a group after continues the one before with
 * which it has most declarations in common, and each group continues at most one. A group whose declarations were, or
 * are, all in one other group is omitted: the change of that group lists them.
 *
 * @param idAfter maps a declaration to its id after; undefined when it was removed
 * @param withCallbacks ids of groups that have callbacks on either side, which are compared as blocks
 */
export function compareNearGroups(
  before: readonly Group[],
  after: readonly Group[],
  idAfter: (id: string) => string | undefined,
  withCallbacks: ReadonlySet<string>,
): GroupChange[] {
  const isOfDeclarations = ({ id, kind }: Group) => kind === 'near' && !withCallbacks.has(id);
  const old = before.filter(isOfDeclarations);
  const now = after.filter(isOfDeclarations);
  const remaining = old.map(({ occurrences }) => occurrences.flatMap((id) => idAfter(id) ?? []));
  const continued = continuations(remaining, now);
  const groupsBefore = groupsByDeclaration(before, idAfter);
  const groupsAfter = groupsByDeclaration(after, (id) => id);
  const changes: GroupChange[] = [];
  for (const [at, group] of old.entries()) {
    const ids = remaining[at] ?? [];
    const removed = group.occurrences.filter((id) => idAfter(id) === undefined);
    const successor = continued.get(at);
    const change =
      successor === undefined
        ? endOf(group, ids, removed, groupsAfter)
        : continuation(group, now[successor] ?? group, ids, removed);
    if (change !== undefined) changes.push(change);
  }
  const successors = new Set(continued.values());
  for (const [at, group] of now.entries()) {
    if (successors.has(at) || areInOneGroup(group.occurrences, groupsBefore)) continue;
    changes.push(changed('appeared', undefined, group, { added: [...group.occurrences] }));
  }
  return changes;
}

/**
 * Pairs with most declarations in common first, then in the order of the groups.
 *
 * @param remaining by group before: ids after of its declarations
 * @returns by group before: the group after
 */
function continuations(remaining: readonly string[][], now: readonly Group[]): Map<number, number> {
  // Of a declaration that is also the partner of later leaders, the largest one.
  const groupOf = new Map<string, number>();
  for (const [at, { occurrences }] of now.entries()) {
    for (const id of occurrences) {
      const known = now[groupOf.get(id) ?? -1]?.occurrences.length ?? 0;
      if (known < occurrences.length) groupOf.set(id, at);
    }
  }
  const pairs: { from: number; to: number; common: number }[] = [];
  for (const [from, ids] of remaining.entries()) {
    const common = new Map<number, number>();
    for (const id of ids) {
      const to = groupOf.get(id);
      if (to !== undefined) common.set(to, (common.get(to) ?? 0) + 1);
    }
    for (const [to, count] of common) pairs.push({ from, to, common: count });
  }
  pairs.sort((a, b) => b.common - a.common || a.from - b.from || a.to - b.to);
  const continued = new Map<number, number>();
  const taken = new Set<number>();
  for (const { from, to } of pairs) {
    if (continued.has(from) || taken.has(to)) continue;
    continued.set(from, to);
    taken.add(to);
  }
  return continued;
}

function continuation(old: Group, now: Group, ids: readonly string[], removed: string[]): GroupChange | undefined {
  const [own, members] = [new Set(ids), new Set(now.occurrences)];
  const edited = ids.filter((id) => !members.has(id));
  const added = now.occurrences.filter((id) => !own.has(id));
  const lists = { added, removed, edited };
  if (edited.length > 0) return changed('diverged', old, now, lists);
  if (added.length > 0) return changed('grew', old, now, lists);
  return removed.length > 0 ? changed('shrank', old, now, lists) : undefined;
}

function endOf(
  old: Group,
  ids: readonly string[],
  removed: string[],
  groupsAfter: GroupsByDeclaration,
): GroupChange | undefined {
  if (ids.length > 1 && areInOneGroup(ids, groupsAfter)) return undefined;
  return changed(ids.length > 1 ? 'diverged' : 'vanished', old, undefined, { removed, edited: [...ids] });
}

/** The groups of each declaration. */
type GroupsByDeclaration = ReadonlyMap<string, ReadonlySet<Group>>;

/** @param idAfter omits declarations for which it is undefined */
function groupsByDeclaration(
  groups: readonly Group[],
  idAfter: (id: string) => string | undefined,
): GroupsByDeclaration {
  const found = new Map<string, Set<Group>>();
  for (const group of groups) {
    for (const before of group.occurrences) {
      const id = idAfter(before);
      if (id === undefined) continue;
      const known = found.get(id);
      if (known === undefined) found.set(id, new Set([group]));
      else known.add(group);
    }
  }
  return found;
}

function areInOneGroup(ids: readonly string[], groupsOf: GroupsByDeclaration): boolean {
  const candidates = groupsOf.get(ids[0] ?? '') ?? new Set();
  return [...candidates].some((group) => ids.every((id) => groupsOf.get(id)?.has(group) === true));
}
