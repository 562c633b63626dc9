import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { batches } from './batches.ts';
import { reasonOf } from './system-reason.ts';

/**
 * Writes texts at the reader's pace.
 *
 * @throws AnalyzerError `output_closed` if the reader closes the stream early, as `head` does; `output_failed`; the
 *   signal's reason
 */
export async function writeStream(
  stream: Writable,
  texts: Iterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  let failure: NodeJS.ErrnoException | undefined;
  const onError = (error: NodeJS.ErrnoException): void => {
    failure = error;
  };
  stream.on('error', onError);
  for (const text of batches(texts)) {
    // Yields in both cases, so that interrupts and errors of the stream are handled.
    if (stream.write(text)) await setImmediate();
    else await once(stream, 'drain', { signal }).catch(() => undefined);
    signal.throwIfAborted();
    if (failure !== undefined) break;
  }
  if (failure === undefined) await new Promise((resolve) => stream.write('', resolve));
  if (failure?.code === 'EPIPE') throw new AnalyzerError('output_closed', {}, { cause: failure });
  if (failure !== undefined) {
    throw new AnalyzerError(
      'output_failed',
      { path: 'standard output', reason: reasonOf(failure) },
      { cause: failure },
    );
  }
}
