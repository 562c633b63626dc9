import { jsonText } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import type { Operation } from '@analyzer/core/query/operation.ts';
import { MAX_RESULT_BYTES, type Outcome } from '@analyzer/core/query/query.ts';
import { isTooDeep } from '@analyzer/core/query/request/nesting.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { compactText } from './text/compact-text.ts';
import { DEFAULT_BUDGET, MAX_BUDGET, MIN_BUDGET, tokensOf } from './text/max-tokens.ts';

/** What fits the context of a model. `max_chars` of a call raises it for lists. */
const MAX_CHARS = 40_000;
const LIMITS = { maxChars: MAX_CHARS, maxBytes: MAX_RESULT_BYTES };
/** Of an answer of which only its text is sent. */
const UNSENT = { maxBytes: MAX_RESULT_BYTES };

const FEW_LISTS = 4;
/** Of each list; the budget cuts it. */
const TEXT_LIMIT = 100;
const TEXT_PLACES = 4;
/** Operations whose items come in the order of how well they fit: the first ones answer most questions. */
const RANKED = new Set(['search', 'similar']);
const RANKED_LINES = 12;

/** A call of a tool. */
export interface ToolCall {
  operation: Operation;
  /** As the client sent them, with those of the text. */
  params: Readonly<Record<string, unknown>>;
  /** Whether the answer has data besides its text. */
  isStructured: boolean;
  signal: AbortSignal;
}

/** Answers the call of a tool. */
export async function callOperation(service: Service, call: ToolCall): Promise<CallToolResult> {
  const { max_tokens: given = DEFAULT_BUDGET, ...params } = call.params;
  const maxTokens = tokensOf(given);
  if (maxTokens === undefined) return failure(wrongTokens());
  const asked = call.isStructured ? params : withLimit(params, call.operation);
  const outcome = await outcomeOf(service, { ...call, params: asked });
  if ('error' in outcome) return failure(outcome.error);
  const compact = compactText(outcome.ok.data, {
    maxTokens,
    maxLines: maxLinesOf(call),
    offset: typeof params.offset === 'number' ? params.offset : 0,
    names: Object.keys(call.operation.params.properties),
  });
  const { behind_ms: behind } = outcome.ok;
  const text = behind === undefined ? compact : `files have changed for ${behind} ms: not yet in the index\n${compact}`;
  const content = [{ type: 'text' as const, text }];
  return call.isStructured ? { content, structuredContent: { ...outcome.ok } } : { content };
}

/** The client chooses the lines by the number of items, or by the budget. */
function maxLinesOf({ operation, params }: ToolCall): number {
  const isChosen = 'limit' in params || 'max_tokens' in params;
  return RANKED.has(operation.name) && !isChosen ? RANKED_LINES : Number.POSITIVE_INFINITY;
}

/**
 * Text has a budget of its own: lists of which the client wants few, or all lists of an operation that cannot choose them,
 * are asked for as far as they fit, and groups with places.
 */
function withLimit(params: ToolCall['params'], { params: { properties } }: Operation): ToolCall['params'] {
  const isNarrow = !('lists' in properties) || (Array.isArray(params.lists) && params.lists.length <= FEW_LISTS);
  const isPaged = 'limit' in properties && 'offset' in properties;
  return {
    ...(isPaged && isNarrow && { limit: TEXT_LIMIT }),
    ...('max_places' in properties && { max_places: TEXT_PLACES }),
    ...params,
  };
}

function wrongTokens(): ProblemV1 {
  const message = `max_tokens must be an integer from ${MIN_BUDGET} to ${MAX_BUDGET}`;
  const errors = [{ pointer: '/params/max_tokens', code: 'out_of_range' as const, message }];
  return { code: 'invalid_request', message: `invalid request: ${message}`, errors, retryable: false };
}

async function outcomeOf(service: Service, { operation, params, signal, isStructured }: ToolCall): Promise<Outcome> {
  const request = { schema: 'analyzer.request.v1', operation: operation.name, params };
  if (isTooDeep(request)) return service.ask(request, { signal });
  const limits = isStructured ? LIMITS : UNSENT;
  return service.ask(Buffer.from(JSON.stringify(request)), { signal, limits });
}

/** An error that a model can correct. It has no `structuredContent`, which would have to match the output schema. */
function failure(problem: ProblemV1): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: jsonText(problem) }] };
}
