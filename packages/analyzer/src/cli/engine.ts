import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withCache } from '@analyzer/core/parse/cache/cached-engine.ts';
import { type CacheReport, cacheNote } from '@analyzer/core/parse/cache/report.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { createNativeEngine } from '@analyzer/core/parse/native/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { EngineChoices } from './engine-options.ts';
import { chooseNative } from './native-engine.ts';

const MOST_JOBS = 64;

export interface EngineFlags extends EngineChoices {
  /** One a processor if nobody chose. */
  jobs?: number;
  /** Folder of a parse cache. */
  cacheDir?: string;
  /** That of the portable engine where no other is named. */
  portableCacheDir?: string;
}

/**
 * The engine of a command; whoever asks closes it.
 *
 * @param tokens hand out token records too
 * @throws AnalyzerError `usage` or `not_found` when the native engine is asked for and can't be used
 */
export function openEngine(flags: EngineFlags, signal: AbortSignal, tokens = false): Engine {
  const options = { jobs: flags.jobs ?? Math.min(MOST_JOBS, availableParallelism()), tokens, signal };
  const file = chooseNative(flags, say);
  const workerPath = fileURLToPath(new URL('worker.js', import.meta.url));
  const engine =
    file === undefined ? createPortableEngine({ ...options, workerPath }) : createNativeEngine({ ...options, file });
  const folder = cacheDirOf(flags, engine);
  return folder === undefined ? engine : withCache(engine, { folder, tokens, onClose });
}

/** The folder of the parse cache that an engine has by these flags; undefined when it has none. */
export function cacheDirOf({ cacheDir, portableCacheDir }: EngineFlags, { name }: Engine): string | undefined {
  return cacheDir ?? (name === 'portable' ? portableCacheDir : undefined);
}

/** Commands end what they draw on stderr before they close their engine. */
function onClose(report: CacheReport): void {
  const note = cacheNote(report);
  if (note !== undefined) say(note);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
