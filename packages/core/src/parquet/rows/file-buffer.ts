import { closeSync, openSync, statSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { AsyncBuffer } from 'hyparquet';
import { failureOf } from '#tree/failure.ts';
import { readFully } from '#tree/read-fully.ts';

/** A file as hyparquet reads it. */
export function fileBuffer(path: string): AsyncBuffer {
  const { size } = readable(path, () => statSync(path));
  return {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = Buffer.alloc(end - start);
      const file = readable(path, () => openSync(path, 'r'));
      try {
        const length = readable(path, () => readFully(file, bytes, start));
        if (length < bytes.length) throw new RangeError('the file ends early');
      } finally {
        closeSync(file);
      }
      return new Uint8Array(bytes).buffer;
    },
  };
}

/** Whether there is a regular file. @throws AnalyzerError `unreadable` */
export function isFile(path: string): boolean {
  return readable(path, () => {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    } catch (error) {
      if (failureOf(error).code === 'ENOTDIR') return false;
      throw error;
    }
  });
}

function readable<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * The user-visible error of a file that cannot be read.
 *
 * @throws the error itself if it is not from a system call
 */
export function unreadable(path: string, cause: unknown): AnalyzerError {
  const { reason } = failureOf(cause);
  return new AnalyzerError('unreadable', { path, reason }, { hint: 'This user must be able to read it.', cause });
}
