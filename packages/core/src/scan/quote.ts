import { decode } from '#parse/portable/decode.ts';
import { pause } from '#tree/pause.ts';
import { ReadingRoom, readFile } from '#tree/read.ts';

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
  /**
   * What of the lines is wanted, as offsets in the UTF-8 form of the decoded text. In minified code much else stands on
   * them; there this alone is quoted.
   */
  bytes?: { start: number; end: number };
  /** 64 hex, of the whole file when it was indexed. */
  sha256: string;
}

/**
 * `text`: the lines, whole, joined by LF, or what is wanted of them. `changed`: the file is no longer what was indexed.
 * `unreadable`: it is gone or can't be read. `size`: the file or the quotation is larger than what is quoted.
 */
export type Quotation = { text: string } | { missing: 'changed' | 'unreadable' | 'size' };

export type Quote = (request: QuoteRequest) => Promise<Quotation>;

const LARGEST_FILE = 8 * 1024 * 1024;
/** UTF-16 units. */
const LONGEST_TEXT = 16_000;
/** So much else may stand on the lines, in UTF-16 units, before it is left out. */
const MOST_AROUND = 400;

interface Source {
  text: string;
  /** Where its lines begin, as far as they were looked for. */
  starts: number[];
  /** The text in UTF-8; made when first needed. */
  utf8?: Buffer;
}

type Opened = Source | 'changed' | 'unreadable' | 'size';

/**
 * Quotes indexed sources: read again, and only if they are the very bytes that were indexed. The file read last is kept.
 *
 * @param roots absolute, by the label of the project
 */
export function quoter(roots: ReadonlyMap<string, string>, signal?: AbortSignal): Quote {
  const room = new ReadingRoom();
  let open: { name: string; source: Opened } | undefined;
  return async (request) => {
    const name = `${request.project}\0${request.path}\0${request.sha256}`;
    if (open?.name !== name) {
      await pause(signal);
      open = { name, source: await openSource(request, roots.get(request.project), room, signal) };
    }
    const { source } = open;
    if (typeof source === 'string') return { missing: source };
    const text = textOf(source, request);
    return text.length > LONGEST_TEXT ? { missing: 'size' } : { text };
  };
}

function textOf(source: Source, { startLine, endLine, bytes }: QuoteRequest): string {
  const lines = linesOf(source, startLine, endLine);
  if (bytes === undefined || lines.length <= bytes.end - bytes.start + MOST_AROUND) return lines;
  source.utf8 ??= Buffer.from(source.text);
  return source.utf8.toString('utf8', bytes.start, bytes.end).replaceAll('\r\n', '\n');
}

/** Only what is quoted is taken apart: of most files that is a few lines. */
function linesOf(source: Source, first: number, last: number): string {
  const start = startOf(source, first);
  if (start === undefined) return '';
  const lines = source.text.slice(start, startOf(source, last + 1)).split(/\r?\n/);
  // Put together anew, because a slice would keep the whole file in memory.
  return lines.slice(0, last - first + 1).join('\n');
}

/** Undefined when there are fewer lines. */
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
  room: ReadingRoom,
  signal: AbortSignal | undefined,
): Promise<Opened> {
  // An index may come from anywhere; what it names outside of the project is none of its files.
  if (root === undefined || path.split('/').includes('..')) return 'unreadable';
  const reading = await readFile(`${root}/${path}`, LARGEST_FILE, signal, room);
  if ('reason' in reading) return 'unreadable';
  if (reading.sha256 !== sha256) return 'changed';
  if (reading.bytes === undefined) return 'size';
  const decoded = decode(reading.bytes, language);
  return 'text' in decoded ? { text: decoded.text, starts: [0] } : 'unreadable';
}
