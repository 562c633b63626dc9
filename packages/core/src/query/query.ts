import { AnalyzerError } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import type { ResultV1 } from '@analyzer/contracts/analyzer.result.v1';
import { nearest } from '@analyzer/contracts/nearest';
import type { IndexReader, Snapshot } from '#index/port.ts';
import { problemOf } from './answer/problem.ts';
import type { SizeLimits } from './answer/size.ts';
import { requireMore, type Stop, stoppable } from './answer/stop.ts';
import type { Answer, Caller, Operation } from './operation.ts';
import { invalidRequest, shown } from './request/field-errors.ts';
import { readEnvelope } from './request/read-request.ts';

/** Maximum bytes of an answer's data on a network, so that the envelope fits channels with a limit of 8 MiB. */
export const MAX_RESULT_BYTES = 8 * 1024 * 1024 - 64 * 1024;

/** The result of a query, which every interface translates. */
export type Outcome = { ok: ResultV1 } | { error: ProblemV1 };

export interface QueryOptions extends Stop {
  /** None by default. */
  limits?: SizeLimits;
  /** Receives unexpected errors; the outcome does not contain their details. */
  onFault?: (error: unknown) => void;
  caller?: Caller | undefined;
}

/**
 * Answers one request from one committed state of the index. Never throws.
 *
 * @param request an unchecked `analyzer.request.v1`
 */
export type Query = (index: IndexReader, request: unknown, options?: QueryOptions) => Outcome;

/** Checks a request, finds its operation, and answers it. The only entry point to an index. */
export function createQuery(operations: readonly Operation[]): Query {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  if (byName.size < operations.length) throw new RangeError('two operations have the same name');
  return (index, request, options = {}) => {
    try {
      const { operation: name, params = {} } = readEnvelope(request);
      const answer = prepared(operationNamed(name, byName), params);
      const ok = index.read(
        (snapshot) => {
          requireSnapshot(snapshot, params);
          const data = answer(stoppable(snapshot, options), options.limits ?? {}, options.caller);
          return { schema: 'analyzer.result.v1', snapshot_id: snapshot.id, operation: name, data } satisfies ResultV1;
        },
        () => requireMore(options),
      );
      return { ok };
    } catch (error) {
      return { error: problemOf(error, options.onFault) };
    }
  };
}

function operationNamed(name: string, byName: ReadonlyMap<string, Operation>): Operation {
  const operation = byName.get(name);
  if (operation !== undefined) return operation;
  const names = [...byName.keys()];
  const meant = nearest(name, names);
  const question = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw invalidRequest(
    [{ pointer: '/operation', code: 'not_allowed', message: `unknown operation ${shown(name)}${question}` }],
    `The operations are ${names.join(', ')}.`,
  );
}

function prepared(operation: Operation, params: object): Answer {
  const result = operation.prepare(params);
  if ('answer' in result) return result.answer;
  throw invalidRequest(
    result.errors,
    `The parameters of ${operation.name} are ${Object.keys(operation.params.properties).join(', ')}.`,
  );
}

function requireSnapshot({ id }: Snapshot, params: object): void {
  if (!('snapshot_id' in params) || params.snapshot_id === id) return;
  throw new AnalyzerError(
    'snapshot_mismatch',
    { asked: String(params.snapshot_id) },
    { hint: `The index was rewritten and now has snapshot ${id}: start again with the first page.` },
  );
}
