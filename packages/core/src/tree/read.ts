import { createHash, hash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { failureOf } from './failure.ts';
import { LineCount } from './line-count.ts';
import type { Location } from './location.ts';
import { pause } from './pause.ts';
import { readFully } from './read-fully.ts';

export interface FileContent {
  /** In bytes. */
  size: number;
  /** Hash of the complete file, 64 hex digits. */
  sha256: string;
  lines: number;
  /** The first bytes: `HEAD_BYTES` of them, or fewer in a small file. */
  head: Uint8Array;
  /** The complete file, if requested; in a shared buffer only valid until the next file is read. */
  bytes?: Uint8Array;
}

/** `reason` is set if an existing file could not be read. */
export type FileReading = FileContent | { reason: string };

/** Range in which a NUL makes a file binary, and in which markers and shebangs are searched. */
export const HEAD_BYTES = 8192;

/** A buffer reused for files that are not needed after the next one is read. */
export class ReadBuffer {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);

  /** Overwrites the previous file, except for large files, which have memory of their own. */
  take(size: number): Buffer {
    if (size > MAX_BYTES) return Buffer.allocUnsafeSlow(size);
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(Math.min(MAX_BYTES, size * 2));
    return this.#bytes.subarray(0, size);
  }
}

const INITIAL_BYTES = 64 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;

/** Bytes read at once; other work is handled between two pieces. */
const PIECE_BYTES = 1024 * 1024;
const REPLACED = 'replaced by something else while the project was scanned';
const CHANGED = 'changed while it was read';

/**
 * Reads and hashes a complete regular file; if it changes meanwhile it is read once more. Blocking reads on purpose:
 * for small files they take half the time of asynchronous ones.
 *
 * @param holdUpTo files of at most this many bytes are returned
 * @param buffer shared buffer; without it each file has memory of its own
 */
export function readFile(
  location: Location,
  holdUpTo: number,
  signal?: AbortSignal,
  buffer?: ReadBuffer,
): Promise<FileReading> {
  return readUnchanged(location, (file) => readOpen(file, holdUpTo, signal, buffer));
}

/** A regular file that was hashed, and its metadata before that. */
export interface HashedFile {
  /** 64 hex digits. */
  sha256: string;
  stat: BigIntStats;
}

/** Hashes a file as `readFile` does, and nothing else: that takes half the time. @param buffer shared buffer */
export function hashFile(
  location: Location,
  buffer: ReadBuffer,
  signal?: AbortSignal,
): Promise<HashedFile | { reason: string }> {
  return readUnchanged(location, (file) => hashOpen(file, buffer, signal));
}

async function readUnchanged<Content>(
  location: Location,
  read: (file: number) => Promise<Content | typeof CHANGED>,
): Promise<Content | { reason: string }> {
  for (let attempt = 0; attempt < 2; attempt++) {
    let file: number;
    try {
      file = openToRead(location);
    } catch (error) {
      return { reason: failureOf(error).reason };
    }
    try {
      const content = await read(file);
      if (content !== CHANGED) return content;
    } catch (error) {
      return { reason: failureOf(error).reason };
    } finally {
      closeSync(file);
    }
  }
  return { reason: CHANGED };
}

/** Follows no link and does not wait for a FIFO's writer. */
export function openToRead(location: Location): number {
  return openSync(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

async function readOpen(
  file: number,
  holdUpTo: number,
  signal: AbortSignal | undefined,
  buffer: ReadBuffer | undefined,
): Promise<FileReading | typeof CHANGED> {
  const before = fstatSync(file);
  if (!before.isFile()) return { reason: REPLACED };
  const { size } = before;
  const buffered = size <= holdUpTo ? (buffer?.take(size) ?? Buffer.allocUnsafeSlow(size)) : undefined;
  const content =
    buffered !== undefined && size <= PIECE_BYTES
      ? contentOf(buffered.subarray(0, readFully(file, buffered)))
      : await readPieces(file, size, buffered, signal);
  if (content.size !== size || !isSame(before, fstatSync(file))) return CHANGED;
  return content;
}

async function hashOpen(
  file: number,
  buffer: ReadBuffer,
  signal: AbortSignal | undefined,
): Promise<HashedFile | { reason: string } | typeof CHANGED> {
  const stat = fstatSync(file, { bigint: true });
  if (!stat.isFile()) return { reason: REPLACED };
  const size = Number(stat.size);
  const bytes = size <= PIECE_BYTES ? buffer.take(size) : undefined;
  const content =
    bytes === undefined
      ? await readPieces(file, size, undefined, signal)
      : { size: readFully(file, bytes), sha256: hash('sha256', bytes) };
  const after = fstatSync(file, { bigint: true });
  const isSame = stat.size === after.size && stat.mtimeNs === after.mtimeNs && stat.ctimeNs === after.ctimeNs;
  return content.size === size && isSame ? { sha256: content.sha256, stat } : CHANGED;
}

/** The content of a file that is in memory. */
export function contentOf(bytes: Uint8Array): FileContent {
  const lines = new LineCount();
  lines.add(bytes);
  const { length: size } = bytes;
  return { size, sha256: hash('sha256', bytes), lines: lines.lines, head: bytes.subarray(0, HEAD_BYTES), bytes };
}

async function readPieces(
  file: number,
  size: number,
  target: Buffer | undefined,
  signal: AbortSignal | undefined,
): Promise<FileContent> {
  const buffer = target ?? Buffer.allocUnsafe(PIECE_BYTES);
  const sha256 = createHash('sha256');
  const lines = new LineCount();
  let head = Buffer.alloc(0);
  let length = 0;
  while (length < size) {
    const start = target ? length : 0;
    const count = readSync(file, buffer, start, Math.min(PIECE_BYTES, buffer.length - start), null);
    if (count === 0) break;
    const piece = buffer.subarray(start, start + count);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    sha256.update(piece);
    lines.add(piece);
    length += count;
    if (count === PIECE_BYTES) await pause(signal);
  }
  return { size: length, sha256: sha256.digest('hex'), lines: lines.lines, head, ...(target && { bytes: target }) };
}

/** Times are compared with a precision of a quarter of a microsecond, that of a double in milliseconds since 1970. */
function isSame(before: Stats, after: Stats): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs;
}
