import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';

const MOST_JOBS = 64;

/**
 * The engine of a command; whoever asks closes it.
 *
 * @param jobs one a processor if nobody chose
 * @param tokens hand out token records too
 */
export function openEngine(jobs: number | undefined, signal: AbortSignal, tokens = false): Engine {
  return createPortableEngine({
    jobs: jobs ?? Math.min(MOST_JOBS, availableParallelism()),
    tokens,
    signal,
    workerPath: fileURLToPath(new URL('worker.js', import.meta.url)),
  });
}
