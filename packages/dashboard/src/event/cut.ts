import type { Scan } from './scan.ts';

/**
 * Shortens strings in the bytes of a JSON text. The result is valid JSON and UTF-8 and contains the number of cut
 * bytes.
 *
 * @param bytes valid JSON
 * @param long the strings to shorten, from `scanJson`
 * @param limit remaining bytes of each string
 */
export function cutStrings(bytes: Buffer, long: Scan['long'], limit: number): Buffer {
  const parts: Buffer[] = [];
  let done = 0;
  for (const { start, end } of long) {
    const stop = safeEnd(bytes, start, start + limit);
    parts.push(bytes.subarray(done, stop), Buffer.from(` … [cut: ${end - stop} bytes]`));
    done = end;
  }
  return Buffer.concat([...parts, bytes.subarray(done)]);
}

/** The last offset up to `wanted` that is neither inside a UTF-8 sequence nor inside an escape. */
function safeEnd(bytes: Buffer, start: number, wanted: number): number {
  let stop = wanted;
  while (stop > start && ((bytes[stop] ?? 0) & 0xc0) === 0x80) stop--;
  // An escape has at most six bytes; an escape that starts before the end must end before it too.
  for (let at = lastEscape(bytes, start, stop); at < stop; ) {
    const length = bytes[at] === 0x5c ? (bytes[at + 1] === 0x75 ? 6 : 2) : 1;
    if (at + length > stop) return at;
    at += length;
  }
  return stop;
}

/** An offset shortly before `stop` that is not inside an escape. */
function lastEscape(bytes: Buffer, start: number, stop: number): number {
  let at = Math.max(start, stop - 6);
  // After a run of backslashes the result depends on the complete run, so start before it.
  while (at > start && bytes[at - 1] === 0x5c) at--;
  return at;
}
