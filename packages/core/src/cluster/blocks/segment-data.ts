import type { SequencedUnits, UnitHashes } from './seeds.ts';
import type { Segment } from './segments.ts';

/** Of a unit: its hash; its nodes, whether it is a function, and a start of the class; its number in the file. */
const BYTES = 16;
/** Units of a piece, so that no value of an engine is large. */
const PIECE = 1024;
const NODES = 4;

/** The units of a segment, in pieces of Base64. */
export function* encodeSegment(
  { units: all, from, to, starts }: Segment,
  { nodes, isFunction }: SequencedUnits,
  { high, low }: UnitHashes,
): Generator<string> {
  let start = 0;
  for (let first = from; first < to; first += PIECE) {
    const bytes = Buffer.alloc(Math.min(PIECE, to - first) * BYTES);
    for (let at = 0; at < bytes.length; at += BYTES) {
      const index = first + at / BYTES;
      const unit = all[index] ?? 0;
      const isStart = starts[start] === index;
      if (isStart) start++;
      bytes.writeInt32BE(high[unit] ?? 0, at);
      bytes.writeInt32BE(low[unit] ?? 0, at + 4);
      bytes.writeUInt32BE((nodes[unit] ?? 0) * NODES + (isFunction[unit] ?? 0) * 2 + (isStart ? 1 : 0), at + 8);
      bytes.writeUInt32BE(unit, at + 12);
    }
    yield bytes.toString('base64');
  }
}

/** Columns as `ClassSegment` has them. @param pieces in their order */
export function decodeSegment(pieces: readonly string[]) {
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
  const length = bytes.length / BYTES;
  const columns = {
    high: new Int32Array(length),
    low: new Int32Array(length),
    nodes: new Uint32Array(length),
    isFunction: new Uint8Array(length),
    isStart: new Uint8Array(length),
    unit: new Uint32Array(length),
  };
  for (let index = 0; index < length; index++) {
    const at = index * BYTES;
    const word = bytes.readUInt32BE(at + 8);
    columns.high[index] = bytes.readInt32BE(at);
    columns.low[index] = bytes.readInt32BE(at + 4);
    columns.nodes[index] = Math.floor(word / NODES);
    columns.isFunction[index] = (word >>> 1) & 1;
    columns.isStart[index] = word & 1;
    columns.unit[index] = bytes.readUInt32BE(at + 12);
  }
  return columns;
}
