import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { batches } from './batches.ts';
import { reasonOf } from './system-reason.ts';

/**
 * Writes texts at the reader's pace.
 *
 * @throws AnalyzerError as `StreamWriter.write`
 */
export async function writeStream(
  stream: Writable,
  texts: Iterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  await new StreamWriter(stream, signal).write(texts);
}

/** Writes to a stream several times. One writer per stream, because it listens for errors until the process ends. */
export class StreamWriter {
  readonly #stream: Writable;
  readonly #signal: AbortSignal;
  #failure: NodeJS.ErrnoException | undefined;

  constructor(stream: Writable, signal: AbortSignal) {
    this.#stream = stream;
    this.#signal = signal;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#failure = error;
    });
  }

  /**
   * Writes texts at the reader's pace. One call at a time.
   *
   * @throws AnalyzerError `output_closed` if the reader closes the stream early, as `head` does; `output_failed`; the
   *   signal's reason
   */
  async write(texts: Iterable<string | Uint8Array>): Promise<void> {
    const [stream, signal] = [this.#stream, this.#signal];
    for (const text of batches(texts)) {
      // Yields in both cases, so that interrupts and errors of the stream are handled.
      if (stream.write(text)) await setImmediate();
      else await once(stream, 'drain', { signal }).catch(() => undefined);
      signal.throwIfAborted();
      if (this.#failure !== undefined) break;
    }
    if (this.#failure === undefined) await new Promise((resolve) => stream.write('', resolve));
    const failure = this.#failure;
    if (failure?.code === 'EPIPE') throw new AnalyzerError('output_closed', {}, { cause: failure });
    if (failure !== undefined) {
      throw new AnalyzerError(
        'output_failed',
        { path: 'standard output', reason: reasonOf(failure) },
        { cause: failure },
      );
    }
  }
}
