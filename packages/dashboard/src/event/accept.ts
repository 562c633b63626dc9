import { isUtf8 } from 'node:buffer';
import { type Complaint, checkEvent } from './check.ts';
import { cutStrings } from './cut.ts';
import type { EventFacts } from './facts.ts';
import { onOneLine, scanJson } from './scan.ts';

/** Longest string that is not cut, in bytes. */
export const STRING_LIMIT = 64 * 1024;
/** Deepest nesting of an event. */
export const DEPTH_LIMIT = 64;

export interface AcceptedEvent {
  /** One line of JSON: the bytes of the client, unless strings were cut or line breaks removed. */
  raw: Buffer;
  /** Number of cut strings. */
  cut: number;
  facts: EventFacts;
}

/**
 * Parses the body of a request into an event.
 *
 * @param body as received, possibly with a byte order mark
 * @returns the event, or all reasons to refuse it
 */
export function acceptEvent(body: Buffer): AcceptedEvent | { complaints: Complaint[] } {
  const parsed = parseJson(body);
  if ('complaints' in parsed) return parsed;
  const { value, bytes } = parsed;
  const scan = scanJson(bytes, STRING_LIMIT);
  if (scan.depth > DEPTH_LIMIT) return { complaints: [tooDeep(scan.depth)] };
  const checked = checkEvent(value);
  if ('complaints' in checked) return checked;
  const line = scan.breaks ? onOneLine(bytes) : bytes;
  const raw = scan.long.length === 0 ? line : cutStrings(line, scan.long, STRING_LIMIT);
  return { raw, cut: scan.long.length, facts: checked.facts };
}

/** Parses a body. @returns the value and its bytes without mark and outer whitespace, or the reasons to refuse it */
export function parseJson(body: Buffer): { value: unknown; bytes: Buffer } | { complaints: Complaint[] } {
  const bytes = trimmed(body);
  if (bytes.length === 0) {
    return { complaints: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] };
  }
  if (!isUtf8(bytes)) return { complaints: [invalid(0, 'not UTF-8')] };
  try {
    return { value: JSON.parse(bytes.toString()), bytes };
  } catch (error) {
    // Node does not always report a position; the default is the end.
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    return { complaints: [invalid(position === undefined ? bytes.length : Number(position), 'Expecting value')] };
  }
}

function invalid(offset: number, error: string): Complaint {
  return { type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error', input: {}, ctx: { error } };
}

function tooDeep(depth: number): Complaint {
  const msg = `Nested ${depth} deep; at most ${DEPTH_LIMIT} levels are allowed`;
  return { type: 'too_deep', loc: ['body'], msg, input: null, ctx: { limit: DEPTH_LIMIT } };
}

function trimmed(body: Buffer): Buffer {
  const blank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
  let start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  let end = body.length;
  while (start < end && blank(body[start])) start++;
  while (end > start && blank(body[end - 1])) end--;
  return body.subarray(start, end);
}
