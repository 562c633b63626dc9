import { jsonText } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import { MAX_RESULT_BYTES, type Outcome } from '@analyzer/core/query/query.ts';
import { isTooDeep } from '@analyzer/core/query/request/nesting.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** What fits the context of a model. `max_chars` of a call raises it for lists. */
const MAX_CHARS = 40_000;
const LIMITS = { maxChars: MAX_CHARS, maxBytes: MAX_RESULT_BYTES };

/** Answers the call of a tool. */
export async function callOperation(
  service: Service,
  operation: string,
  params: object,
  signal: AbortSignal,
): Promise<CallToolResult> {
  return resultOf(await outcomeOf(service, operation, params, signal));
}

async function outcomeOf(service: Service, operation: string, params: object, signal: AbortSignal): Promise<Outcome> {
  const request = { schema: 'analyzer.request.v1', operation, params };
  if (isTooDeep(request)) return service.ask(request, { signal });
  return service.ask(Buffer.from(JSON.stringify(request)), { signal, limits: LIMITS });
}

/** The same facts as data and as text: some clients pass on only one of them. */
function resultOf(outcome: Outcome): CallToolResult {
  if ('error' in outcome) return failure(outcome.error);
  return { content: [{ type: 'text', text: jsonText(outcome.ok) }], structuredContent: { ...outcome.ok } };
}

/** An error that a model can correct. It has no `structuredContent`, which would have to match the output schema. */
function failure(problem: ProblemV1): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: jsonText(problem) }] };
}
