import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A header and the numbers that it describes, deflated (RFC 1951). Inflated: the length of the header as 4 bytes,
 * little-endian, the header as JSON, the numbers as variable-length integers.
 */
export const HEADER_LENGTH = 4;

/** @param level of deflate, from 1 (fast) to 9 (small) */
export function packed(header: unknown, numbers: Uint8Array, level: number): Uint8Array {
  const written = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(HEADER_LENGTH);
  length.writeUInt32LE(written.length);
  return packedAgain([length, written, numbers], level);
}

/** @param inflated pieces of the inflated form */
export function packedAgain(inflated: readonly Uint8Array[], level: number): Uint8Array {
  return deflateRawSync(Buffer.concat(inflated), { level });
}

export function inflated(data: Uint8Array): Buffer {
  return inflateRawSync(data);
}

/** @param bytes the inflated form */
export function startOfNumbers(bytes: Uint8Array): number {
  return HEADER_LENGTH + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}
