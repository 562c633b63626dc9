import { parsedText } from '#parse/embedded/parse-mode.ts';
import { type Decoded, declaredEncoding, decodeUtf8 } from '#parse/portable/decode-utf8.ts';
import { pause } from '#tree/pause.ts';
import { ReadBuffer, readFile } from '#tree/read.ts';

/** Lines of a file to quote, as indexed. */
export interface QuoteRequest {
  /** Label of the project. */
  project: string;
  /** Relative to the project's root. */
  path: string;
  language: string;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /**
   * Range in the lines, as offsets in the UTF-8 form of the decoded text. If the lines contain much other code, as in
   * minified files, only this range is quoted.
   */
  bytes?: { start: number; end: number };
  /** Hash of the complete file when it was indexed, 64 hex digits. */
  sha256: string;
  /** Maximum of Unicode scalar values; 16,000 when absent. */
  longest?: number;
}

/**
 * `text`: the complete lines, joined by LF, or the requested range. `changed`: the file differs from the indexed one.
 * `unreadable`: it is missing or cannot be read. `size`: the file or the quotation exceeds the limits.
 */
export type Quotation = { text: string } | { missing: 'changed' | 'unreadable' | 'size' };

export type Quote = (request: QuoteRequest) => Promise<Quotation>;

const LARGEST_FILE = 8 * 1024 * 1024;
/** In Unicode scalar values. */
const MAX_TEXT_LENGTH = 16_000;
/** Other code on the lines that is quoted too, in UTF-16 units. */
const MAX_AROUND = 400;

interface Source {
  text: string;
  /** Known start offsets of lines. */
  starts: number[];
  /** The text in UTF-8, created when needed. */
  utf8?: Buffer;
}

type Opened = Source | 'changed' | 'unreadable' | 'size';

/**
 * Quotes indexed sources: read again, and only if their bytes are unchanged. The last file is cached. A notebook is quoted as
 * the code of its cells.
 *
 * @param roots absolute paths, by label of the project
 */
export function quoter(roots: ReadonlyMap<string, string>, signal?: AbortSignal): Quote {
  const buffer = new ReadBuffer();
  let open: { name: string; source: Opened } | undefined;
  return async (request) => {
    const name = `${request.project}\0${request.path}\0${request.sha256}`;
    if (open?.name !== name) {
      await pause(signal);
      open = { name, source: await openSource(request, roots.get(request.project), buffer, signal) };
    }
    const { source } = open;
    if (typeof source === 'string') return { missing: source };
    const text = textOf(source, request);
    return isTooLong(text, request.longest ?? MAX_TEXT_LENGTH) ? { missing: 'size' } : { text };
  };
}

function isTooLong(text: string, longest: number): boolean {
  // Each character has one unit or two.
  if (text.length <= longest || text.length > 2 * longest) return text.length > longest;
  return Array.from(text).length > longest;
}

function textOf(source: Source, { startLine, endLine, bytes }: QuoteRequest): string {
  const lines = linesOf(source, startLine, endLine);
  if (bytes === undefined || lines.length <= bytes.end - bytes.start + MAX_AROUND) return lines;
  source.utf8 ??= Buffer.from(source.text);
  return source.utf8.toString('utf8', bytes.start, bytes.end).replaceAll('\r\n', '\n');
}

/** Splits only the requested lines: usually few of a file. */
function linesOf(source: Source, first: number, last: number): string {
  const start = startOf(source, first);
  if (start === undefined) return '';
  const lines = source.text.slice(start, startOf(source, last + 1)).split(/\r?\n/);
  // A copy, because a slice would keep the complete file in memory.
  return lines.slice(0, last - first + 1).join('\n');
}

/** Undefined if the file has fewer lines. */
function startOf({ text, starts }: Source, line: number): number | undefined {
  for (let last = starts.at(-1) ?? 0; starts.length < line; ) {
    last = text.indexOf('\n', last) + 1;
    if (last === 0) return undefined;
    starts.push(last);
  }
  return starts[line - 1];
}

async function openSource(
  { path, sha256, language }: QuoteRequest,
  root: string | undefined,
  buffer: ReadBuffer,
  signal: AbortSignal | undefined,
): Promise<Opened> {
  // An index may come from any source: paths outside of the project are not files of it.
  if (root === undefined || path.split('/').includes('..')) return 'unreadable';
  const reading = await readFile(`${root}/${path}`, LARGEST_FILE, signal, buffer);
  if ('reason' in reading) return 'unreadable';
  if (reading.sha256 !== sha256) return 'changed';
  if (reading.bytes === undefined) return 'size';
  const decoded = await decodeSource(parsedText(path, reading.bytes), language);
  return 'text' in decoded ? { text: decoded.text, starts: [0] } : 'unreadable';
}

/** The tables of other encodings take longer to load than all files of a report to read. */
export async function decodeSource(bytes: Uint8Array, language: string): Promise<Decoded> {
  if (language !== 'python' || declaredEncoding(bytes) === undefined) return decodeUtf8(bytes);
  const { decode } = await import('#parse/portable/decode.ts');
  return decode(bytes, language);
}
