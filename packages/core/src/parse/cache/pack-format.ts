import { ColumnReader, ColumnWriter } from './columns.ts';
import { decodeEntry, encodeEntry, readHeader } from './entry.ts';

// A pack holds entries one behind another, then as a last entry the index of them, then a line of fixed length that
// says where that one begins. Whoever finds the end damaged reads the entries one by one: each names its own length.

/** Of pack files; the first part orders them by the time of their making. */
export const PACK_NAME = /^[0-9a-z]{9}-[0-9a-f]{8}\.pack$/;

const VERSION = 1;
const INDEX = 'index';
const HASH_LENGTH = 64;
const OFFSET_DIGITS = 12;

/** An entry's place in its pack, in bytes. */
export interface PackedEntry {
  key: string;
  offset: number;
  length: number;
}

interface Index {
  /** What the engine said of its versions: a pack of another space is not believed. */
  versions: string;
  /** Of all keys the SHA-256, one behind another. */
  hashes: string;
  /** The different rests of the keys: language and what else decides how a file is parsed. */
  modes: string[];
  /** Place in `modes` and length in bytes, entry by entry; the first begins at 0. */
  rows: string;
}

/** Of the line at the end of every pack. */
export const TRAILER_LENGTH = trailer(0).length;

/** @param keys in the order of the entries, each a SHA-256, a blank and a mode */
export function encodeEnd(versions: string, keys: readonly string[], lengths: readonly number[]): Buffer {
  const modes: string[] = [];
  const out = new ColumnWriter();
  for (const [index, key] of keys.entries()) {
    const mode = key.slice(HASH_LENGTH + 1);
    const place = modes.indexOf(mode);
    out.unsigned(place >= 0 ? place : modes.push(mode) - 1);
    out.unsigned(lengths[index] ?? 0);
  }
  const hashes = keys.map((key) => key.slice(0, HASH_LENGTH)).join('');
  const index: Index = { versions, hashes, modes, rows: out.take() };
  const offset = lengths.reduce((sum, length) => sum + length, 0);
  return Buffer.concat([encodeEntry(INDEX, Buffer.from(JSON.stringify(index))), Buffer.from(trailer(offset))]);
}

/** @returns where the index begins, of a pack's last `TRAILER_LENGTH` bytes; nothing if they are damaged */
export function readTrailer(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1');
  const offset = Number(/"index": *(\d+)\}/.exec(text)?.[1]);
  return text === trailer(offset) ? offset : undefined;
}

/**
 * @param bytes of a pack from its index to before its trailer
 * @returns nothing if they are damaged or of another space
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

/** @param bytes of a pack, whole, whose end is damaged or missing */
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
