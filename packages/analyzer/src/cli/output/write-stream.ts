import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { batches } from './batches.ts';
import { reasonOf } from './system-reason.ts';

/**
 * Writes text as fast as the reader takes it.
 *
 * @throws AnalyzerError `output_closed` when the reader closes the stream before the end, as `head` does;
 *   `output_failed`; the signal's reason
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
    // Either way an interrupt and an error of the stream are heard.
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
