import { AnalyzerError, ERRORS, jsonText } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import { MEDIA_TYPES } from './media-types.ts';

/** Seconds after which a client may repeat a retryable request. */
const RETRY_SECONDS = '1';

export interface ProblemReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The reply to a request that failed. */
export function replyTo(error: unknown, onFault: (error: unknown) => void): ProblemReply {
  const { headers, ...reply } = replyWith(problemOf(error, onFault));
  const allow = error instanceof AnalyzerError ? error.details.allow : undefined;
  return { ...reply, headers: allow === undefined ? headers : { ...headers, Allow: allow } };
}

export function replyWith(problem: ProblemV1): ProblemReply {
  const headers = {
    'Content-Type': MEDIA_TYPES.problem,
    ...(problem.retryable ? { 'Retry-After': RETRY_SECONDS } : {}),
    ...(problem.code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  return { status: ERRORS[problem.code].http ?? ERRORS.internal.http, headers, body: jsonText(problem) };
}
