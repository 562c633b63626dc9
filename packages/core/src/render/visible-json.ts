import { visibleControls } from '@analyzer/contracts/controls';

/** First bytes, in UTF-8, of the characters that `visibleControls` escapes. */
const LEADS = [0x7f, 0xc2, 0xd8, 0xe2];

/** A JSON document with C1 and bidirectional control characters as escapes only, which do not occur outside strings. */
export function* visibleJson(chunks: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    if (typeof chunk === 'string') {
      if (rest.length > 0) yield rest;
      rest = Buffer.alloc(0);
      yield visibleControls(chunk);
      continue;
    }
    const bytes =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk]);
    const end = completeEnd(bytes);
    yield visibleBytes(bytes.subarray(0, end));
    rest = Buffer.from(bytes.subarray(end));
  }
  if (rest.length > 0) yield rest;
}

function visibleBytes(bytes: Buffer): Uint8Array {
  return LEADS.some((lead) => bytes.includes(lead)) ? Buffer.from(visibleControls(bytes.toString('utf8'))) : bytes;
}

/** End of the last complete character. */
function completeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function lengthFrom(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
