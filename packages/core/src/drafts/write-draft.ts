import type { DraftData } from '@analyzer/contracts/query/draft.data';
import type { Draft, Obstacle } from '#generalize/model.ts';
import { OBSTACLES } from '#languages/draft-rules.ts';
import type { Engine } from '#parse/engine.ts';
import { requireFit } from '#query/answer/lower.ts';
import { redacted } from '#query/redact/secrets.ts';
import { TOO_LARGE, type UnwrittenDraft } from './draft.ts';
import { indexDraft } from './index-draft.ts';
import { MAX_PLACES } from './known-places.ts';

export function isUnwritten(data: object): data is UnwrittenDraft {
  return 'unwrittenDraft' in data;
}

/**
 * Reads the files of the copies, if they are as they were indexed, and writes the draft.
 *
 * @param engine the portable one; owned by the caller
 * @throws AnalyzerError `result_too_large`; errors of the engine
 */
export async function writtenDraft(
  { data, input, limits }: UnwrittenDraft,
  engine: Engine,
  signal?: AbortSignal,
): Promise<DraftData> {
  const drafted = await indexDraft(input, engine, signal);
  return requireFit(answerOf(data, drafted), limits, () => TOO_LARGE);
}

function answerOf(
  { group, project, copies, other_copies }: UnwrittenDraft['data'],
  { written, obstacle, copies: drafted, parameters }: Draft,
): DraftData {
  const nodes = new Map(copies.map(({ node }) => [node.node_id, node]));
  return {
    group,
    project,
    status: written === undefined ? 'none' : 'draft',
    ...(obstacle && { obstacle: describedObstacle(obstacle) }),
    copies: drafted.flatMap(({ id, obstacle: its }) => {
      const node = nodes.get(id);
      if (node === undefined) return [];
      return its === undefined ? { node } : { node, obstacle: describedObstacle(its) };
    }),
    other_copies,
    parameters: parameters
      .slice(0, MAX_PLACES)
      .map(({ name, kind, lines, values }) => ({ name, kind, lines, values: values.map((it) => redacted(it)) })),
    ...(written && { function: written.function, lines_saved: written.lines_saved, patch: written.patch }),
  };
}

/** An obstacle with its sentence; its code has no secrets. */
export function describedObstacle({ id, text, ...place }: Obstacle): NonNullable<DraftData['obstacle']> {
  return { id, reason: OBSTACLES[id], ...place, ...(text !== undefined && { text: redacted(text) }) };
}
