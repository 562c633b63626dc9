import { fstatSync, utimesSync } from 'node:fs';

const DAY_MS = 86_400_000;

/**
 * Records the use of a file in its modification time, once a day, for `prune`.
 *
 * @param file the same file, open
 * @throws the system's error
 */
export function noteUse(path: string, file: number): void {
  const now = new Date();
  if (now.getTime() - fstatSync(file).mtimeMs > DAY_MS) utimesSync(path, now, now);
}

/** Error codes of a read-only cache, which can be used all the same. */
export const READ_ONLY = ['EACCES', 'ENOENT', 'EPERM', 'EROFS'];
