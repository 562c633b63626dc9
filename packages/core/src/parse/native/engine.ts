import type { Engine, EngineOptions } from '../engine.ts';
import { ALLOCATION } from '../pool/allocation.ts';
import { DEFAULT_LIMITS } from '../pool/limits.ts';
import { createPoolEngine } from '../pool/pool-engine.ts';
import { nativeVersions } from './versions.ts';
import { framesOfProject } from './whole-project.ts';

export interface NativeEngineOptions extends EngineOptions {
  /** A program that `refusalOf` accepted. */
  file: string;
}

/** It parses about 10 MB per second, ten times as much as a portable process: 20 ms of work are more files. */
const AHEAD = { files: 32, bytes: 256 * 1024 };
/** It starts in a few milliseconds, and loads parsers with the first file of their language. */
const START_COST_MS = 15;

/**
 * The engine written in Rust, `analyzer-rs serve`, in one process per job: a file that crashes its parser affects only
 * itself, and the current file of a crashed process is known.
 *
 * @param options `signal` ends all processes at once; open and later calls then reject with its reason
 * @throws AnalyzerError `usage` for a wrong number of jobs
 */
export function createNativeEngine(options: NativeEngineOptions): Engine {
  const { file, jobs } = options;
  /** The program is hashed once. */
  let versions: string | undefined;
  const pool = createPoolEngine(options, {
    name: 'native',
    versions: () => {
      versions ??= nativeVersions(file);
      return versions;
    },
    program: { file, args: options.tokens ? ['serve', '--tokens'] : ['serve'], env: ALLOCATION, answers: 1 },
    limits: DEFAULT_LIMITS,
    ahead: AHEAD,
    startCostMs: START_COST_MS,
    repair: 'Build it again with `npm run build:native`, or choose --engine portable.',
  });
  return {
    ...pool,
    wholeProject: (command, request, signal, files) => {
      return framesOfProject(file, command, { ...request, jobs }, signal, files);
    },
  };
}
