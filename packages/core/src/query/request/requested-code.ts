import type { CodeText } from '../code.ts';
import type { Operation } from '../operation.ts';
import { readEnvelope } from './read-request.ts';

/**
 * The source text of a request, which is parsed before the query runs.
 *
 * @param request unchecked; of an invalid one there is none, because the query returns its errors
 */
export function requestedCode(request: unknown, operations: readonly Operation[]): CodeText | undefined {
  try {
    const { params = {} } = readEnvelope(request);
    const prepared = requestedOperation(request, operations)?.prepare(params);
    return prepared === undefined || 'errors' in prepared ? undefined : prepared.code;
  } catch {
    return undefined;
  }
}

/** @param request unchecked; an invalid one has none */
export function requestedOperation(request: unknown, operations: readonly Operation[]): Operation | undefined {
  try {
    const { operation: name } = readEnvelope(request);
    return operations.find((operation) => operation.name === name);
  } catch {
    return undefined;
  }
}
