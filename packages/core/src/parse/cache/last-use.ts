import { fstatSync, utimesSync } from 'node:fs';

const DAY_MS = 86_400_000;

/**
 * Notes in a file's times that it was of use, once a day: `prune` spares what was used last.
 *
 * @param file the same, open
 * @throws the system's error
 */
export function noteUse(path: string, file: number): void {
  const now = new Date();
  if (now.getTime() - fstatSync(file).mtimeMs > DAY_MS) utimesSync(path, now, now);
}

/** Codes of the system with which it refuses that: a cache that may only be read is one all the same. */
export const READ_ONLY = ['EACCES', 'ENOENT', 'EPERM', 'EROFS'];
