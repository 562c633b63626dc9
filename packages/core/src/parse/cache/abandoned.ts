import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFailure } from './failure.ts';

/** Names of files being written, or left by a killed process. */
export const PARTIAL_NAME = /^\.[0-9a-f-]{36}\.partial$/;

/** A partial file of this age was left by a killed process. */
export const ABANDONED_MS = 3_600_000;

/** @param names of files in the folder; the abandoned ones are removed */
export function removeAbandoned(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (PARTIAL_NAME.test(name) && Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
    } catch (error) {
      // It belongs to another user, or was removed meanwhile.
      cacheFailure(error);
    }
  }
}
