import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withCache } from '@analyzer/core/parse/cache/cached-engine.ts';
import { type CacheReport, cacheNote } from '@analyzer/core/parse/cache/report.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { createNativeEngine } from '@analyzer/core/parse/native/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { EngineChoices } from '../options/engine.ts';
import { say } from '../output/messages.ts';
import { chooseNative } from './native.ts';

const MAX_JOBS = 64;

/** Worker program of the portable engine. */
const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));

export interface EngineFlags extends EngineChoices {
  /** Default: number of processors. */
  jobs?: number;
  /** Folder of a parse cache. */
  cacheDir?: string;
  /** Returns the default folder of the portable engine if the user names none; called only for that engine. */
  portableCacheDir?: () => string | undefined;
}

/**
 * Opens the engine of a command. The caller closes it.
 *
 * @param tokens whether the engine returns token records too
 * @throws AnalyzerError `usage` or `not_found` when the native engine is named and cannot be used
 */
export function openEngine(flags: EngineFlags, signal: AbortSignal): Engine {
  return openChosenEngine(chooseNative(flags, say), flags, { signal, tokens: false });
}

/**
 * Opens an engine that returns token records, which an index needs.
 *
 * @param onCache gets the report of the parse cache when the engine is closed, instead of the user
 * @throws AnalyzerError as `openEngine`
 */
export function openIndexEngine(
  flags: EngineFlags,
  signal: AbortSignal,
  onCache?: (report: CacheReport) => void,
): Engine {
  return openChosenEngine(chooseNative(flags, say), flags, { signal, tokens: true, ...(onCache && { onCache }) });
}

/** Opens an engine that computes the fingerprints of `FORMER_FINGERPRINT`. It uses no cache. */
export function openFormerEngine({ jobs }: EngineFlags, signal: AbortSignal): Engine {
  return createPortableEngine({ jobs: jobs ?? defaultJobs(), former: true, signal, workerPath: WORKER });
}

/**
 * Opens an engine that parses file by file, after the native engine could not do the command.
 *
 * @param native program that `chooseNative` returns
 */
export function openFileEngine(native: string | undefined, flags: EngineFlags, signal: AbortSignal): Engine {
  return { ...openChosenEngine(native, flags, { signal, tokens: false }), wholeProject: undefined };
}

/**
 * Opens an engine that returns syntax trees, with one process and without a cache.
 *
 * @throws AnalyzerError as `openEngine`
 */
export function openTreeEngine(flags: EngineChoices, signal?: AbortSignal): Engine {
  const native = chooseNative(flags, () => {});
  const options = { jobs: 1, ...(signal && { signal }) };
  return native === undefined
    ? createPortableEngine({ ...options, workerPath: WORKER })
    : createNativeEngine({ ...options, file: native });
}

interface Opening {
  signal: AbortSignal;
  tokens: boolean;
  onCache?: (report: CacheReport) => void;
}

function openChosenEngine(
  native: string | undefined,
  flags: EngineFlags,
  { signal, tokens, onCache = announceCache }: Opening,
): Engine {
  const options = { jobs: flags.jobs ?? defaultJobs(), tokens, signal };
  // The native engine has its own cache, which it uses when it scans a complete project.
  if (native !== undefined) return createNativeEngine({ ...options, file: native });
  const engine = createPortableEngine({ ...options, workerPath: WORKER });
  const folder = cacheDirOf(flags, engine);
  return folder === undefined ? engine : withCache(engine, { folder, tokens, onClose: onCache });
}

function defaultJobs(): number {
  return Math.min(MAX_JOBS, availableParallelism());
}

/** The folder of an engine's parse cache with these flags; undefined without a cache. */
export function cacheDirOf({ cacheDir, portableCacheDir }: EngineFlags, { name }: Engine): string | undefined {
  return cacheDir ?? (name === 'portable' ? portableCacheDir?.() : undefined);
}

function announceCache(report: CacheReport): void {
  const note = cacheNote(report);
  if (note !== undefined) say(note);
}
