import { AnalyzerError } from '@analyzer/contracts';
import { openIndex } from '../reader.ts';

/**
 * The snapshot id of an index, a file or on a server.
 *
 * @returns undefined for an index that cannot be read, which is then replaced, if that is allowed
 */
export async function readId(place: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  try {
    const reader = await openIndex(place, signal === undefined ? {} : { signal });
    try {
      return reader.read(({ id }) => id);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof AnalyzerError && error.code !== 'cancelled') return undefined;
    throw error;
  }
}
