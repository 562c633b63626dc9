import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import type { Engine, EngineOptions, ParseJob, ParseOutcome } from '../engine.ts';
import { ParserPool } from './pool.ts';
import { DEFAULT_LIMITS, type PoolLimits } from './pool-limits.ts';
import { encodeWorkerOptions } from './pool-worker-options.ts';

export interface PortableEngineOptions extends EngineOptions {
  /** The bundled worker with its `grammars/` folder; by default the one beside this file's bundle. */
  workerPath?: string;
  limits?: Partial<PoolLimits>;
}

const MIB = 1024 * 1024;
const REPAIR = 'Install again with `npm ci`.';

/**
 * The engine that needs nothing but Node: oxc and tree-sitter in worker processes.
 *
 * `parse` may be called as often as wanted; what is not in a process waits here, with its bytes. Some ten open calls
 * a job keep all processes busy, more gain nothing.
 *
 * @param options `signal` ends all processes at once; open and later calls then reject with its reason
 * @throws AnalyzerError `usage` for a wrong number of jobs, `internal` when the worker is not there
 */
export function createPortableEngine(options: PortableEngineOptions): Engine {
  const { jobs, signal, workerPath = fileURLToPath(new URL('worker.js', import.meta.url)) } = options;
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 64) {
    throw new AnalyzerError('usage', { problem: `jobs must be a whole number from 1 to 64, not ${jobs}` });
  }
  if (!existsSync(workerPath)) {
    throw new AnalyzerError('internal', { problem: `the parse worker is missing: ${workerPath}` }, { hint: REPAIR });
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const pool = new ParserPool({
    size: jobs,
    argv: workerArguments(workerPath, options.tokens ?? false, limits),
    limits,
  });

  const abort = () => pool.fail(reasonOf(signal));
  // Without this a worker would go on with its file after `process.exit`.
  const exit = () => pool.fail(new AnalyzerError('internal', { problem: 'the process ends' }));
  signal?.addEventListener('abort', abort, { once: true });
  process.once('exit', exit);
  if (signal?.aborted) abort();

  return {
    name: 'portable',
    jobs,
    async parse(job) {
      return requirePython(job, await pool.parse(job));
    },
    rest: () => pool.rest(),
    async close() {
      signal?.removeEventListener('abort', abort);
      process.removeListener('exit', exit);
      pool.fail(new AnalyzerError('internal', { problem: 'the engine is closed' }));
      await pool.ended();
    },
  };
}

function workerArguments(workerPath: string, tokens: boolean, limits: PoolLimits): string[] {
  const { softMs, softResidentBytes, maxWasmBytes } = limits;
  return [
    `--max-old-space-size=${Math.floor(limits.maxHeapBytes / MIB)}`,
    workerPath,
    encodeWorkerOptions({ tokens, softMs, softResidentBytes, maxWasmBytes }),
  ];
}

/** Python's grammar is part of the program: without it the installation is broken. */
function requirePython(job: ParseJob, outcome: ParseOutcome): ParseOutcome {
  if (outcome.status === 'missing-parser' && job.mode.language === 'python') {
    throw new AnalyzerError('internal', { problem: outcome.reason }, { hint: REPAIR });
  }
  return outcome;
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new AnalyzerError('cancelled', {});
}
