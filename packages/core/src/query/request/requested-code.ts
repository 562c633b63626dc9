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
    const { operation: name, params = {} } = readEnvelope(request);
    const prepared = operations.find((operation) => operation.name === name)?.prepare(params);
    return prepared === undefined || 'errors' in prepared ? undefined : prepared.code;
  } catch {
    return undefined;
  }
}
