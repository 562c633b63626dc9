import type { CloneGroup } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import type { ObstacleId } from '#languages/draft-rules.ts';
import type { DraftInput, UnreadDraft } from './input.ts';
import { knownPlaces, type Place } from './known-places.ts';
import { readInput } from './read-input.ts';
import { draftedProject, type IndexedMember, readMembers } from './read-members.ts';

/** What an index knows of the draft of a group. */
export interface KnownDraft {
  /** Without parameters. */
  data: UnreadDraft;
  members: readonly IndexedMember[];
  /** Why there is none, if that is known without source. */
  obstacle?: ObstacleId;
  /** What the draft needs; undefined if the project is not on this machine. */
  input(): DraftInput | undefined;
}

/**
 * @param id integer id
 * @param label of the project; undefined for the one with most copies
 * @returns undefined if the project has no copy
 * @throws AnalyzerError `not_found`
 */
export function knownDraft(
  snapshot: Snapshot,
  id: number,
  group: CloneGroup,
  label: string | undefined,
): KnownDraft | undefined {
  const project = draftedProject(snapshot, id, label);
  if (project === undefined) return undefined;
  const members = readMembers(snapshot, id, project.id, isOfBlocks(group));
  const obstacle = obstacleOf(group, members);
  const copies = members.map(({ described }) => ({ node: described }));
  const other_copies = group.occurrences - project.copies;
  return {
    data: { group, project: project.label, copies, other_copies, parameters: [] },
    members,
    ...(obstacle && { obstacle }),
    input: () => readInput(snapshot, project.id, { id: group.group_id, kind: group.kind }, members),
  };
}

/** Where the copies differ, without code. */
export function placesOf(snapshot: Snapshot, { data, members }: KnownDraft): Place[] {
  if (isOfBlocks(data.group)) return [];
  const nodes = members.map(({ node }) => node);
  return knownPlaces(snapshot, nodes, data.group.kind !== 'near');
}

/** Whether the copies are runs of statements; what differs between these is known only from their source. */
export function isOfBlocks({ kind }: Pick<CloneGroup, 'kind'>): boolean {
  return kind === 'block' || kind === 'block-shape';
}

function obstacleOf(group: CloneGroup, members: readonly IndexedMember[]): ObstacleId | undefined {
  if (!isOfBlocks(group) && members.some(({ isPart }) => isPart)) return 'block';
  if (members.some(({ member }) => !member.isFunction)) return 'not_one_function';
  return members.length < 2 ? 'one_copy' : undefined;
}
