/** Properties of a JSON text that its parsed value does not show. */
export interface Scan {
  /** Deepest nesting of objects and arrays. */
  depth: number;
  /** Content of strings longer than the limit, from the byte after the opening quote to the closing one. */
  long: { start: number; end: number }[];
  /** There are line breaks, which JSON allows between tokens only. */
  breaks: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Reads a JSON text once, without recursion.
 *
 * @param bytes valid JSON in UTF-8
 * @param limit longest string, in bytes as received
 */
export function scanJson(bytes: Buffer, limit: number): Scan {
  let depth = 0;
  let deepest = 0;
  let breaks = false;
  const long: Scan['long'] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      const end = endOfString(bytes, i + 1);
      if (end - i - 1 > limit) long.push({ start: i + 1, end });
      i = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
    } else if (byte === NEWLINE || byte === RETURN) {
      breaks = true;
    }
  }
  return { depth: deepest, long, breaks };
}

/** Index of the quote that closes a string: one that an even number of backslashes precedes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let from = start; ; ) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote < 0) return bytes.length;
    let slashes = 0;
    while (quote - 1 - slashes >= start && bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** Line breaks between tokens become spaces, so that the event is one line; no other byte changes. */
export function onOneLine(bytes: Buffer): Buffer {
  const line = Buffer.from(bytes);
  for (let i = 0; i < line.length; i++) if (line[i] === NEWLINE || line[i] === RETURN) line[i] = 0x20;
  return line;
}
