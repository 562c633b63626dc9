import type { RuleDetails } from '../rules.ts';

/** Bytes that are not valid UTF-8, and the offset of their replacement in the decoded text. */
export interface BadBytes {
  /** UTF-16 offset into the text without byte order mark. */
  at: number;
  bytes: Uint8Array;
}

export interface Decoded {
  /** Without byte order mark; each invalid sequence is U+FFFD. */
  text: string;
  hasMark: boolean;
  /** The first invalid sequences, in order. */
  bad: BadBytes[];
}

/**
 * Decodes a file. Invalid UTF-8 is replaced as in the WHATWG Encoding standard: each maximal prefix of a character
 * becomes one U+FFFD.
 *
 * @param most maximum number of invalid sequences that are listed
 * @returns `instead` when the file is UTF-16 or binary
 */
export function decodeText(
  bytes: Uint8Array,
  most: number,
): Decoded | { instead: RuleDetails<'text/not-text'>['what'] } {
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    return { instead: 'it starts with a UTF-16 byte order mark' };
  if (bytes.includes(0)) return { instead: 'it contains null bytes, as UTF-16 and binary files do' };
  const hasMark = a === 0xef && b === 0xbb && c === 0xbf;
  const body = hasMark ? bytes.subarray(3) : bytes;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), hasMark, bad: [] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    return { text, hasMark, bad: badBytes(body, most) };
  }
}

function badBytes(bytes: Uint8Array, most: number): BadBytes[] {
  const bad: BadBytes[] = [];
  let units = 0;
  for (let at = 0; at < bytes.length && bad.length < most; ) {
    const { length, isGood } = sequenceAt(bytes, at);
    if (!isGood) bad.push({ at: units, bytes: bytes.slice(at, at + length) });
    units += isGood && length === 4 ? 2 : 1;
    at += length;
  }
  return bad;
}

/** The character at an offset, or the invalid sequence that one U+FFFD replaces. */
function sequenceAt(bytes: Uint8Array, at: number): { length: number; isGood: boolean } {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { length: 1, isGood: true };
  const more = lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
  if (more === 0) return { length: 1, isGood: false };
  // No overlong forms, no surrogates, nothing above U+10FFFF.
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let next = 1; next <= more; next++) {
    const byte = bytes[at + next] ?? 0;
    if (byte < low || byte > high) return { length: next, isGood: false };
    low = 0x80;
    high = 0xbf;
  }
  return { length: more + 1, isGood: true };
}
