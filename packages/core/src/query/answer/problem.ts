import { basename } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';

/**
 * What is told of an error: of a file its name without its place, and of a fault of the program only that there was
 * one.
 *
 * @param onFault is given such a fault, for whoever mends it
 */
export function problemOf(error: unknown, onFault?: (error: unknown) => void): ProblemV1 {
  if (!(error instanceof AnalyzerError) || error.code === 'internal') {
    onFault?.(error);
    return { code: 'internal', message: 'the query failed by a fault of this program', retryable: false };
  }
  const { code, hint, errors, retryable } = error;
  return {
    code,
    message: messageOf(error),
    ...(hint === undefined ? {} : { hint }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
    retryable,
  };
}

/** What `not_found` calls things that have a place on this machine. */
const FILES: ReadonlySet<string | undefined> = new Set(['index', 'file']);

function messageOf({ message, details }: AnalyzerError): string {
  const path = FILES.has(details.what) ? details.name : details.path;
  return path === undefined ? message : message.replace(path, () => basename(path));
}
