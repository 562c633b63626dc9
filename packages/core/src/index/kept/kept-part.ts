import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { pause } from '#tree/pause.ts';
import { readUpTo } from '#tree/read-fully.ts';

/**
 * A part in a cache: a first line, and the compressed part (`part/part-file.ts`) in pieces, each after its length (4 bytes,
 * little-endian).
 */
interface Head {
  /** Version of this format. */
  part: number;
  /** `ProjectState.digest` */
  state: string;
  /** Of the uncompressed part. */
  size: number;
  sha256: string;
}

const VERSION = 2;
/** Bytes of a piece before compression with Brotli (RFC 7932). */
const PIECE = 1024 * 1024;
/** Two fifths of the time of the fastest level of deflate, and as many bytes; higher ones take longer than they save. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 } };
const LENGTH = 4;
/** No first line is longer. */
const MAX_HEAD = 512;
const LINE_FEED = 10;

/**
 * Writes a kept part.
 *
 * @param part open file of the part
 * @param kept open empty file
 * @throws the system's error; {AnalyzerError} `cancelled`
 */
export async function pack(part: number, kept: number, state: string, signal?: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  for (let piece = readUpTo(part, PIECE, size); piece.length > 0; piece = readUpTo(part, PIECE, size)) {
    hash.update(piece);
    size += piece.length;
  }
  const head: Head = { part: VERSION, state, size, sha256: hash.digest('hex') };
  writeFileSync(kept, Buffer.from(`${JSON.stringify(head)}\n`));
  for (let at = 0; at < size; at += PIECE) {
    const packed = brotliCompressSync(readUpTo(part, Math.min(PIECE, size - at), at), FAST);
    const length = Buffer.alloc(LENGTH);
    length.writeUInt32LE(packed.length);
    writeFileSync(kept, Buffer.concat([length, packed]));
    await pause(signal);
  }
}

/**
 * Whether a file is the kept part of a state; its content may be damaged.
 *
 * @param state undefined for any state
 * @throws the system's error
 */
export function holdsState(kept: number, state: string | undefined): boolean {
  const read = headOf(kept);
  return read !== undefined && (state === undefined || read.head.state === state);
}

/**
 * Writes the part that is kept in a file.
 *
 * @param part open empty file
 * @returns false if the kept part is damaged
 * @throws the system's error; {AnalyzerError} `cancelled`
 */
export async function unpack(kept: number, part: number, signal?: AbortSignal): Promise<boolean> {
  const read = headOf(kept);
  if (read === undefined) return false;
  const hash = createHash('sha256');
  let { end: at } = read;
  let size = 0;
  while (size < read.head.size) {
    const piece = unpacked(kept, at);
    if (piece === undefined) return false;
    hash.update(piece.bytes);
    size += piece.bytes.length;
    at = piece.end;
    writeFileSync(part, piece.bytes);
    await pause(signal);
  }
  return size === read.head.size && hash.digest('hex') === read.head.sha256;
}

function headOf(kept: number): { head: Head; end: number } | undefined {
  const bytes = readUpTo(kept, MAX_HEAD, 0);
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  try {
    const head: Partial<Head> | null = JSON.parse(bytes.toString('utf8', 0, end));
    const { part, state, size, sha256 } = head ?? {};
    if (part !== VERSION || typeof state !== 'string' || typeof sha256 !== 'string') return undefined;
    if (typeof size !== 'number' || !Number.isSafeInteger(size)) return undefined;
    return { head: { part, state, size, sha256 }, end: end + 1 };
  } catch {
    return undefined;
  }
}

/** @returns undefined for bytes that are not a piece */
function unpacked(kept: number, at: number): { bytes: Buffer; end: number } | undefined {
  const prefix = readUpTo(kept, LENGTH, at);
  if (prefix.length < LENGTH) return undefined;
  const length = prefix.readUInt32LE();
  // Brotli adds a few bytes to what it cannot compress.
  if (length > 2 * PIECE) return undefined;
  const packed = readUpTo(kept, length, at + LENGTH);
  try {
    const bytes = brotliDecompressSync(packed, { maxOutputLength: PIECE });
    return bytes.length === 0 ? undefined : { bytes, end: at + LENGTH + length };
  } catch {
    return undefined;
  }
}

/** Runs work with an open file. */
export async function withFile<T>(path: string, flags: string, work: (file: number) => Promise<T>): Promise<T> {
  const file = openSync(path, flags);
  try {
    return await work(file);
  } finally {
    closeSync(file);
  }
}
