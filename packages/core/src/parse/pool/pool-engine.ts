import { AnalyzerError } from '@analyzer/contracts';
import type { Engine, EngineOptions } from '../engine.ts';
import { ParserPool, type PoolOptions } from './pool.ts';

/** Parts of an engine with worker processes, besides the public options. */
export interface PoolEngineParts extends Pick<Engine, 'name' | 'versions'>, Omit<PoolOptions, 'size'> {}

/**
 * An engine whose parsers run in worker processes.
 *
 * @param options `signal` ends all processes at once; open and later calls then reject with its reason
 * @throws AnalyzerError `usage` for a wrong number of jobs
 */
export function createPoolEngine(
  { jobs, signal }: EngineOptions,
  { name, versions, ...parts }: PoolEngineParts,
): Engine {
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 64) {
    throw new AnalyzerError('usage', { problem: `jobs must be a whole number from 1 to 64, not ${jobs}` });
  }
  const pool = new ParserPool({ size: jobs, ...parts });
  const abort = () => pool.fail(reasonOf(signal));
  // Otherwise a worker would continue with its file after `process.exit`.
  const exit = () => pool.fail(new AnalyzerError('internal', { problem: 'the process ends' }));
  signal?.addEventListener('abort', abort, { once: true });
  process.once('exit', exit);
  if (signal?.aborted) abort();

  return {
    name,
    versions,
    jobs,
    parse: (job) => pool.parse(job),
    cache: undefined,
    wholeProject: undefined,
    rest: () => pool.rest(),
    async close() {
      signal?.removeEventListener('abort', abort);
      process.removeListener('exit', exit);
      pool.fail(new AnalyzerError('internal', { problem: 'the engine is closed' }));
      await pool.ended();
    },
  };
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new AnalyzerError('cancelled', {});
}
