import { ColumnReader, ColumnWriter } from './columns.ts';
import { decodeEntry, encodeEntry, readHeader } from './entry.ts';

// A pack consists of entries, then the index of them as the last entry, then a line of fixed length with the offset of
// the index. If the end is damaged, the entries can be read one by one: each contains its length.

/** Names of pack files; the first part orders them by creation time. */
export const PACK_NAME = /^[0-9a-z]{9}-[0-9a-f]{8}\.pack$/;

const VERSION = 1;
const INDEX = 'index';
const HASH_LENGTH = 64;
const OFFSET_DIGITS = 12;

/** Position of an entry in its pack, in bytes. */
export interface PackedEntry {
  key: string;
  offset: number;
  length: number;
}

interface Index {
  /** Versions of the engine: a pack of other versions is ignored. */
  versions: string;
  /** The SHA-256 of all keys, concatenated. */
  hashes: string;
  /** The distinct rests of the keys: language and other parameters of parsing. */
  modes: string[];
  /** Index into `modes` and length in bytes, by entry; the first entry starts at 0. */
  rows: string;
}

/** Length of the last line of every pack. */
export const TRAILER_LENGTH = trailer(0).length;

/** @param keys in the order of the entries, each a SHA-256, a blank and a mode */
export function encodeEnd(versions: string, keys: readonly string[], lengths: readonly number[]): Buffer {
  const modes: string[] = [];
  const out = new ColumnWriter();
  for (const [index, key] of keys.entries()) {
    const mode = key.slice(HASH_LENGTH + 1);
    const known = modes.indexOf(mode);
    out.unsigned(known >= 0 ? known : modes.push(mode) - 1);
    out.unsigned(lengths[index] ?? 0);
  }
  const hashes = keys.map((key) => key.slice(0, HASH_LENGTH)).join('');
  const index: Index = { versions, hashes, modes, rows: out.take() };
  const offset = lengths.reduce((sum, length) => sum + length, 0);
  return Buffer.concat([encodeEntry(INDEX, Buffer.from(JSON.stringify(index))), Buffer.from(trailer(offset))]);
}

/** @returns the offset of the index, from a pack's last `TRAILER_LENGTH` bytes; undefined if they are damaged */
export function readTrailer(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1');
  const offset = Number(/"index": *(\d+)\}/.exec(text)?.[1]);
  return text === trailer(offset) ? offset : undefined;
}

/**
 * @param bytes of a pack from its index to its trailer
 * @returns undefined if they are damaged or of other versions
 */
export function readIndex(bytes: Buffer, versions: string): PackedEntry[] | undefined {
  const data = decodeEntry(INDEX, bytes);
  if (data === undefined) return undefined;
  const index: Index = JSON.parse(data.toString());
  if (index.versions !== versions) return undefined;
  const read = new ColumnReader(index.rows);
  const entries: PackedEntry[] = [];
  let offset = 0;
  for (let at = 0; !read.atEnd; at += HASH_LENGTH) {
    const mode = index.modes[read.unsigned()] ?? '';
    const length = read.unsigned();
    entries.push({ key: `${index.hashes.slice(at, at + HASH_LENGTH)} ${mode}`, offset, length });
    offset += length;
  }
  return entries;
}

/** @param bytes of a complete pack whose end is damaged or missing */
export function readEntries(bytes: Buffer): PackedEntry[] {
  const entries: PackedEntry[] = [];
  let offset = 0;
  for (let found = readHeader(bytes, 0); found !== undefined; found = readHeader(bytes, offset)) {
    if (found.key !== INDEX) entries.push({ key: found.key, offset, length: found.end - offset });
    offset = found.end;
  }
  return entries;
}

function trailer(offset: number): string {
  return `{"pack":${VERSION},"index":${String(offset).padStart(OFFSET_DIGITS)}}\n`;
}
