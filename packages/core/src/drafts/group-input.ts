import type { Snapshot } from '#index/port.ts';
import { describeGroups } from '#query/describe/groups.ts';
import type { DraftInput } from './input.ts';
import { readInput } from './read-input.ts';
import { draftedProject, type IndexedMember, readMembers } from './read-members.ts';

/**
 * What the draft of a group needs: the copies of the project with most of them.
 *
 * @param group integer id
 * @returns undefined if its copies cannot have a draft, or are not on this machine
 */
export function groupInput(snapshot: Snapshot, group: number): DraftInput | undefined {
  const [described] = describeGroups(snapshot, [group]);
  const project = draftedProject(snapshot, group);
  if (described === undefined || project === undefined) return undefined;
  const members = readMembers(snapshot, group, project.id);
  if (members.length < 2 || !members.every(isCompleteFunction)) return undefined;
  return readInput(snapshot, project.id, { id: described.group_id, kind: described.kind }, members);
}

function isCompleteFunction({ isPart, member }: IndexedMember): boolean {
  return !isPart && member.isFunction;
}
