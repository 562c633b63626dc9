import { type FileHandle, open } from 'node:fs/promises';
import { readLine, type StoredEvent, storedEvent } from '../event/stored.ts';

export interface ReadLog {
  /** Newest last; sequence numbers grow. */
  events: StoredEvent[];
  /** Lines that are no events, for the quarantine. */
  bad: Buffer[];
  /** The file as it stands is what a commit may go on with: no foreign, torn or bad line, no mark, not too long. */
  clean: boolean;
  /** Bytes before the part that was read: the file is longer than the ring needs. */
  skipped: number;
  size: number;
  lines: number;
}

const CHUNK = 4 * 1024 * 1024;
/** However long its lines are, no more than this is read. */
const MOST = 256 * 1024 * 1024;

/**
 * Reads the end of the log, whatever happened to it: a torn last line, a tail of NULs, a byte order mark, CRLF, bad
 * lines between good ones, lines of an old agent's backend.
 *
 * @param wanted lines from the end
 * @param from sequence number for lines that have none
 */
export async function readLog(path: string, wanted: number, from: number): Promise<ReadLog> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { events: [], bad: [], clean: true, skipped: 0, size: 0, lines: 0 };
    }
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const { bytes, skipped } = await tail(handle, size, wanted);
    return { ...readLines(bytes, skipped === 0, from), skipped, size };
  } finally {
    await handle.close();
  }
}

/** The last bytes of the file, from the start of a line on. */
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

function readLines(bytes: Buffer, whole: boolean, from: number): Omit<ReadLog, 'skipped' | 'size'> {
  const events: StoredEvent[] = [];
  const bad: Buffer[] = [];
  let clean = true;
  let last = from;
  const seen = new Set<number>();
  let body = bytes;
  if (whole && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
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
    if (read === undefined) {
      bad.push(line);
      clean = false;
    } else if ('old' in read) {
      last++;
      events.push(storedEvent(read.old, last, null));
      clean = false;
    } else if (!seen.has(read.seq)) {
      seen.add(read.seq);
      last = Math.max(last, read.seq);
      events.push(read);
    } else {
      clean = false;
    }
  }
  return { events, bad, clean, lines: events.length };
}

/** Without a carriage return behind it and NULs around it, which a power cut leaves. */
function stripped(line: Buffer): Buffer {
  let start = 0;
  let end = line.length;
  while (start < end && line[start] === 0) start++;
  while (end > start && (line[end - 1] === 0 || line[end - 1] === 13)) end--;
  return line.subarray(start, end);
}
