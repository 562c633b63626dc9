import { AnalyzerError } from '@analyzer/contracts';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import type { AskOptions } from '@analyzer/core/query/pool/pool.ts';
import type { Outcome } from '@analyzer/core/query/query.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import { completeSource } from '../input/complete-source.ts';

/** Milliseconds to read files for one answer, unless the client set fewer. */
const TIMEOUT_MS = 30_000;

/** A service that also reads the files of indexed projects, for answers that need source; one answer at a time. */
export function withSource(service: Service): Service {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...service,
    async ask(request, options = {}) {
      const outcome = await service.ask(request, { ...options, caller: { completesSource: true } });
      if ('error' in outcome) return outcome;
      const completed = last.then(() => complete(outcome, options, service));
      last = completed;
      return completed;
    },
  };
}

/** Never throws. */
async function complete(
  { ok }: Extract<Outcome, { ok: object }>,
  { signal, timeoutMs = TIMEOUT_MS }: AskOptions,
  { onFault }: Service,
): Promise<Outcome> {
  const late = AbortSignal.timeout(Math.min(timeoutMs, TIMEOUT_MS));
  try {
    const either = AbortSignal.any(signal === undefined ? [late] : [signal, late]);
    return { ok: { ...ok, data: await completeSource(ok.data, either) } };
  } catch (error) {
    const isLate = late.aborted && !signal?.aborted;
    return { error: problemOf(isLate ? new AnalyzerError('timeout', {}) : error, onFault) };
  }
}
