import { constants } from 'node:fs';
import { access, copyFile, type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An open file as the log writes it; every call may fail, and a write may be short. */
export interface LogFile {
  /** @returns bytes written, possibly fewer than given */
  write(buffers: readonly Buffer[], position: number): Promise<number>;
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** All that the log asks of a file system, so that tests can let each step fail. */
export interface FilePort {
  /** @param fresh empties an existing file */
  open(path: string, fresh: boolean): Promise<LogFile>;
  exists(path: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Gives a file a second name, or copies it where the file system has no hard links. @throws EEXIST */
  link(from: string, to: string): Promise<void>;
  /** Makes a rename or a removal in this folder outlast a power cut. */
  syncFolder(path: string): Promise<void>;
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

export const diskPort: FilePort = {
  async open(path, fresh) {
    const handle = await openPlain(path, fresh);
    return {
      write: async (buffers, position) => (await handle.writev([...buffers], position)).bytesWritten,
      datasync: () => handle.datasync(),
      truncate: (size) => handle.truncate(size),
      close: () => handle.close(),
    };
  },
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  rename,
  remove: (path) => rm(path, { force: true }),
  async link(from, to) {
    try {
      await link(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && NO_LINKS.has(String(error.code)))) throw error;
      await copyFile(from, to, constants.COPYFILE_EXCL);
    }
  },
  async syncFolder(path) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** For reading and writing, created for its owner alone; never opened for appending, which ignores positions. */
async function openPlain(path: string, fresh: boolean): Promise<FileHandle> {
  if (fresh) return open(path, 'w', 0o600);
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return open(path, 'wx+', 0o600);
  }
}

/** Writes all buffers from a position on, in as many calls as it takes. @throws what the port throws, or a short write */
export async function writeWhole(file: LogFile, buffers: readonly Buffer[], position: number): Promise<number> {
  let at = position;
  // The system takes at most 1024 buffers in one call.
  for (let i = 0; i < buffers.length; i += 512) {
    const some = buffers.slice(i, i + 512);
    const length = some.reduce((sum, buffer) => sum + buffer.length, 0);
    const written = await file.write(some, at);
    if (written !== length) throw new ShortWrite(length, written);
    at += length;
  }
  return at;
}

/** The system took only a part: the next attempt would say why, usually that the disk is full. */
export class ShortWrite extends Error {
  constructor(wanted: number, written: number) {
    super(`only ${written} of ${wanted} bytes were written`);
    this.name = 'ShortWrite';
  }
}

/** Writes a file beside another one, whole and synced, to be renamed to it. @returns its path and its size */
export async function writeBeside(
  port: FilePort,
  path: string,
  buffers: readonly Buffer[],
): Promise<{ temporary: string; size: number }> {
  const temporary = `${path}.new`;
  const file = await port.open(temporary, true);
  try {
    const size = await writeWhole(file, buffers, 0);
    await file.datasync();
    return { temporary, size };
  } finally {
    await file.close().catch(() => undefined);
  }
}

/**
 * Puts a file in place whole or not at all: temporary file, sync, rename, sync of the folder.
 *
 * @throws what the port throws; the old file or the new one is then there, whole
 */
export async function replaceFile(port: FilePort, path: string, buffers: readonly Buffer[]): Promise<void> {
  const { temporary } = await writeBeside(port, path, buffers);
  await port.rename(temporary, path);
  await port.syncFolder(dirname(path));
}
