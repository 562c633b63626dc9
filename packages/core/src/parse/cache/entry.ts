import { crc32 } from 'node:zlib';

/** Raised when what is behind the header is written in another way. */
const VERSION = 1;
const LINE_FEED = 10;

/** The first line of an entry; the second is the data. */
interface Header {
  entry: number;
  key: string;
  /** Of the data line in bytes, without its end. */
  length: number;
  /** Of the data line, 8 hex (RFC 1952). */
  crc32: string;
}

/** A header line, a data line, each ended by LF. */
export function encodeEntry(key: string, data: Uint8Array): Buffer {
  const line = headerLine(key, data);
  const headLength = Buffer.byteLength(line);
  const bytes = Buffer.allocUnsafe(headLength + data.length + 1);
  bytes.write(line);
  bytes.set(data, headLength);
  bytes[bytes.length - 1] = LINE_FEED;
  return bytes;
}

/**
 * @param bytes of one entry, whole
 * @returns the data line; nothing if these are not the very bytes that were written for the key
 */
export function decodeEntry(key: string, bytes: Buffer): Buffer | undefined {
  const start = bytes.indexOf(LINE_FEED) + 1;
  if (start === 0 || bytes[bytes.length - 1] !== LINE_FEED) return undefined;
  const data = bytes.subarray(start, -1);
  // What was written for the key begins with this and nothing else.
  return bytes.toString('utf8', 0, start) === headerLine(key, data) ? data : undefined;
}

/** Of the entry that begins at `at`: key and end; nothing if none begins there or its end is missing. */
export function readHeader(bytes: Buffer, at: number): { key: string; end: number } | undefined {
  const start = bytes.indexOf(LINE_FEED, at) + 1;
  if (start === 0) return undefined;
  const header = parseHeader(bytes.toString('utf8', at, start - 1));
  if (header === undefined) return undefined;
  const end = start + header.length + 1;
  if (end > bytes.length || bytes[end - 1] !== LINE_FEED) return undefined;
  return { key: header.key, end };
}

function parseHeader(line: string): Header | undefined {
  try {
    const value: Header | null = JSON.parse(line);
    const isHeader =
      value?.entry === VERSION &&
      typeof value.key === 'string' &&
      typeof value.crc32 === 'string' &&
      Number.isSafeInteger(value.length) &&
      value.length >= 0;
    return isHeader ? value : undefined;
  } catch {
    return undefined;
  }
}

function headerLine(key: string, data: Uint8Array): string {
  const header: Header = { entry: VERSION, key, length: data.length, crc32: crc32(data).toString(16).padStart(8, '0') };
  return `${JSON.stringify(header)}\n`;
}
