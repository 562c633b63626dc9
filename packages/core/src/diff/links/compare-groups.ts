import { compareBytes } from '@analyzer/contracts/order';
import type { DeclarationFacts } from '#parse/facts.ts';
import type { Group } from '#scan/model.ts';
import type { GroupChange, GroupChangeKind } from '../model.ts';

/** One side: its clone groups, and what is known of each declaration by its id. */
export interface GroupSide {
  groups: readonly Group[];
  facts: ReadonlyMap<string, Pick<DeclarationFacts, 'function_body' | 'function_shape'>>;
}

/** What became of a group's occurrences. */
interface Fates {
  kept: Set<string>;
  /** Ids afterwards. */
  edited: string[];
  /** Ids before. */
  removed: string[];
  /** Of a group of which none was kept: the fingerprint that all of several edited ones share. */
  together: string | undefined;
}

/**
 * What became of clone groups: which are new, which have new copies or lost some, and in which some copies were edited
 * and others not. A group is the same as long as its content is, wherever its copies are moved. Groups that tell the
 * same as another one are left out.
 *
 * @param idAfter what became of a declaration; undefined when it is gone
 * @returns the most telling changes first, then the largest groups, ties by id
 */
export function compareGroups(
  before: GroupSide,
  after: GroupSide,
  idAfter: (id: string) => string | undefined,
): GroupChange[] {
  const now = new Map(after.groups.map((group) => [group.id, group]));
  const known = new Set(before.groups.map(({ id }) => id));
  const byPrint = new Map(after.groups.map((group) => [printsOf(group, after), group]));
  const continued = new Set<string>();
  const changes: GroupChange[] = [];
  for (const old of before.groups) {
    const fates = fatesOf(old, before, after, idAfter);
    const heir = fates.together === undefined ? undefined : byPrint.get(`${old.kind} ${fates.together}`);
    if (heir !== undefined) continued.add(heir.id);
    const group = now.get(old.id) ?? heir;
    const change = describe(old, group, heir !== undefined, fates);
    const isSaid = old.same_as !== undefined && (group === undefined || group.same_as !== undefined);
    if (change !== undefined && !isSaid) changes.push(change);
  }
  for (const group of after.groups) {
    if (known.has(group.id) || continued.has(group.id) || group.same_as !== undefined) continue;
    changes.push(changed('appeared', undefined, group, { added: [...group.occurrences] }));
  }
  return changes.sort(
    (a, b) => RANK.indexOf(a.change) - RANK.indexOf(b.change) || b.nodes - a.nodes || compareBytes(a.id, b.id),
  );
}

const RANK: readonly GroupChangeKind[] = ['diverged', 'grew', 'appeared', 'edited-together', 'shrank', 'vanished'];

function fatesOf(
  group: Group,
  before: GroupSide,
  after: GroupSide,
  idAfter: (id: string) => string | undefined,
): Fates {
  const print = printOf(group.kind, before.facts.get(group.occurrences[0] ?? ''));
  const kept = new Set<string>();
  const edited: string[] = [];
  const removed: string[] = [];
  const prints = new Set<string | undefined>();
  for (const id of group.occurrences) {
    const now = idAfter(id);
    const printNow = now === undefined ? undefined : printOf(group.kind, after.facts.get(now));
    if (now === undefined) removed.push(id);
    else if (printNow === print) kept.add(now);
    else {
      edited.push(now);
      prints.add(printNow);
    }
  }
  const [only] = prints;
  const isTogether = kept.size === 0 && edited.length > 1 && prints.size === 1;
  return { kept, edited, removed, together: isTogether ? only : undefined };
}

function describe(old: Group, group: Group | undefined, isHeir: boolean, fates: Fates): GroupChange | undefined {
  const { kept, edited, removed } = fates;
  if (isHeir) {
    const own = new Set(edited);
    const added = group?.occurrences.filter((id) => !own.has(id)) ?? [];
    return changed('edited-together', old, group, { added, removed, edited });
  }
  const added = group?.occurrences.filter((id) => !kept.has(id)) ?? [];
  const lists = { added, removed, edited };
  if (edited.length > 0 && edited.length + kept.size > 1) return changed('diverged', old, group, lists);
  if (group === undefined) return changed('vanished', old, group, lists);
  if (added.length > 0) return changed('grew', old, group, lists);
  return removed.length + edited.length > 0 ? changed('shrank', old, group, lists) : undefined;
}

function changed(
  change: GroupChangeKind,
  old: Group | undefined,
  now: Group | undefined,
  lists: Partial<Pick<GroupChange, 'added' | 'removed' | 'edited'>>,
): GroupChange {
  const shown = now ?? old;
  if (shown === undefined) throw new RangeError('a change of no group');
  return {
    change,
    id: shown.id,
    kind: shown.kind,
    nodes: shown.nodes,
    contained: shown.contained_in !== undefined,
    before: old?.occurrences.length ?? 0,
    after: now?.occurrences.length ?? 0,
    added: (lists.added ?? []).toSorted(compareBytes),
    removed: (lists.removed ?? []).toSorted(compareBytes),
    edited: (lists.edited ?? []).toSorted(compareBytes),
  };
}

function printsOf(group: Group, side: GroupSide): string {
  return `${group.kind} ${printOf(group.kind, side.facts.get(group.occurrences[0] ?? ''))}`;
}

function printOf(
  kind: Group['kind'],
  facts: Pick<DeclarationFacts, 'function_body' | 'function_shape'> | undefined,
): string | undefined {
  return kind === 'function-body' ? facts?.function_body : facts?.function_shape;
}
