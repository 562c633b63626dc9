/** Decoding of files that are UTF-8, which needs no tables of other encodings. */
export type Decoded =
  /** `encoding` is set if it is not UTF-8. */
  { text: string; encoding?: string } | { reason: string };

const LF = 10;
const CR = 13;
const BOM = [0xef, 0xbb, 0xbf];

export function decodeUtf8(bytes: Uint8Array): Decoded {
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

export function invalid(encoding: string, bytes: Uint8Array, at: number): string {
  let line = 1;
  for (let i = 0; i < at; i++) if (bytes[i] === LF) line++;
  return `not valid ${encoding} in line ${line}`;
}

/**
 * The encoding name in a comment on one of the first two lines, the second only after a blank or comment line.
 * https://peps.python.org/pep-0263/; LF, CR and CRLF all end a line, as in CPython's tokenizer.
 */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
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

export function startsWithBom(bytes: Uint8Array): boolean {
  return BOM.every((byte, i) => bytes[i] === byte);
}

export function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
