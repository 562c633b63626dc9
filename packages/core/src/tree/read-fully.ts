import { readSync } from 'node:fs';

/**
 * Reads until the target is full or the file ends.
 *
 * @param file descriptor
 * @param position of the first byte; null for the position of the descriptor, which then moves
 * @returns the number of bytes
 * @throws the system's error
 */
export function readFully(file: number, target: Uint8Array, position: number | null = null): number {
  let length = 0;
  while (length < target.length) {
    const at = position === null ? null : position + length;
    const count = readSync(file, target, length, target.length - length, at);
    if (count === 0) break;
    length += count;
  }
  return length;
}

/** The next bytes of an open file, or those at a position; fewer at its end. @throws the system's error */
export function readUpTo(file: number, limit: number, position: number | null = null): Buffer {
  const bytes = Buffer.allocUnsafe(limit);
  return bytes.subarray(0, readFully(file, bytes, position));
}
