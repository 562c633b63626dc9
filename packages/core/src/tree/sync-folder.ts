import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Makes a new name in a folder durable.
 *
 * @throws the system's error; some file systems cannot flush a folder
 */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
