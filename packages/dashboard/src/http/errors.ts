import { SharedLogAway } from '../shared/sharing.ts';
import { Overloaded } from '../store/event-store.ts';
import { BODY_LIMIT } from './body.ts';
import { HttpProblem } from './problem.ts';

/** Status under which requests are counted whose client disconnected; no client receives it. */
const HUNG_UP = 499;
const RETRY = { 'Retry-After': '5' };

/** The response to a request that failed. @param report called for faults of this program */
export function problemOf(
  error: unknown,
  report: (event: string, details: Record<string, unknown>) => void,
): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Overloaded)
    return new HttpProblem(503, 'The disk is not writable and the backlog is full', RETRY);
  if (error instanceof SharedLogAway) return new HttpProblem(503, error.message, RETRY);
  const problem = problemOfFramework(error);
  if (problem !== undefined) return problem;
  report('request-failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return new HttpProblem(500, 'Internal Server Error');
}

function problemOfFramework(error: unknown): HttpProblem | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpProblem(413, `The body is larger than ${BODY_LIMIT} bytes`, { Connection: 'close' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return new HttpProblem(HUNG_UP, 'The request is not complete');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpProblem(415, 'The Content-Type is not valid');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new HttpProblem(404, 'Not Found');
    default:
      return undefined;
  }
}
