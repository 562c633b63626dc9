import { once } from 'node:events';
import { AnalyzerError } from '@analyzer/contracts';

/**
 * Writes to standard output at the reader's pace.
 *
 * @throws AnalyzerError `output_closed` when the reader closes it before the end, as `head` does; `output_failed`
 */
export async function writeStdout(texts: Iterable<string | Uint8Array>): Promise<void> {
  const { stdout } = process;
  let failure: Error | undefined;
  const onError = (error: Error): void => {
    failure = error;
  };
  stdout.on('error', onError);
  try {
    for (const text of texts) {
      if (!stdout.write(text)) await once(stdout, 'drain').catch(onError);
      if (failure !== undefined) break;
    }
    // Called when everything is written, or with the error.
    await new Promise<void>((resolve) => stdout.write('', () => resolve()));
  } finally {
    stdout.removeListener('error', onError);
  }
  if (failure === undefined) return;
  const code = 'code' in failure ? String(failure.code) : '';
  if (code === 'EPIPE') throw new AnalyzerError('output_closed', {}, { cause: failure });
  const reason = code === 'ENOSPC' ? 'no space left on the device' : failure.message;
  throw new AnalyzerError('output_failed', { path: 'standard output', reason }, { cause: failure });
}
