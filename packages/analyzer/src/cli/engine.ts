import { availableParallelism } from 'node:os';
import { withCache } from '@analyzer/core/parse/cache/cached-engine.ts';
import type { CacheReport } from '@analyzer/core/parse/cache/report.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { createNativeEngine } from '@analyzer/core/parse/native/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { announceCache } from './announce-cache.ts';
import { WORKER } from './engine-choice.ts';
import type { EngineChoices } from './engine-options.ts';
import { chooseNative } from './native-engine.ts';
import { say } from './say.ts';

const MOST_JOBS = 64;

export interface EngineFlags extends EngineChoices {
  /** One a processor if nobody chose. */
  jobs?: number;
  /** Folder of a parse cache. */
  cacheDir?: string;
  /** That of the portable engine where no other is named. */
  portableCacheDir?: string;
}

/** What commands ask of their engine besides the flags. */
export interface EngineUse {
  /** Hand out token records too. */
  tokens?: boolean;
  /** Hears when the engine is closed what the parse cache did; by default people hear of it, behind what is drawn. */
  onClose?: (report: CacheReport) => void;
}

/**
 * The engine of a command; whoever asks closes it.
 *
 * @param tokens hand out token records too
 * @throws AnalyzerError `usage` or `not_found` when the native engine is asked for and can't be used
 */
export function openEngine(flags: EngineFlags, signal: AbortSignal, tokens = false): Engine {
  return startEngine(chooseNative(flags, say), flags, signal, { tokens });
}

/** @param native program of the native engine, which `chooseNative` chose; undefined for the portable one */
export function startEngine(
  native: string | undefined,
  flags: EngineFlags,
  signal: AbortSignal,
  { tokens = false, onClose = announceCache }: EngineUse,
): Engine {
  const options = { jobs: flags.jobs ?? Math.min(MOST_JOBS, availableParallelism()), tokens, signal };
  const engine =
    native === undefined
      ? createPortableEngine({ ...options, workerPath: WORKER })
      : createNativeEngine({ ...options, file: native });
  const folder = cacheDirOf(flags, engine);
  return folder === undefined ? engine : withCache(engine, { folder, tokens, onClose });
}

/** The folder of the parse cache that an engine has by these flags; undefined when it has none. */
export function cacheDirOf({ cacheDir, portableCacheDir }: EngineFlags, { name }: Engine): string | undefined {
  return cacheDir ?? (name === 'portable' ? portableCacheDir : undefined);
}
