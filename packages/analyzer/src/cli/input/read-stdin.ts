import { AnalyzerError } from '@analyzer/contracts';
import { isSystemError } from '../output/new-file.ts';
import { reasonOf } from '../output/system-reason.ts';

/**
 * Reads standard input, up to about a limit.
 *
 * @throws AnalyzerError `unreadable`
 */
export async function readStdin(limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of process.stdin) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= limit) break;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new AnalyzerError('unreadable', { path: 'standard input', reason: reasonOf(error) }, { cause: error });
  }
  return Buffer.concat(pieces);
}
