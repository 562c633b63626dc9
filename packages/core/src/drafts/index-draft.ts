import { type DraftedGroup, Drafter } from '#generalize/draft-group.ts';
import type { Draft } from '#generalize/model.ts';
import type { Snapshot } from '#index/port.ts';
import type { Engine } from '#parse/engine.ts';
import { redacted } from '#query/redact/secrets.ts';
import type { DraftableGroup } from './group-input.ts';
import { indexSource } from './index-source.ts';
import type { DraftInput } from './input.ts';
import { readInput } from './read-input.ts';

/**
 * Writes the draft of a group of an index, from files that are as they were indexed. One with what looks like a secret has
 * that obstacle and no text.
 *
 * @param engine the portable one; owned by the caller
 * @throws AnalyzerError errors of the engine
 */
export function indexDraft(input: DraftInput, engine: Engine, signal?: AbortSignal): Promise<Draft> {
  const drafter = new Drafter(indexSource(input), input.root, engine, signal);
  const { group, members } = input;
  return withoutSecrets(drafter, { ...group, occurrences: members.map(({ range }) => range.id), members });
}

/**
 * Writes the drafts of groups of one project; each file is read once, if few are large.
 *
 * @param groups not empty
 * @param engine the portable one; owned by the caller
 * @returns aligned with the groups; undefined if the project is not on this machine
 * @throws AnalyzerError errors of the engine
 */
export async function indexDrafts(
  snapshot: Snapshot,
  groups: readonly [DraftableGroup, ...DraftableGroup[]],
  engine: Engine,
): Promise<Draft[] | undefined> {
  const [{ group, project }] = groups;
  const members = new Map(groups.flatMap((its) => its.members.map((it) => [it.member.range.id, it] as const)));
  const input = readInput(snapshot, project.id, group, [...members.values()]);
  if (input === undefined) return undefined;
  const drafter = new Drafter(indexSource(input), input.root, engine);
  const drafts: Draft[] = [];
  for (const its of groups) {
    const occurrences = its.members.map(({ member }) => member.range.id);
    drafts.push(await withoutSecrets(drafter, { ...its.group, occurrences }));
  }
  return drafts;
}

async function withoutSecrets(drafter: Drafter, group: DraftedGroup): Promise<Draft> {
  const draft = await drafter.draft(group);
  const { written, ...others } = draft;
  return written !== undefined && redacted(written.patch) !== written.patch
    ? { ...others, obstacle: { id: 'secret' } }
    : draft;
}
