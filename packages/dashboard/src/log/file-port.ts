import { constants } from 'node:fs';
import { access, copyFile, type FileHandle, link, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An open file of the log; every call may fail, and a write may be short. */
export interface LogFile {
  /** @returns the number of written bytes, which may be fewer than given */
  write(buffers: readonly Buffer[], position: number): Promise<number>;
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** The file system operations of the log, so that tests can let each operation fail. */
export interface FilePort {
  /** @param fresh truncates an existing file */
  open(path: string, fresh: boolean): Promise<LogFile>;
  exists(path: string): Promise<boolean>;
  /** Size of a file; 0 if it does not exist. */
  size(path: string): Promise<number>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Creates a hard link, or a copy if the file system has no hard links. @throws EEXIST */
  link(from: string, to: string): Promise<void>;
  /** Bytes that this process can still write in a folder. */
  freeBytes(path: string): Promise<number>;
  /** Makes renames and removals in this folder durable. */
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
  async size(path) {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
      throw error;
    }
  },
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
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
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

/**
 * Opens a file for reading and writing, created with access for its owner only. It does not follow a symbolic link and
 * does not wait for a FIFO. Not in append mode, which ignores positions.
 */
async function openPlain(path: string, fresh: boolean): Promise<FileHandle> {
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR, O_TRUNC } = constants;
  if (fresh) return open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    return await open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return open(path, 'wx+', 0o600);
  }
}

/** Bytes of one write; a larger buffer is one write too. */
const BLOCK_BYTES = 512 * 1024;

/** Writes all buffers at a position, in as many calls as needed. @throws the error of the port; ShortWrite */
export async function writeWhole(file: LogFile, buffers: readonly Buffer[], position: number): Promise<number> {
  let at = position;
  for (const block of blocksOf(buffers)) {
    const written = await file.write([block], at);
    if (written !== block.length) throw new ShortWrite(block.length, written);
    at += block.length;
  }
  return at;
}

/** Joins small buffers: a copy takes less time than the preparation of `writev` for many of them. */
function* blocksOf(buffers: readonly Buffer[]): Generator<Buffer> {
  let from = 0;
  let length = 0;
  for (const [i, buffer] of buffers.entries()) {
    if (length > 0 && length + buffer.length > BLOCK_BYTES) {
      yield Buffer.concat(buffers.slice(from, i), length);
      from = i;
      length = 0;
    }
    length += buffer.length;
  }
  if (length > 0) yield Buffer.concat(buffers.slice(from), length);
}

/** The system wrote only a part: a retry would fail with the reason, usually a full disk. */
export class ShortWrite extends Error {
  constructor(wanted: number, written: number) {
    super(`only ${written} of ${wanted} bytes were written`);
    this.name = 'ShortWrite';
  }
}

/** Whether an error means that disk, quota or file size limit leave no space. */
export function isOutOfSpace(error: unknown): boolean {
  if (error instanceof ShortWrite) return true;
  return error instanceof Error && 'code' in error && NO_SPACE.has(String(error.code));
}

const NO_SPACE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Name of the temporary file that replaces another file. */
export function temporaryOf(path: string): string {
  return `${path}.new`;
}

/**
 * Replaces a file atomically: temporary file, sync, rename. The folder is not synced.
 *
 * @param before runs once the temporary file is complete
 * @returns the open file and its size
 * @throws the error of the port; the old file is then unchanged and the temporary file removed
 */
export async function replaceOpenFile(
  port: FilePort,
  path: string,
  buffers: readonly Buffer[],
  before: () => Promise<void> = async () => undefined,
): Promise<{ file: LogFile; size: number }> {
  const temporary = temporaryOf(path);
  let file: LogFile | undefined;
  try {
    file = await port.open(temporary, true);
    const size = await writeWhole(file, buffers, 0);
    await file.datasync();
    await before();
    await port.rename(temporary, path);
    return { file, size };
  } catch (error) {
    await file?.close().catch(() => undefined);
    // On a full disk it would take the space for the next attempt.
    await port.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/**
 * Replaces a file atomically and syncs the folder.
 *
 * @throws the error of the port; the complete old or new file is then in place
 */
export async function replaceFile(port: FilePort, path: string, buffers: readonly Buffer[]): Promise<void> {
  const { file } = await replaceOpenFile(port, path, buffers);
  await file.close().catch(() => undefined);
  await port.syncFolder(dirname(path));
}
