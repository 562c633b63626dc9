import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { Engine } from '#parse/engine.ts';
import { indexDraft } from './index-draft.ts';
import type { DraftInput } from './input.ts';
import { describedObstacle } from './write-draft.ts';

/** A draft in a packet. */
export type PacketDraft = NonNullable<ContextEvidenceV1['groups'][number]['draft']>;

/**
 * Writes the draft of a group for a packet, from files that are as they were indexed.
 *
 * @param engine the portable one; owned by the caller
 * @throws AnalyzerError errors of the engine
 */
export async function packetDraft(input: DraftInput, engine: Engine, signal?: AbortSignal): Promise<PacketDraft> {
  const { written, obstacle, copies, parameters } = await indexDraft(input, engine, signal);
  if (written === undefined) return { status: 'none', ...(obstacle && { obstacle: describedObstacle(obstacle) }) };
  return {
    status: 'draft',
    copies: copies.filter((copy) => copy.obstacle === undefined).length,
    lines_saved: written.lines_saved,
    function: written.function,
    parameters: parameters.map(({ name, kind, values }) => ({ name, kind, values: [...new Set(values)] })),
  };
}

/** A writer of drafts that uses one engine, owned by the caller. */
export function draftWriter(engine: Engine, signal?: AbortSignal): (input: DraftInput) => Promise<PacketDraft> {
  return (input) => packetDraft(input, engine, signal);
}
