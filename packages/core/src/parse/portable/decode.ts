import { createMultibyteDecoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteDecoder } from '@exodus/bytes/single-byte.js';
import { pythonEncoding } from '#languages/encodings.ts';

export type Decoded =
  /** `encoding` is set if it is not UTF-8. */
  { text: string; encoding?: string } | { reason: string };

const LF = 10;
const CR = 13;
const BOM = [0xef, 0xbb, 0xbf];
const MULTI_BYTE = ['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr', 'iso-2022-jp'] as const;

/**
 * Decodes a source file: UTF-8 without BOM, for Python also its declared encoding (PEP 263). Decoders follow the WHATWG
 * Encoding Standard exactly; Node's own `TextDecoder` differs between releases.
 *
 * @param language a language id of `languages/`
 * @returns the text, or why the bytes are not text
 */
export function decode(bytes: Uint8Array, language: string): Decoded {
  const declared = language === 'python' ? declaredEncoding(bytes) : undefined;
  if (declared === undefined) return decodeAs('utf-8', bytes);
  const encoding = pythonEncoding(declared);
  if (encoding !== 'utf-8' && startsWithBom(bytes))
    return { reason: `begins with a UTF-8 BOM and declares ${declared}` };
  if (encoding === undefined) return { reason: `declares an unknown encoding: ${declared}` };
  return decodeAs(encoding, bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): Decoded {
  if (encoding === 'utf-8') return decodeUtf8(bytes);
  if (encoding === 'latin-1') return { text: viewOf(bytes).toString('latin1'), encoding };
  if (encoding === 'ascii') {
    const wrong = bytes.findIndex((byte) => byte > 0x7f);
    return wrong < 0
      ? { text: viewOf(bytes).toString('latin1'), encoding }
      : { reason: invalid(encoding, bytes, wrong) };
  }
  const multiByte = MULTI_BYTE.find((name) => name === encoding);
  const decoder = multiByte ? createMultibyteDecoder(multiByte) : createSinglebyteDecoder(encoding);
  try {
    return { text: decoder(bytes), encoding };
  } catch (error) {
    if (error instanceof TypeError) return { reason: `not valid ${encoding}` };
    throw error;
  }
}

function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { reason: invalid('utf-8', bytes, firstInvalidUtf8(bytes)) };
    throw error;
  }
}

/** A replaced sequence is encoded as other bytes, and no byte of it before the difference is a LF. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const wrong = bytes.findIndex((byte, i) => byte !== replaced[i]);
  return wrong < 0 ? bytes.length : wrong;
}

function invalid(encoding: string, bytes: Uint8Array, at: number): string {
  let line = 1;
  for (let i = 0; i < at; i++) if (bytes[i] === LF) line++;
  return `not valid ${encoding} in line ${line}`;
}

/**
 * The encoding name in a comment on one of the first two lines, the second only after a blank or comment line.
 * https://peps.python.org/pep-0263/; LF, CR and CRLF all end a line, as in CPython's tokenizer.
 */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  let start = startsWithBom(bytes) ? BOM.length : 0;
  for (let line = 0; line < 2; line++) {
    const end = endOfLine(bytes, start);
    const text = viewOf(bytes.subarray(start, end)).toString('latin1');
    const name = /^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)/.exec(text)?.[1];
    if (name !== undefined) return name;
    if (!/^[ \t\f]*(?:#|$)/.test(text)) return undefined;
    start = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
  }
  return undefined;
}

function endOfLine(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  return end;
}

/** The bytes of the text that `decode` returns, if it is UTF-8. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return startsWithBom(bytes) ? bytes.subarray(BOM.length) : bytes;
}

function startsWithBom(bytes: Uint8Array): boolean {
  return BOM.every((byte, i) => bytes[i] === byte);
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
