import type { Snapshot } from '#index/port.ts';
import { describeGroups } from '#query/describe/groups.ts';
import type { DraftInput } from './input.ts';
import { isOfBlocks } from './known-draft.ts';
import { readInput } from './read-input.ts';
import { type DraftedProject, draftedProject, type IndexedMember, readMembers } from './read-members.ts';

/** A group whose copies in one project can have a draft. */
export interface DraftableGroup {
  group: DraftInput['group'];
  project: DraftedProject;
  members: IndexedMember[];
}

/**
 * A group in the project with most of its copies.
 *
 * @param group integer id
 * @returns undefined if its copies cannot have a draft
 */
export function draftableGroup(snapshot: Snapshot, group: number): DraftableGroup | undefined {
  const [described] = describeGroups(snapshot, [group]);
  const project = draftedProject(snapshot, group);
  if (described === undefined || project === undefined) return undefined;
  const isOfRuns = isOfBlocks(described);
  const members = readMembers(snapshot, group, project.id, isOfRuns);
  if (members.length < 2 || !members.every(isOfRuns ? isInFunction : isCompleteFunction)) return undefined;
  return { group: { id: described.group_id, kind: described.kind }, project, members };
}

/**
 * What the draft of a group needs.
 *
 * @param group integer id
 * @returns undefined if its copies cannot have a draft, or are not on this machine
 */
export function groupInput(snapshot: Snapshot, group: number): DraftInput | undefined {
  const its = draftableGroup(snapshot, group);
  return its && readInput(snapshot, its.project.id, its.group, its.members);
}

function isInFunction({ described: { kind } }: IndexedMember): boolean {
  return kind === 'function' || kind === 'method';
}

function isCompleteFunction({ isPart, member }: IndexedMember): boolean {
  return !isPart && member.isFunction;
}
