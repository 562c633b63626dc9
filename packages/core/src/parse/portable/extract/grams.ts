import { hash } from 'node:crypto';
import { ByteWriter } from './byte-writer.ts';

/** Elements of a gram. */
const GRAM = 5;

const OPEN = 0x28;
const LEAF = 0x2e;
const CLOSE = 0x29;

/**
 * The set of a file's 5-grams, by which files are held against each other. An element is a leaf or the opening of an
 * inner node, with the closings right behind it; a gram is the stream's bytes of five elements that follow each other,
 * hashed behind the domain with SHA-256, of which the first 64 bits are kept. The hashes differ from language to
 * language, so no set of one can resemble a set of another.
 *
 * @param stream a canonical stream, whole
 * @param domain as of the fingerprints, its last line ended
 * @returns the different hashes in ascending order; none where there are fewer than five elements
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

/** @param sorted is used for the result */
function different(sorted: BigUint64Array): BigUint64Array {
  let length = 0;
  for (const value of sorted) if (length === 0 || value !== sorted[length - 1]) sorted[length++] = value;
  return sorted.slice(0, length);
}

/** Which half of a 64-bit number comes first in this machine's memory. */
const HIGH = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 1 : 0;

/** Eight hex digits; by their codes, as this is done for each gram. */
function number(hex: string, from: number): number {
  let value = 0;
  for (let at = from; at < from + 8; at++) {
    const code = hex.charCodeAt(at);
    value = (value << 4) | (code < 0x3a ? code - 0x30 : code - 0x57);
  }
  return value;
}

/** Where each element begins, and at last where the stream ends. */
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
    at = behindText(stream, at + 1);
    if (mark === LEAF) at = behindText(stream, at);
  }
  starts.push(stream.length);
  return starts;
}

/** Behind a length (unsigned LEB128) and as many bytes. */
function behindText(stream: Uint8Array, from: number): number {
  let at = from;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = stream[at++] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return at + length;
  }
}
