import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { failureOf } from './failure.ts';
import { LineCount } from './line-count.ts';
import type { Location } from './location.ts';
import { pause } from './pause.ts';

export interface FileContent {
  /** In bytes. */
  size: number;
  /** 64 hex, of the whole file. */
  sha256: string;
  lines: number;
  /** The first bytes, `HEAD_BYTES` of them if the file has as many. */
  head: Uint8Array;
  /** The whole file, when it was to be held. */
  bytes?: Uint8Array;
}

/** `reason` says why a file that is there could not be read. */
export type FileReading = FileContent | { reason: string };

/** Where a NUL makes a file binary, and where markers and shebangs are looked for. */
export const HEAD_BYTES = 8192;

/** Read in one go; between two of them others get their turn. */
const PIECE_BYTES = 1024 * 1024;
const REPLACED = 'replaced by something else while the project was scanned';
const CHANGED = 'changed while it was read';

/**
 * Reads a regular file whole, hashing it on the way; one that changes meanwhile is read once more.
 * Blocking reads on purpose: for the small files that projects are made of they take half the time of awaited ones.
 *
 * @param holdUpTo files of at most this many bytes are handed out whole
 */
export async function readFile(location: Location, holdUpTo: number, signal?: AbortSignal): Promise<FileReading> {
  for (let attempt = 0; attempt < 2; attempt++) {
    let file: number;
    try {
      file = openToRead(location);
    } catch (error) {
      return { reason: failureOf(error).reason };
    }
    try {
      const content = await readOpen(file, holdUpTo, signal);
      if (content !== CHANGED) return content;
    } catch (error) {
      return { reason: failureOf(error).reason };
    } finally {
      closeSync(file);
    }
  }
  return { reason: CHANGED };
}

/** Follows no link and waits for nobody at the other end of a FIFO. */
export function openToRead(location: Location): number {
  return openSync(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

/** At most the first `limit` bytes of an open file. */
export function readUpTo(file: number, limit: number): Buffer {
  const bytes = Buffer.allocUnsafe(limit);
  let length = 0;
  while (length < limit) {
    const count = readSync(file, bytes, length, limit - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

async function readOpen(
  file: number,
  holdUpTo: number,
  signal: AbortSignal | undefined,
): Promise<FileReading | typeof CHANGED> {
  const before = fstatSync(file, { bigint: true });
  if (!before.isFile()) return { reason: REPLACED };
  const size = Number(before.size);
  const held = size <= holdUpTo ? Buffer.allocUnsafeSlow(size) : undefined;
  const room = held ?? Buffer.allocUnsafe(PIECE_BYTES);
  const hash = createHash('sha256');
  const lines = new LineCount();
  let head = Buffer.alloc(0);
  let length = 0;
  while (length < size) {
    const start = held ? length : 0;
    const count = readSync(file, room, start, Math.min(PIECE_BYTES, room.length - start), null);
    if (count === 0) break;
    const piece = room.subarray(start, start + count);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    hash.update(piece);
    lines.add(piece);
    length += count;
    if (count === PIECE_BYTES) await pause(signal);
  }
  if (length !== size || !isSame(before, fstatSync(file, { bigint: true }))) return CHANGED;
  return { size, sha256: hash.digest('hex'), lines: lines.lines, head, ...(held && { bytes: held }) };
}

function isSame(before: BigIntStats, after: BigIntStats): boolean {
  return before.size === after.size && before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs;
}
