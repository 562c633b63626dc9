import type { DeclarationFacts } from '#parse/facts.ts';
import type { Group } from '#scan/model.ts';
import type { GroupChange } from '../model.ts';
import { changed } from './group-change.ts';
import type { GroupSide } from './group-side.ts';

/** The changes of a group's occurrences. */
interface OccurrenceMatches {
  unchanged: Set<string>;
  /** Ids after. */
  edited: string[];
  /** Ids before. */
  removed: string[];
  /** If no occurrence is unchanged: the fingerprint that several edited occurrences all have. */
  together: string | undefined;
}

/**
 * Compares groups of identical functions and of functions identical up to renaming. A group is identified by its content,
 * wherever its copies are. Groups with the same changes as another one are omitted.
 *
 * @param idAfter maps a declaration to its id after; undefined when it was removed
 */
export function compareFunctionGroups(
  before: GroupSide,
  after: GroupSide,
  idAfter: (id: string) => string | undefined,
): GroupChange[] {
  const now = new Map(after.groups.map((group) => [group.id, group]));
  const known = new Set(before.groups.map(({ id }) => id));
  const byFingerprint = new Map(after.groups.map((group) => [groupKeyOf(group, after), group]));
  const continued = new Set<string>();
  const changes: GroupChange[] = [];
  for (const old of before.groups) {
    const matches = matchesOf(old, before, after, idAfter);
    const successor = matches.together === undefined ? undefined : byFingerprint.get(`${old.kind} ${matches.together}`);
    if (successor !== undefined) continued.add(successor.id);
    const group = now.get(old.id) ?? successor;
    const change = describe(old, group, successor !== undefined, matches);
    const isRedundant = old.same_as !== undefined && (group === undefined || group.same_as !== undefined);
    if (change !== undefined && !isRedundant) changes.push(change);
  }
  for (const group of after.groups) {
    if (known.has(group.id) || continued.has(group.id) || group.same_as !== undefined) continue;
    changes.push(changed('appeared', undefined, group, { added: [...group.occurrences] }));
  }
  return changes;
}

function matchesOf(
  group: Group,
  before: GroupSide,
  after: GroupSide,
  idAfter: (id: string) => string | undefined,
): OccurrenceMatches {
  const fingerprint = fingerprintOf(group.kind, before.facts.get(group.occurrences[0] ?? ''));
  const unchanged = new Set<string>();
  const edited: string[] = [];
  const removed: string[] = [];
  const fingerprints = new Set<string | undefined>();
  for (const id of group.occurrences) {
    const now = idAfter(id);
    const fingerprintAfter = now === undefined ? undefined : fingerprintOf(group.kind, after.facts.get(now));
    if (now === undefined) removed.push(id);
    else if (fingerprintAfter === fingerprint) unchanged.add(now);
    else {
      edited.push(now);
      fingerprints.add(fingerprintAfter);
    }
  }
  const [only] = fingerprints;
  const isTogether = unchanged.size === 0 && edited.length > 1 && fingerprints.size === 1;
  return { unchanged, edited, removed, together: isTogether ? only : undefined };
}

function describe(
  old: Group,
  group: Group | undefined,
  hasSuccessor: boolean,
  matches: OccurrenceMatches,
): GroupChange | undefined {
  const { unchanged, edited, removed } = matches;
  if (hasSuccessor) {
    const own = new Set(edited);
    const added = group?.occurrences.filter((id) => !own.has(id)) ?? [];
    return changed('edited-together', old, group, { added, removed, edited });
  }
  const added = group?.occurrences.filter((id) => !unchanged.has(id)) ?? [];
  const lists = { added, removed, edited };
  if (edited.length > 0 && edited.length + unchanged.size > 1) return changed('diverged', old, group, lists);
  if (group === undefined) return changed('vanished', old, group, lists);
  if (added.length > 0) return changed('grew', old, group, lists);
  return removed.length + edited.length > 0 ? changed('shrank', old, group, lists) : undefined;
}

function groupKeyOf(group: Group, side: GroupSide): string {
  return `${group.kind} ${fingerprintOf(group.kind, side.facts.get(group.occurrences[0] ?? ''))}`;
}

function fingerprintOf(
  kind: Group['kind'],
  facts: Pick<DeclarationFacts, 'function_body' | 'function_shape'> | undefined,
): string | undefined {
  return kind === 'function-body' ? facts?.function_body : facts?.function_shape;
}
