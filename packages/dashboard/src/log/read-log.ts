import { type FileHandle, open } from 'node:fs/promises';
import type { AcceptedEvent } from '../event/accept.ts';
import { type Origin, readLine, type StoredEvent, storedEvent } from '../event/stored.ts';

export interface ReadLog {
  /** Newest last, with increasing sequence numbers. */
  events: StoredEvent[];
  /** Lines for the quarantine: they are not events, or have an impossible number. */
  bad: Buffer[];
  /** A commit can append to the file: no foreign, torn or bad line, no byte order mark, not too long. */
  clean: boolean;
  /** Number of events with a new number: lines of an older backend, of another log, or of a log before a DELETE. */
  renumbered: number;
  /** Bytes before the part that was read: the file is longer than the ring needs. */
  skipped: number;
  size: number;
  lines: number;
}

/** Sequence numbers in the state. */
export interface KnownNumbers {
  /** The highest sequence number so far. */
  seq: number;
  /** Lines up to this number belong to another store: this store removed its own lines. */
  removedThrough: number;
}

const CHUNK = 4 * 1024 * 1024;
/** At most this many bytes are read, even of long lines. */
const MOST = 256 * 1024 * 1024;
/** A larger gap is a damaged number: at 10,000 events a second it would take three years. */
const LARGEST_GAP = 1e12;

/**
 * Reads the end of the log with any damage: a torn last line, a tail of NULs, a byte order mark, CRLF, bad lines
 * between good ones, lines of an older backend.
 *
 * @param wanted lines from the end
 * @param known lines without a number get the numbers after it
 */
export async function readLog(
  path: string,
  wanted: number,
  known: KnownNumbers = { seq: 0, removedThrough: 0 },
): Promise<ReadLog> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { events: [], bad: [], clean: true, renumbered: 0, skipped: 0, size: 0, lines: 0 };
    }
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const { bytes, skipped } = await tail(handle, size, wanted);
    return { ...readLines(bytes, skipped === 0, known), skipped, size };
  } finally {
    await handle.close();
  }
}

/** The last bytes of the file, from the start of a line. */
async function tail(handle: FileHandle, size: number, wanted: number): Promise<{ bytes: Buffer; skipped: number }> {
  const chunks: Buffer[] = [];
  let start = size;
  for (let breaks = 0; start > 0 && breaks <= wanted && size - start < MOST; ) {
    const length = Math.min(CHUNK, start);
    start -= length;
    const chunk = Buffer.alloc(length);
    for (let got = 0; got < length; ) {
      const { bytesRead } = await handle.read(chunk, got, length - got, start + got);
      if (bytesRead === 0) break;
      got += bytesRead;
    }
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) breaks++;
    chunks.unshift(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (start === 0) return { bytes, skipped: 0 };
  const first = bytes.indexOf(10) + 1;
  return { bytes: bytes.subarray(first), skipped: start + first };
}

function readLines(bytes: Buffer, complete: boolean, known: KnownNumbers): Omit<ReadLog, 'skipped' | 'size'> {
  const numbering = new Numbering(known);
  const bad: Buffer[] = [];
  let clean = true;
  let body = bytes;
  if (complete && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    body = body.subarray(3);
    clean = false;
  }
  for (let start = 0; start < body.length; ) {
    const brk = body.indexOf(10, start);
    const end = brk < 0 ? body.length : brk;
    const line = stripped(body.subarray(start, end));
    if (brk < 0 || line.length !== end - start) clean = false;
    start = end + 1;
    if (line.length === 0) continue;
    const read = readLine(line);
    const taken = read !== undefined && ('old' in read ? numbering.addOld(read.old) : numbering.add(read));
    if (taken === false) bad.push(line);
    if (taken !== 'as it is') clean = false;
  }
  const { events, renumbered } = numbering;
  events.sort((a, b) => a.seq - b.seq);
  return { events, bad, clean, renumbered, lines: events.length };
}

/** Gives each event of a log its own number. */
class Numbering {
  readonly events: StoredEvent[] = [];
  renumbered = 0;
  readonly #removedThrough: number;
  #highest: number;
  /** Lines by their number. */
  readonly #lines = new Map<number, Buffer[]>();
  /** Numbers of the events in the result. */
  readonly #given = new Set<number>();
  /** Two different events have the same number: the following lines belong to another log. */
  #foreign = false;

  constructor({ seq, removedThrough }: KnownNumbers) {
    this.#highest = seq;
    this.#removedThrough = removedThrough;
  }

  addOld(event: AcceptedEvent): 'renumbered' {
    this.#renumber(event, null);
    return 'renumbered';
  }

  /** @returns false for an impossible number */
  add(event: StoredEvent): 'as it is' | 'renumbered' | 'twice' | false {
    const { seq, line } = event;
    if (seq - this.#highest > LARGEST_GAP) return false;
    const others = this.#lines.get(seq);
    // A write that was retried after an error leaves the same line twice.
    if (others?.some((other) => other.equals(line)) === true) return 'twice';
    if (others === undefined) this.#lines.set(seq, [line]);
    else others.push(line);
    this.#foreign ||= this.#given.has(seq) || seq <= this.#removedThrough;
    if (this.#foreign) {
      this.#renumber(event, event.at, event.from);
      return 'renumbered';
    }
    this.#highest = Math.max(this.#highest, seq);
    this.#given.add(seq);
    this.events.push(event);
    return 'as it is';
  }

  #renumber(event: AcceptedEvent, at: number | null, from?: Origin): void {
    this.#highest++;
    this.renumbered++;
    this.#given.add(this.#highest);
    this.events.push(storedEvent(event, this.#highest, at, from));
  }
}

/** The line without a carriage return and without NULs, which a power cut leaves. */
function stripped(line: Buffer): Buffer {
  let start = 0;
  let end = line.length;
  while (start < end && line[start] === 0) start++;
  while (end > start && (line[end - 1] === 0 || line[end - 1] === 13)) end--;
  return line.subarray(start, end);
}
