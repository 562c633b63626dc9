import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import type { Engine, EngineOptions, ParseJob, ParseOutcome } from '../engine.ts';
import { ALLOCATION } from '../pool/allocation.ts';
import { DEFAULT_LIMITS, type PoolLimits } from '../pool/limits.ts';
import { createPoolEngine } from '../pool/pool-engine.ts';
import { ANSWERS } from './serve.ts';
import { portableVersions } from './versions.ts';
import { encodeWorkerOptions, type WorkerOptions } from './worker-options.ts';

export interface PortableEngineOptions extends EngineOptions {
  /** The bundled worker with its `grammars/` folder; default is the one next to this file's bundle. */
  workerPath?: string;
  limits?: Partial<PoolLimits>;
  /** Compute the fingerprints of `FORMER_FINGERPRINT`; its results must not be cached. */
  former?: boolean;
}

const MIB = 1024 * 1024;
const AHEAD = { files: 8, bytes: 64 * 1024 };
const START_COST_MS = 150;
const REPAIR = 'Install again with `npm ci`.';

/**
 * The engine that needs only Node: oxc, tree-sitter and the Bash parser in worker processes.
 *
 * `parse` may be called any number of times; files that are not yet sent to a process wait in memory. About ten open
 * calls per job keep all processes busy.
 *
 * @param options `signal` ends all processes at once; open and later calls then reject with its reason
 * @throws AnalyzerError `usage` for a wrong number of jobs, `internal` if the worker is missing
 */
export function createPortableEngine(options: PortableEngineOptions): Engine {
  const { tokens = false, former = false, workerPath = fileURLToPath(new URL('worker.js', import.meta.url)) } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (!existsSync(workerPath)) {
    throw new AnalyzerError('internal', { problem: `the parse worker is missing: ${workerPath}` }, { hint: REPAIR });
  }
  const engine = createPoolEngine(options, {
    name: 'portable',
    versions: () => portableVersions(workerPath),
    program: {
      file: process.execPath,
      args: workerArguments(workerPath, { tokens, former }, limits),
      env: ALLOCATION,
      answers: ANSWERS,
    },
    limits,
    ahead: AHEAD,
    startCostMs: START_COST_MS,
    repair: REPAIR,
  });
  return { ...engine, parse: async (job) => requirePython(job, await engine.parse(job)) };
}

/** Half of the young generation of a worker, an eighth of V8's default: up to 30 MB less at the peak, in the same time. */
const YOUNG_MIB = 2;

function workerArguments(
  workerPath: string,
  results: Pick<WorkerOptions, 'tokens' | 'former'>,
  limits: PoolLimits,
): string[] {
  const { softMs, softResidentBytes, maxWasmBytes } = limits;
  return [
    `--max-old-space-size=${Math.floor(limits.maxHeapBytes / MIB)}`,
    `--max-semi-space-size=${YOUNG_MIB}`,
    workerPath,
    encodeWorkerOptions({ ...results, softMs, softResidentBytes, maxWasmBytes }),
  ];
}

/** Python's grammar is part of the program: if it is missing the installation is broken. */
function requirePython(job: ParseJob, outcome: ParseOutcome): ParseOutcome {
  if (outcome.status === 'missing-parser' && job.mode.language === 'python') {
    throw new AnalyzerError('internal', { problem: outcome.reason }, { hint: REPAIR });
  }
  return outcome;
}
