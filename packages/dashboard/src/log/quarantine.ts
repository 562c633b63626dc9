import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';

const LIMIT = 1024 * 1024;
/** Creates the file and follows no symbolic link. */
const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface Quarantined {
  /** Lines in the file, including those of earlier starts. */
  total: number;
  added: number;
  /** Every given line is in the file; false if it would exceed 1 MiB. */
  complete: boolean;
}

/**
 * Appends unreadable lines to a file of at most 1 MiB, so that a user can repair and import them.
 *
 * @throws the error of the file system
 */
export async function quarantine(path: string, lines: readonly Buffer[]): Promise<Quarantined> {
  const existing = await contentOf(path);
  const known = new Set(existing.toString('latin1').split('\n').slice(0, -1));
  let free = LIMIT - existing.length;
  const added: Buffer[] = [];
  let complete = true;
  for (const line of lines) {
    const text = line.toString('latin1');
    // A log that could not be rewritten contains the same lines at the next start.
    if (known.has(text)) continue;
    if (line.length + 1 > free) {
      complete = false;
      continue;
    }
    free -= line.length + 1;
    known.add(text);
    added.push(line);
  }
  if (added.length > 0) await append(path, Buffer.concat(added.flatMap((line) => [line, Buffer.from('\n')])));
  return { total: known.size, added: added.length, complete };
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function append(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, APPEND, 0o600);
  try {
    await handle.appendFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
