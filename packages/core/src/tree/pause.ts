import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';

/**
 * Lets timers, signals and responses of other processes be handled between two pieces of blocking work.
 *
 * @throws {AnalyzerError} `cancelled` once the signal is aborted
 */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw new AnalyzerError('cancelled', {});
}
