import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import type { CompleteEvidenceParams } from '@analyzer/contracts/query/evidence.params';
import { easeOfKinds } from '#generalize/ease.ts';
import type { Snapshot } from '#index/port.ts';
import { OBSTACLES, type ObstacleId } from '#languages/draft-rules.ts';
import type { SizeLimits } from '#query/answer/size.ts';
import { selectedGroup } from '#query/filters/location.ts';
import { type Caller, fittingAnswer, operation } from '#query/operation.ts';
import { EVIDENCE } from '#query/operations/evidence.ts';
import { sourceNotAllowed } from '#query/request/source-not-allowed.ts';
import type { DraftInput } from './input.ts';
import { isOfBlocks, type KnownDraft, knownDraft, placesOf } from './known-draft.ts';

export type EvidenceDraft = NonNullable<EvidenceData['draft']>;

/** Evidence before the files are read. It contains local paths: the caller completes it and never passes it on. */
export interface UnwrittenEvidence {
  unwrittenEvidence: true;
  data: EvidenceData & { draft: EvidenceDraft };
  input: DraftInput;
  limits: SizeLimits;
}

/** Evidence about a group, with its draft. */
export const evidence = operation<CompleteEvidenceParams>(
  EVIDENCE,
  (params) =>
    (snapshot, limits, caller = {}) =>
      answerOf(snapshot, params, limits, caller),
);

function answerOf(
  snapshot: Snapshot,
  params: CompleteEvidenceParams,
  limits: SizeLimits,
  caller: Caller,
): EvidenceData | UnwrittenEvidence {
  if (params.include_source && caller.completesSource !== true) throw sourceNotAllowed('Use `analyzer draft`');
  const id = selectedGroup(snapshot, params);
  let known: KnownDraft | undefined;
  let draft: EvidenceDraft | undefined;
  const single = {
    ...EVIDENCE,
    answer(its: Snapshot, asked: CompleteEvidenceParams): EvidenceData {
      const data = EVIDENCE.answer(its, asked, caller);
      known ??= knownDraft(its, id, data.group, undefined);
      draft ??= known && draftOf(its, known);
      return { ...data, ...(draft && { draft }) };
    },
  };
  const data = fittingAnswer(single, snapshot, params, limits, caller);
  if (!params.include_source || known === undefined || draft?.status !== 'no_source') return data;
  const input = known.input();
  if (input === undefined) return { ...data, draft: { ...draft, ...none('not_here'), parameters: [] } };
  return { unwrittenEvidence: true, data: { ...data, draft }, input, limits };
}

function draftOf(snapshot: Snapshot, known: KnownDraft): EvidenceDraft {
  const { project, copies, other_copies } = known.data;
  const its = { project, copies: copies.length, other_copies };
  if (known.obstacle !== undefined) return { ...its, ...none(known.obstacle), parameters: [] };
  const parameters = placesOf(snapshot, known);
  const ease = isOfBlocks(known.data.group) ? undefined : easeOfKinds(parameters.map(({ kind }) => kind));
  return { ...its, status: 'no_source', ...(ease && { ease }), parameters };
}

function none(id: ObstacleId): Pick<EvidenceDraft, 'status' | 'obstacle'> {
  return { status: 'none', obstacle: { id, reason: OBSTACLES[id] } };
}
