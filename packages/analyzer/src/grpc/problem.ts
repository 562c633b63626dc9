import { ERRORS, jsonText } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';

/** The trailer with the complete problem. Its name ends in -bin because the JSON contains any characters. */
export const PROBLEM_TRAILER = 'analyzer-problem-bin';

/** Trailers are limited; clients accept at least this size. */
const MAX_TRAILER_BYTES = 4096;

/** The status of a failed call. */
export function statusOf(problem: ProblemV1): StatusObject {
  const metadata = new Metadata();
  metadata.set(PROBLEM_TRAILER, trailerOf(problem));
  const { grpc } = ERRORS[problem.code];
  // The channel throws at half a surrogate pair, which a message quotes from a request or cuts from a name.
  const details = problem.message.replace(/\p{Cs}/gu, '\ufffd');
  return { code: grpc === null ? status.INTERNAL : status[grpc], details, metadata };
}

/** Omits the last field errors, then the hint, of a problem that is too large. */
function trailerOf(problem: ProblemV1): Buffer {
  for (let clipped = problem; ; ) {
    const bytes = Buffer.from(jsonText(clipped));
    const { errors = [], hint, ...rest } = clipped;
    if (bytes.length <= MAX_TRAILER_BYTES || (errors.length === 0 && hint === undefined)) return bytes;
    clipped = errors.length > 1 ? { ...clipped, errors: errors.slice(0, -1) } : rest;
  }
}
