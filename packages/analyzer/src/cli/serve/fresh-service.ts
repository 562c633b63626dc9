import type { Outcome } from '@analyzer/core/query/query.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import type { WatchedIndex } from './watched-index.ts';

type Problem = Extract<Outcome, { error: object }>['error'];

/** A service whose answers wait a moment for changed files, and otherwise say by how much they are behind. */
export function withFreshIndex(service: Service, index: Pick<WatchedIndex, 'behindMs' | 'current'>): Service {
  return {
    ...service,
    async ask(request, options = {}) {
      await index.current(options.signal);
      const { behindMs } = index;
      const outcome = await service.ask(request, options);
      if (behindMs === 0) return outcome;
      return 'ok' in outcome
        ? { ok: { ...outcome.ok, behind_ms: behindMs } }
        : { error: late(outcome.error, behindMs) };
    },
  };
}

/** An error that the changed files may remove. */
function late(problem: Problem, behindMs: number): Problem {
  const behind = `For ${behindMs} ms files have changed that the index does not have yet.`;
  return { ...problem, hint: problem.hint === undefined ? behind : `${problem.hint} ${behind}` };
}
