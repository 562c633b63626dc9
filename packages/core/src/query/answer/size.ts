import { jsonText } from '@analyzer/contracts';

/** A surrogate pair: two units of one character. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Size of a value as compact JSON. */
export interface Size {
  /** Unicode scalar values. */
  chars: number;
  /** In UTF-8. */
  bytes: number;
}

/** Maximum size of an answer's data as compact JSON. No limit applies where a property is absent. */
export interface SizeLimits {
  /** In Unicode scalar values. For a list the default of `max_chars`. */
  maxChars?: number;
  /** In UTF-8. */
  maxBytes?: number;
}

export function fits({ chars, bytes }: Size, { maxChars, maxBytes }: SizeLimits): boolean {
  return chars <= (maxChars ?? Number.POSITIVE_INFINITY) && bytes <= (maxBytes ?? Number.POSITIVE_INFINITY);
}

export function sizeOf(value: object): Size {
  const json = jsonText(value);
  const bytes = Buffer.byteLength(json);
  // Only non-ASCII text can contain surrogate pairs.
  return { chars: bytes === json.length ? bytes : charsOf(json), bytes };
}

/** Number of Unicode scalar values. */
export function charsOf(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}
