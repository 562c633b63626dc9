import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';

/**
 * The public form of an error: file names without their directory, and internal errors without details.
 *
 * @param onFault receives internal errors with the incident id of the message, for logging
 */
export function problemOf(error: unknown, onFault?: (error: Error) => void): ProblemV1 {
  if (!(error instanceof AnalyzerError) || error.code === 'internal') {
    const message = `internal error, incident ${randomUUID()}`;
    onFault?.(faultOf(message, error));
    return { code: 'internal', message, retryable: false };
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

function faultOf(message: string, error: unknown): Error {
  const fault = new Error(message, { cause: error });
  fault.stack = `${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return fault;
}

/** The `what` values of `not_found` errors that name paths of this machine. */
const FILES: ReadonlySet<string | undefined> = new Set(['index', 'file']);

function messageOf({ message, details }: AnalyzerError): string {
  const path = FILES.has(details.what) ? details.name : details.path;
  return path === undefined ? message : message.replace(path, () => basename(path));
}
