import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Required free space: more than the largest measured tree with its results. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Runs work in a new folder, which is in memory if the system has enough, and removes it afterwards: some systems
 * drop cached pages within seconds, so that longer runs would read more from the disk.
 *
 * @param prefix of the folder's name
 */
export async function inMemoryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(hasSpace(MEMORY) ? MEMORY : tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= NEEDED_BYTES;
}
