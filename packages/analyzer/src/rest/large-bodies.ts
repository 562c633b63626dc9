import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { AnalyzerError } from '@analyzer/contracts';
import { MAX_QUERY_BYTES } from '@analyzer/core/query/request/read-request.ts';

/** Together at most 64 MiB. */
const MAX_LARGE = 8;

/** Limits the requests whose body can be larger than a query, from their headers to the end of their answer. */
export class LargeBodies {
  #count = 0;

  /** @throws AnalyzerError `busy` */
  admit({ 'content-length': length }: IncomingHttpHeaders, response: ServerResponse): void {
    // A chunked body has no length.
    if (Number(length ?? Number.POSITIVE_INFINITY) <= MAX_QUERY_BYTES) return;
    if (this.#count >= MAX_LARGE) throw new AnalyzerError('busy', { problem: 'too many large requests are running' });
    this.#count++;
    response.once('close', () => {
      this.#count--;
    });
  }
}
