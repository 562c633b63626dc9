import { hash } from 'node:crypto';
import { ByteWriter } from './byte-writer.ts';
import { CLOSE, LEAF, OPEN, textEnd } from './stream-marks.ts';

/** Elements of an n-gram. */
const GRAM = 5;

/**
 * The set of a file's 5-grams, by which files are compared. An element is a leaf or the start of an inner node, with
 * the closing brackets that directly follow; an n-gram is the stream's bytes of five consecutive elements, hashed with
 * SHA-256 after the domain and truncated to the first 64 bits. The hashes depend on the language, so that files of
 * different languages are never similar.
 *
 * @param stream a complete canonical stream
 * @param domain as for fingerprints, with the last line terminated
 * @returns the distinct hashes in ascending order; empty for fewer than five elements
 */
export function gramsOf(stream: Uint8Array, domain: string): BigUint64Array {
  const starts = elementStarts(stream);
  const writer = new ByteWriter();
  writer.chunk(new TextEncoder().encode(`${domain}gram\n`));
  const preamble = writer.length;
  const hashes = new BigUint64Array(Math.max(0, starts.length - GRAM));
  const halves = new Uint32Array(hashes.buffer);
  for (let first = 0; first < hashes.length; first++) {
    writer.length = preamble;
    writer.copy(stream, starts[first] ?? 0, starts[first + GRAM] ?? 0);
    const hex = hash('sha256', writer.bytes.subarray(0, writer.length), 'hex');
    halves[2 * first + HIGH] = number(hex, 0);
    halves[2 * first + 1 - HIGH] = number(hex, 8);
  }
  return different(hashes.sort());
}

/** @param sorted reused for the result */
function different(sorted: BigUint64Array): BigUint64Array {
  let length = 0;
  for (const value of sorted) if (length === 0 || value !== sorted[length - 1]) sorted[length++] = value;
  return sorted.slice(0, length);
}

/** Index of the high half of a 64-bit number in this machine's memory. */
const HIGH = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 1 : 0;

/** Parses eight hex digits by their codes, since this is done for each n-gram. */
function number(hex: string, from: number): number {
  let value = 0;
  for (let at = from; at < from + 8; at++) {
    const code = hex.charCodeAt(at);
    value = (value << 4) | (code < 0x3a ? code - 0x30 : code - 0x57);
  }
  return value;
}

/** Offsets of the elements, and of the end of the stream. */
function elementStarts(stream: Uint8Array): number[] {
  const starts: number[] = [];
  let at = 0;
  while (at < stream.length) {
    const mark = stream[at];
    if (mark === CLOSE) {
      at++;
      continue;
    }
    if (mark !== OPEN && mark !== LEAF) throw new RangeError(`the stream has no element at ${at}`);
    starts.push(at);
    at = textEnd(stream, at + 1);
    if (mark === LEAF) at = textEnd(stream, at);
  }
  starts.push(stream.length);
  return starts;
}
