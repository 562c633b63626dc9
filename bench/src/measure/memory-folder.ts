import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than the size of the largest measured tree and its results. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Works in a new folder, removed afterwards, that is held in memory where the system has room for that: some systems
 * drop cached pages within seconds, and what runs longer then pays for more of the disk.
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
