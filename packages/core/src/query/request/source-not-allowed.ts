import type { AnalyzerError } from '@analyzer/contracts';
import { invalidRequest } from './field-errors.ts';

/**
 * The error of a request for source to an interface that reads the index only.
 *
 * @param instead a command that reads sources, as the start of a sentence
 */
export function sourceNotAllowed(instead = 'Use `analyzer workspace context --include-source`'): AnalyzerError {
  const message = 'include_source is not allowed here: this interface reads the index only';
  return invalidRequest(
    [{ pointer: '/params/include_source', code: 'not_allowed', message }],
    `${instead}, or start the server with --allow-source.`,
  );
}
