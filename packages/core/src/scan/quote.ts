import { decode } from '#parse/portable/decode.ts';
import { pause } from '#tree/pause.ts';
import { readFile } from '#tree/read.ts';

/** What is to be quoted: some lines of a file as it was when it was indexed. */
export interface QuoteRequest {
  /** Label of the project. */
  project: string;
  /** Below the project's root. */
  path: string;
  language: string;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** 64 hex, of the whole file when it was indexed. */
  sha256: string;
}

/**
 * `text`: the lines, whole, joined by LF. `changed`: the file is no longer what was indexed. `unreadable`: it is gone or
 * can't be read. `size`: the file or the quotation is larger than what is quoted.
 */
export type Quotation = { text: string } | { missing: 'changed' | 'unreadable' | 'size' };

export type Quote = (request: QuoteRequest) => Promise<Quotation>;

const LARGEST_FILE = 8 * 1024 * 1024;
/** UTF-16 units. */
const LONGEST_TEXT = 16_000;

type Lines = readonly string[] | 'changed' | 'unreadable' | 'size';

/**
 * Quotes indexed sources: read again, and only if they are the very bytes that were indexed. The file read last is kept.
 *
 * @param roots absolute, by the label of the project
 */
export function quoter(roots: ReadonlyMap<string, string>, signal?: AbortSignal): Quote {
  let open: { name: string; lines: Lines } | undefined;
  return async (request) => {
    const name = `${request.project}\0${request.path}\0${request.sha256}`;
    if (open?.name !== name) {
      await pause(signal);
      open = { name, lines: await linesOf(request, roots.get(request.project), signal) };
    }
    const { lines } = open;
    if (typeof lines === 'string') return { missing: lines };
    const text = lines.slice(request.startLine - 1, request.endLine).join('\n');
    return text.length > LONGEST_TEXT ? { missing: 'size' } : { text };
  };
}

async function linesOf(
  { path, sha256, language }: QuoteRequest,
  root: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Lines> {
  // An index may come from anywhere; what it names outside of the project is none of its files.
  if (root === undefined || path.split('/').includes('..')) return 'unreadable';
  const reading = await readFile(`${root}/${path}`, LARGEST_FILE, signal);
  if ('reason' in reading) return 'unreadable';
  if (reading.sha256 !== sha256) return 'changed';
  if (reading.bytes === undefined) return 'size';
  const decoded = decode(reading.bytes, language);
  return 'text' in decoded ? decoded.text.split(/\r?\n/) : 'unreadable';
}
