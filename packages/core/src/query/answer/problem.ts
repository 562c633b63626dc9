import { AnalyzerError } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';

/**
 * What is told of an error. Of one that nobody foresaw, only that it happened.
 *
 * @param onFault is given such an error, for whoever mends it
 */
export function problemOf(error: unknown, onFault?: (error: unknown) => void): ProblemV1 {
  if (!(error instanceof AnalyzerError)) {
    onFault?.(error);
    return { code: 'internal', message: 'the query failed by a fault of this program', retryable: false };
  }
  const { code, message, hint, errors, retryable } = error;
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
    retryable,
  };
}
