import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server';

/** The error answer to a message that the server does not process. */
export interface Refusal {
  jsonrpc: '2.0';
  /** Null if the message has no valid id (JSON-RPC 2.0, 5). */
  id: RequestId | null;
  error: { code: number; message: string };
}

const { ParseError, InvalidRequest, InvalidParams } = ProtocolErrorCode;

/**
 * Checks the form of one message.
 *
 * @returns the message, or its refusal; undefined for invalid notifications and responses, which have no answer
 */
export function checkMessage(value: unknown): { message: JSONRPCMessage } | { refusal: Refusal } | undefined {
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)) return { message: value };
  if (typeof value !== 'object' || value === null) return invalid(null, 'a message must be an object');
  const { jsonrpc, id, method, params: _, ...others }: Partial<Record<string, unknown>> = { ...value };
  if (method === undefined && ('result' in others || 'error' in others)) return undefined;
  const answered = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return invalid(answered, 'jsonrpc must be "2.0"');
  if (typeof method !== 'string') return invalid(answered, 'method must be a string');
  if (id !== undefined && answered === null) return invalid(null, 'id must be a string or an integer');
  if (Object.keys(others).length > 0) {
    return invalid(answered, 'a request has no other properties than jsonrpc, id, method and params');
  }
  if (answered === null) return undefined;
  return { refusal: refusalOf(answered, InvalidParams, 'params must be an object, with a valid _meta') };
}

/** @returns the refusal of a line that is not JSON in UTF-8 */
export function notJson(): Refusal {
  return refusalOf(null, ParseError, 'the line is not JSON in UTF-8');
}

export function invalidRequest(id: RequestId | null, message: string): Refusal {
  return refusalOf(id, InvalidRequest, message);
}

function invalid(id: RequestId | null, message: string): { refusal: Refusal } {
  return { refusal: invalidRequest(id, message) };
}

function refusalOf(id: RequestId | null, code: number, message: string): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** The id of a message that is refused; null if it has no valid one. */
export function idOf(message: unknown): RequestId | null {
  const { id }: { id?: unknown } = Object(message);
  return isId(id) ? id : null;
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
