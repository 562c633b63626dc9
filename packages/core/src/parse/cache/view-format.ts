import { createHash } from 'node:crypto';

// A kept view is a file of its own: a header line and a data line, each ended by LF.

/** Of the folder of kept views, beside the packs. */
export const VIEWS = 'views';
/** Of a kept view. */
export const VIEW_NAME = /^[0-9a-f]{64}\.view$/;
/** No header is longer. */
export const MOST_HEADER_BYTES = 512;
/** Of a data line. */
export const MOST_VIEW_BYTES = 64 * 1024 * 1024;

/** Raised when what is behind the header is written in another way. */
const VERSION = 1;
const LINE_FEED = 10;

/** Of what a view is made, each a SHA-256 in hex: of the same there is no other view. */
export interface ViewOrigin {
  /** Of the options, and of all that is known of the project before a file is read. */
  tree: string;
  /** Of what is in its files. */
  contents: string;
}

export interface ViewHeader extends ViewOrigin {
  view: number;
  /** Of the data line in bytes, without its end. */
  length: number;
  /** Of the data line. */
  sha256: string;
}

/** @returns the parts of the file, in order */
export function encodeView({ tree, contents }: ViewOrigin, data: Buffer): Buffer[] {
  const header: ViewHeader = { view: VERSION, tree, contents, length: data.length, sha256: sha256(data) };
  return [Buffer.from(headerLine(header)), data, Buffer.of(LINE_FEED)];
}

/**
 * @param bytes the first of a file, `MOST_HEADER_BYTES` if it has as many
 * @returns the header and where the data line begins; nothing if none was written so
 */
export function readViewHeader(bytes: Buffer): { header: ViewHeader; start: number } | undefined {
  const start = bytes.indexOf(LINE_FEED) + 1;
  const line = bytes.toString('latin1', 0, start);
  const header = parseHeader(line);
  return header !== undefined && headerLine(header) === line ? { header, start } : undefined;
}

/** @returns the data line of what stands behind a header; nothing if these are not the very bytes that were written */
export function readViewData({ length, sha256: expected }: ViewHeader, rest: Buffer): Buffer | undefined {
  const data = rest.subarray(0, -1);
  const isWhole = data.length === length && rest[length] === LINE_FEED;
  return isWhole && sha256(data) === expected ? data : undefined;
}

function parseHeader(line: string): ViewHeader | undefined {
  try {
    const value: ViewHeader | null = JSON.parse(line);
    const isHeader = value?.view === VERSION && isLength(value.length);
    return isHeader ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLength(length: unknown): boolean {
  return typeof length === 'number' && Number.isInteger(length) && length >= 0 && length <= MOST_VIEW_BYTES;
}

function headerLine({ view, tree, contents, length, sha256 }: ViewHeader): string {
  return `${JSON.stringify({ view, tree, contents, length, sha256 })}\n`;
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
