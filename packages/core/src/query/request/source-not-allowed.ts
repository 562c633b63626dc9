import type { AnalyzerError } from '@analyzer/contracts';
import { invalidRequest } from './field-errors.ts';

/** The error of a request for source to an interface that reads the index only. */
export function sourceNotAllowed(): AnalyzerError {
  const message = 'include_source is not allowed here: this interface reads the index only';
  return invalidRequest(
    [{ pointer: '/params/include_source', code: 'not_allowed', message }],
    'Use `analyzer workspace context --include-source`, or start the server with --allow-source.',
  );
}
