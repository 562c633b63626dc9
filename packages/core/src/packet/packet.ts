import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { ContextData } from '@analyzer/contracts/query/context.data';
import { charsOf } from '#query/answer/size.ts';
import { differenceIds } from './difference-ids.ts';
import { sha256 } from './digest.ts';
import type { ContextDraft, Sources } from './draft.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { jsonText } from './json-text.ts';
import { type ReplyIds, replyGrammar, replySchema } from './reply-schema.ts';
import { estimatedTokens } from './size.ts';

/** The form of a packet's answer, and the messages. */
export interface Messages {
  ids: ReplyIds;
  schema: object;
  messages: ContextData['messages'];
  /** Of both contents. */
  chars: number;
}

export function messagesOf(evidence: ContextEvidenceV1): Messages {
  const data = jsonText(evidence);
  const ids: ReplyIds = {
    snapshotId: evidence.snapshot_id,
    packetSha256: sha256(data),
    groupIds: evidence.groups.map(({ group_id }) => group_id),
    evidenceIds: evidence.evidence.map(({ id }) => id),
    differenceIds: evidence.groups.flatMap((group) => differenceIds(group, evidence)),
    quotable: evidence.evidence.some(({ source }) => source?.status === 'shown'),
  };
  const schema = replySchema(ids);
  const instructions = INSTRUCTIONS + jsonText(schema);
  return {
    ids,
    schema,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: data },
    ],
    chars: charsOf(instructions) + charsOf(data),
  };
}

/** The packet with some evidence. */
export function packetOf(
  evidence: ContextEvidenceV1,
  { ids, schema, messages, chars }: Messages,
  { maxChars, draft, sources }: { maxChars: number; draft: ContextDraft; sources: Sources | undefined },
): ContextData {
  const sum = (count: 'occurrences' | 'differences') =>
    evidence.groups.reduce((total, { omitted }) => total + omitted[count], 0);
  return {
    schema: 'analyzer.context.v1',
    snapshot_id: evidence.snapshot_id,
    group_ids: [...ids.groupIds],
    packet_sha256: ids.packetSha256,
    messages,
    reply_schema: schema,
    grammar: replyGrammar({ ...schema }, ids),
    chars,
    max_chars: maxChars,
    est_tokens: estimatedTokens(chars),
    omitted: {
      occurrences: sum('occurrences'),
      differences: sum('differences'),
      changes:
        draft.occurrences.filter(({ changes }) => changes !== undefined).length -
        evidence.evidence.filter(({ changes }) => changes !== undefined).length,
      contracts: draft.contracts.length + draft.moreContracts - evidence.contracts.length,
      details: evidence.evidence.filter(({ details }) => details === undefined).length,
      sources: evidence.evidence.filter(({ source }) => source?.status === 'omitted').length,
      ...(sources !== undefined && {
        drafts: sources.drafts.size - evidence.groups.filter((group) => group.draft !== undefined).length,
      }),
      context_files:
        draft.projects.reduce((n, { contextFiles }) => n + contextFiles.length, 0) -
        evidence.projects.reduce((n, { context_files: shown }) => n + shown.length, 0),
    },
  };
}
