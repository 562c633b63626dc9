import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { type FileLock, ForeignFile, tryToLock } from '../file-lock.ts';
import { busyError, isSystemError, refusedError, writeError } from '../sqlite/failure.ts';

const RETRY_MS = 200;

export interface Waiting {
  /** Time to wait for another process that writes the index. */
  patienceMs: number;
  /** Called once when waiting starts. */
  onWaiting?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Takes the exclusive right to replace an index: the lock of an empty file next to it.
 *
 * @param target absolute path of the index
 * @param path of the index, as the user wrote it
 * @throws AnalyzerError `busy`, `output_failed`, `cancelled`
 */
export async function lockIndex(target: string, path: string, waiting: Waiting): Promise<FileLock> {
  const { patienceMs, onWaiting, signal } = waiting;
  const started = performance.now();
  for (let tries = 0; ; tries++) {
    const lock = await tryToLock(`${target}-lock`).catch((error: unknown) => {
      throw lockError(error, path);
    });
    if (lock !== undefined) return lock;
    if (performance.now() - started >= patienceMs) throw busyError(path);
    if (tries === 0) onWaiting?.();
    await setTimeout(RETRY_MS, undefined, signal === undefined ? {} : { signal });
  }
}

function lockError(error: unknown, path: string): unknown {
  if (error instanceof ForeignFile) {
    return new AnalyzerError(
      'output_failed',
      { path: `${path}-lock`, reason: error.message },
      { hint: 'Remove it, or set another index with --db.', cause: error },
    );
  }
  return isSystemError(error) ? refusedError(path, error) : writeError(error, path);
}
