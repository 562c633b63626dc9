import { AnalyzerError } from '@analyzer/contracts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';

/**
 * The text of a file that the user named.
 *
 * @param limit in bytes
 * @throws AnalyzerError `not_found`, `unreadable`, `invalid_file`
 */
export function readText(path: string, limit: number): string {
  const bytes = readInputFile(path, { limit: limit + 1, follow: true });
  if (bytes === undefined) throw new AnalyzerError('not_found', { what: 'file', name: path });
  if (bytes.length > limit) throw new AnalyzerError('invalid_file', { path, problem: `larger than ${limit} bytes` });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AnalyzerError('invalid_file', { path, problem: 'not UTF-8' }, { cause: error });
  }
}
