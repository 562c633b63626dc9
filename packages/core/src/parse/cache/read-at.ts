import { readSync } from 'node:fs';

/**
 * @param file descriptor
 * @returns fewer bytes at the end of the file
 * @throws the system's error
 */
export function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
