import { AnalyzerError } from '@analyzer/contracts';
import type { RequestV1 } from '@analyzer/contracts/analyzer.request.v1';
import { validate } from '@analyzer/contracts/analyzer.request.v1/validate';
import { nearest } from '@analyzer/contracts/nearest';
import type { Operation } from '../operation.ts';
import { checkExtent, tooDeep } from './extent.ts';
import { invalidRequest, pointerStep, shown } from './field-errors.ts';
import { isTooDeep } from './nesting.ts';
import { requireUniqueKeys } from './unique-keys.ts';

/** Maximum bytes of a request. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
/** Maximum bytes of a request over a network, unless its operation takes more: parameters are names and numbers. */
export const MAX_QUERY_BYTES = 64 * 1024;

const SCHEMA = 'analyzer.request.v1';
const MEMBERS = ['schema', 'operation', 'params'];

/**
 * @param bytes a request as JSON text in UTF-8
 * @throws AnalyzerError `request_too_large`, `malformed_json`, `invalid_request`
 */
export function parseRequest(bytes: Uint8Array): unknown {
  requireBytes(bytes.length, MAX_REQUEST_BYTES);
  checkExtent(bytes);
  const { text, value } = decoded(bytes);
  requireUniqueKeys(text);
  return value;
}

/** @throws AnalyzerError `malformed_json` */
function decoded(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    const problem = error instanceof SyntaxError ? shown(error.message) : 'it is not UTF-8';
    throw new AnalyzerError('malformed_json', { problem }, { cause: error });
  }
}

/**
 * Parses a request of a network. Call it only in a thread: it takes up to a second.
 *
 * @throws AnalyzerError as `parseRequest`, `request_too_large` also above the limit of the operation
 */
export function readRequest(bytes: Uint8Array, operations: readonly Operation[]): unknown {
  const request = parseRequest(bytes);
  if (bytes.length <= MAX_QUERY_BYTES) return request;
  const { operation: name }: { operation?: unknown } = Object(request);
  const limit = operations.find((operation) => operation.name === name)?.maxRequestBytes ?? MAX_QUERY_BYTES;
  requireBytes(bytes.length, limit);
  return request;
}

function requireBytes(length: number, limit: number): void {
  if (length > limit) throw new AnalyzerError('request_too_large', { limit: String(limit) });
}

/** @throws AnalyzerError `invalid_request` */
export function requireShallow(request: unknown): void {
  if (isTooDeep(request)) throw tooDeep();
}

/**
 * Validates the envelope of a request.
 *
 * @throws AnalyzerError `unsupported_schema`, `invalid_request`
 */
export function readEnvelope(request: unknown): RequestV1 {
  requireShallow(request);
  const schema = typeof request === 'object' && request !== null && 'schema' in request ? request.schema : undefined;
  if (typeof schema === 'string' && schema !== SCHEMA) {
    throw new AnalyzerError(
      'unsupported_schema',
      { name: shown(schema) },
      { hint: `The supported schema is ${SCHEMA}.` },
    );
  }
  if (validate(request)) return request;
  const [error] = validate.errors ?? [];
  const pointer = error?.instancePath ?? '';
  const named = error?.params.missingProperty ?? error?.params.additionalProperty;
  const name = typeof named === 'string' ? named : undefined;
  const at = pointer + (name === undefined ? '' : pointerStep(name));
  if (name !== undefined && error?.keyword === 'required') {
    throw invalidRequest([{ pointer: at, code: 'missing', message: `the request has no ${name}` }]);
  }
  if (name !== undefined) {
    const meant = nearest(name, MEMBERS);
    const question = meant === undefined ? '' : `; did you mean ${meant}?`;
    const message = `unknown property ${shown(name)} in the request${question}`;
    throw invalidRequest([{ pointer: at, code: 'unknown_name', message }]);
  }
  const what = pointer === '' ? 'the request' : pointer.slice(1);
  throw invalidRequest([{ pointer, code: 'wrong_type', message: `${what} ${error?.message ?? 'is not valid'}` }]);
}
