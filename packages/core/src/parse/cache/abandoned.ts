import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFailure } from './failure.ts';

/** Of files that are being written, or were when their process was killed. */
export const PARTIAL_NAME = /^\.[0-9a-f-]{36}\.partial$/;

/** A partial file that nobody has finished by then was left by a process that was killed. */
export const ABANDONED_MS = 3_600_000;

/** @param names of files in the folder; of these the abandoned ones go */
export function removeAbandoned(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (PARTIAL_NAME.test(name) && Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
    } catch (error) {
      // Somebody else's, or already gone: it does no harm.
      cacheFailure(error);
    }
  }
}
