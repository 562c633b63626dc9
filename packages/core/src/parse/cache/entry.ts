import { crc32 } from 'node:zlib';

/** Increased when the format of the data changes. */
const VERSION = 1;
const LINE_FEED = 10;

/** The first line of an entry; the data is the second line. */
interface Header {
  entry: number;
  key: string;
  /** Length of the data line in bytes, without its line end. */
  length: number;
  /** Checksum of the data line, 8 hex digits (RFC 1952). */
  crc32: string;
}

/** A header line and a data line, each terminated by LF. */
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
 * @param bytes of one complete entry
 * @returns the data line; undefined unless these are exactly the bytes written for the key
 */
export function decodeEntry(key: string, bytes: Buffer): Buffer | undefined {
  const start = bytes.indexOf(LINE_FEED) + 1;
  if (start === 0 || bytes[bytes.length - 1] !== LINE_FEED) return undefined;
  const data = bytes.subarray(start, -1);
  // Compared completely: an entry for the key starts with exactly this line.
  return bytes.toString('utf8', 0, start) === headerLine(key, data) ? data : undefined;
}

/** Key and end of the entry at `at`; undefined if there is none or it is incomplete. */
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
