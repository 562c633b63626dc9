import type { Engine } from '#parse/engine.ts';
import { type RebuildContext, rebuildIndex } from '../write/rebuild.ts';
import type { StoredPart } from './append-part.ts';

export interface PartsContext extends Partial<Omit<RebuildContext, 'engine'>> {
  /** Owned by the caller. It groups the functions of all projects. */
  engine: Engine;
}

/** Time to wait for another process that writes the index. */
const PATIENCE_MS = 10_000;

/**
 * Indexes projects from their parts, as `indexWorkspace` indexes them from their files. The earlier index is replaced at
 * the end, atomically.
 *
 * @param db path of the index, as the user wrote it
 * @param parts in the order of their labels; each is read before the next one is requested
 * @returns the snapshot id
 * @throws {AnalyzerError} `unusable_index`, `busy`, `output_failed`, `cancelled`; errors of the parts
 */
export function indexParts(db: string, parts: AsyncIterable<StoredPart>, context: PartsContext): Promise<string> {
  return rebuildIndex(db, { isDefaultPath: false, patienceMs: PATIENCE_MS, ...context }, async (rebuild) => {
    for await (const part of parts) await rebuild.addPart(part);
  });
}
