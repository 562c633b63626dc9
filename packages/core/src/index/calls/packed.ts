import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A head and the numbers that it explains, deflated (RFC 1951). Inflated: the length of the head as 4 bytes,
 * little-endian, the head as JSON, the numbers as variable-length integers.
 */
const HEAD_LENGTH = 4;

/** @param level of deflate, 1 for speed to 9 for size */
export function packed(head: unknown, numbers: Uint8Array, level: number): Uint8Array {
  const written = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(HEAD_LENGTH);
  length.writeUInt32LE(written.length);
  return deflateRawSync(Buffer.concat([length, written, numbers]), { level });
}

/** @returns the head as JSON, and all bytes with the place where the numbers begin */
export function unpacked(data: Uint8Array): { head: string; bytes: Uint8Array; start: number } {
  const bytes = inflateRawSync(data);
  const start = HEAD_LENGTH + bytes.readUInt32LE();
  return { head: bytes.toString('utf8', HEAD_LENGTH, start), bytes, start };
}
