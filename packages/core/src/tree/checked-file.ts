import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, readSync, type Stats } from 'node:fs';
import { failureOf } from './failure.ts';
import { pause } from './pause.ts';
import { openToRead } from './read.ts';

/** Why a file that another program wrote is not read. */
export type FileProblem = 'missing' | 'link' | 'not_a_file' | 'too_large' | 'changed' | 'unreadable';

export interface CheckedFile {
  bytes: number;
  /** 64 hex digits. */
  sha256: string;
}

export type FileCheck = CheckedFile | { problem: FileProblem };

/** Bytes read at once; other work is handled between two pieces. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Reads and hashes a regular file below a root. No component of the path may be a symbolic link: each one is checked
 * before the file is opened and again after, because Node has no `openat`. It does not block on a FIFO.
 *
 * @param root absolute, without links
 * @param path relative to it, with `/`, without `.` and `..`
 * @param limit largest size in bytes; a larger file is not read
 * @param onPiece receives the content; a piece is only valid during the call
 */
export async function readChecked(
  root: string,
  path: string,
  limit: number,
  onPiece?: (piece: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<FileCheck> {
  const found = componentsOf(root, path);
  if (typeof found === 'string') return { problem: found };
  if (found.size > limit) return { problem: 'too_large' };
  let file: number;
  try {
    file = openToRead(`${root}/${path}`);
  } catch (error) {
    return { problem: problemOf(error) };
  }
  try {
    const opened = fstatSync(file);
    const again = componentsOf(root, path);
    if (typeof again === 'string') return { problem: again };
    if (!isSame(found, opened) || !isSame(again, opened)) return { problem: 'changed' };
    const content = await readPieces(file, opened.size, onPiece, signal);
    return content.bytes === opened.size && isSame(opened, fstatSync(file)) ? content : { problem: 'changed' };
  } catch (error) {
    return { problem: problemOf(error) };
  } finally {
    closeSync(file);
  }
}

/** The file, if it and the folders on its path are regular. */
function componentsOf(root: string, path: string): Stats | FileProblem {
  try {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = lstatSync(`${root}/${path.slice(0, slash)}`);
      if (folder.isSymbolicLink()) return 'link';
      if (!folder.isDirectory()) return 'not_a_file';
    }
    const file = lstatSync(`${root}/${path}`);
    if (file.isSymbolicLink()) return 'link';
    return file.isFile() ? file : 'not_a_file';
  } catch (error) {
    return problemOf(error);
  }
}

async function readPieces(
  file: number,
  size: number,
  onPiece: ((piece: Uint8Array) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<CheckedFile> {
  const sha256 = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size));
  let bytes = 0;
  while (bytes < size) {
    const count = readSync(file, buffer, 0, Math.min(buffer.length, size - bytes), null);
    if (count === 0) break;
    const piece = buffer.subarray(0, count);
    sha256.update(piece);
    onPiece?.(piece);
    bytes += count;
    if (count === PIECE_BYTES) await pause(signal);
  }
  return { bytes, sha256: sha256.digest('hex') };
}

function isSame(one: Stats, other: Stats): boolean {
  return (
    one.dev === other.dev &&
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}

const PROBLEMS: Readonly<Record<string, FileProblem>> = {
  ENOENT: 'missing',
  ENOTDIR: 'not_a_file',
  ELOOP: 'link',
  ENXIO: 'not_a_file',
};

function problemOf(error: unknown): FileProblem {
  return PROBLEMS[failureOf(error).code] ?? 'unreadable';
}
