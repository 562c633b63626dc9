import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { easeOf } from '#generalize/ease.ts';
import type { Draft } from '#generalize/model.ts';
import type { Engine } from '#parse/engine.ts';
import { requireFit } from '#query/answer/lower.ts';
import { fits, sizeOf } from '#query/answer/size.ts';
import type { EvidenceDraft, UnwrittenEvidence } from './evidence.ts';
import { indexDraft } from './index-draft.ts';
import { MAX_PLACES } from './known-places.ts';
import { describedObstacle } from './write-draft.ts';

export function isUnwrittenEvidence(data: object): data is UnwrittenEvidence {
  return 'unwrittenEvidence' in data;
}

/**
 * Writes the draft of some evidence, from files that are as they were indexed; its text only if the answer holds it.
 *
 * @param engine the portable one; owned by the caller
 * @throws AnalyzerError `result_too_large`; errors of the engine
 */
export async function writtenEvidence(
  { data, input, limits }: UnwrittenEvidence,
  engine: Engine,
  signal?: AbortSignal,
): Promise<EvidenceData> {
  const { text, ...draft } = draftOf(data.draft, await indexDraft(input, engine, signal));
  const complete = { ...data, draft: { ...draft, ...(text !== undefined && { text }) } };
  if (fits(sizeOf(complete), limits)) return complete;
  return requireFit({ ...data, draft }, limits, () => 'Lower max_occurrences, or use include_source false.');
}

function draftOf({ project, copies, other_copies }: EvidenceDraft, draft: Draft): EvidenceDraft {
  const { written, obstacle, parameters } = draft;
  const all = copies + other_copies;
  const drafted = written === undefined ? copies : draft.copies.filter((copy) => copy.obstacle === undefined).length;
  return {
    project,
    status: written === undefined ? 'none' : 'draft',
    ...(obstacle && { obstacle: describedObstacle(obstacle) }),
    ...(written && { ease: easeOf(draft) }),
    copies: drafted,
    other_copies: all - drafted,
    parameters: parameters.slice(0, MAX_PLACES).map(({ name, kind, lines }) => ({ name, kind, lines })),
    ...(written && { lines_saved: written.lines_saved, text: written.function.text }),
  };
}
