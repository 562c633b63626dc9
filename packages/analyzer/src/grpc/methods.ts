import { AnalyzerError, jsonText } from '@analyzer/contracts';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import { MAX_RESULT_BYTES, type Outcome } from '@analyzer/core/query/query.ts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import type { DocumentKind } from '@analyzer/core/service/documents.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { statusOf } from './problem.ts';
import { UNREADABLE } from './service-definition.ts';

/** The message around the JSON text is within the documented limit of a request. */
const MAX_JSON_BYTES = MAX_REQUEST_BYTES - 64 * 1024;
const LIMITS = { maxBytes: MAX_RESULT_BYTES };

const KINDS: ReadonlyMap<string, DocumentKind> = new Map([
  ['CONTRACT_KIND_SCHEMA', 'schema'],
  ['CONTRACT_KIND_GRAMMAR', 'grammar'],
  ['CONTRACT_KIND_PROTO', 'proto'],
]);

export type QueryCall = ServerUnaryCall<{ json_utf8: Buffer }, object>;
export type ContractCall = ServerUnaryCall<{ kind: string; name: string }, object>;
export type Reply = sendUnaryData<object>;

/** Answers one request. */
export async function answerQuery(service: Service, call: QueryCall, reply: Reply): Promise<void> {
  const gone = new AbortController();
  call.on('cancelled', () => gone.abort());
  const outcome = await outcomeOf(service, call, gone.signal);
  if ('error' in outcome) reply(statusOf(outcome.error));
  else reply(null, { json_utf8: Buffer.from(jsonText(outcome.ok)) });
}

async function outcomeOf(service: Service, call: QueryCall, signal: AbortSignal): Promise<Outcome> {
  const bytes = call.request.json_utf8;
  try {
    requireMessage(call.request);
    if (bytes.length > MAX_JSON_BYTES) throw new AnalyzerError('request_too_large', { limit: String(MAX_JSON_BYTES) });
    return await service.ask(bytes, { signal, limits: LIMITS, ...timeLeft(call.getDeadline()) });
  } catch (error) {
    return { error: problemOf(error, (fault) => service.onFault(fault)) };
  }
}

/** @param deadline of the client; infinite if it set none, and then the limit of the service applies */
function timeLeft(deadline: Date | number): { timeoutMs?: number } {
  const ms = Number(deadline) - Date.now();
  return Number.isFinite(ms) ? { timeoutMs: Math.max(0, ms) } : {};
}

/** Returns a published document. */
export function answerContract({ documents, onFault }: Service, { request }: ContractCall, reply: Reply): void {
  const { kind, name } = request;
  try {
    requireMessage(request);
    const known = KINDS.get(kind);
    if (known === undefined) throw unknownKind();
    const { text, sha256 } = documents.find(known, name);
    reply(null, { content: Buffer.from(text), sha256 });
  } catch (error) {
    reply(statusOf(problemOf(error, onFault)));
  }
}

/** @throws AnalyzerError `malformed_json` */
function requireMessage(request: object): void {
  if (request !== UNREADABLE) return;
  throw new AnalyzerError('malformed_json', { problem: 'it is not a message of this method' });
}

function unknownKind(): AnalyzerError {
  const message = `kind must be one of ${[...KINDS.keys()].join(', ')}`;
  return new AnalyzerError(
    'invalid_request',
    { problem: message },
    { errors: [{ pointer: '/kind', code: 'not_allowed', message }] },
  );
}
