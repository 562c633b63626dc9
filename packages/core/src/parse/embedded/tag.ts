/** A start tag of a markup language. Offsets are bytes. */
export interface Tag {
  /** Values in quotes, without them, by name in small letters; undefined for others. */
  attributes: Map<string, { start: number; end: number } | undefined>;
  isSelfClosing: boolean;
  /** After its `>`. */
  end: number;
}

const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const QUOTES: ReadonlySet<number> = new Set(Buffer.from('"\'`'));
const NAME = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:'));

/** The end of the name that starts at an offset; the offset itself without one. */
export function endOfName(source: Buffer, from: number): number {
  let at = from;
  while (NAME.has(source[at] ?? 0)) at++;
  return at;
}

/** The bytes of a name in small letters; `?` for each that is not ASCII. */
export function nameBetween(source: Buffer, from: number, end: number): string {
  return source
    .toString('latin1', from, end)
    .replace(/[\x80-\xff]/g, '?')
    .toLowerCase();
}

/**
 * Reads a tag with values in quotes or in braces, as in JSX.
 *
 * @param at offset of its `<`
 * @returns undefined if it is not closed
 */
export function readTag(source: Buffer, at: number): Tag | undefined {
  let next = endOfName(source, at + 1);
  const attributes: Tag['attributes'] = new Map();
  for (;;) {
    while (isBlank(source[next]) || source[next] === SLASH) next++;
    if (next >= source.length) return undefined;
    if (source[next] === GREATER) {
      return { attributes, isSelfClosing: source[next - 1] === SLASH, end: next + 1 };
    }
    if (source[next] === OPEN_BRACE) {
      next = endOfBraces(source, next);
      continue;
    }
    const from = next;
    next = endOfAttributeName(source, next);
    const attribute = nameBetween(source, from, next);
    while (isBlank(source[next])) next++;
    if (source[next] !== EQUALS) {
      attributes.set(attribute, undefined);
      continue;
    }
    next++;
    while (isBlank(source[next])) next++;
    const quote = source[next] ?? 0;
    if (QUOTES.has(quote)) {
      const end = source.indexOf(quote, next + 1);
      if (end < 0) return undefined;
      attributes.set(attribute, { start: next + 1, end });
      next = end + 1;
    } else {
      attributes.set(attribute, undefined);
      next = quote === OPEN_BRACE ? endOfBraces(source, next) : endOfPlainValue(source, next);
    }
  }
}

/** At least one byte. */
function endOfAttributeName(source: Buffer, from: number): number {
  let at = from + 1;
  for (let byte = source[at]; byte !== undefined && !isBlank(byte); byte = source[++at]) {
    if (byte === EQUALS || byte === GREATER || byte === SLASH || byte === OPEN_BRACE) break;
  }
  return at;
}

function endOfPlainValue(source: Buffer, from: number): number {
  let at = from;
  while (at < source.length && !isBlank(source[at]) && source[at] !== GREATER) at++;
  return at;
}

/** After the brace that closes the one at the offset, braces in strings not counted. */
function endOfBraces(source: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const byte = source[at] ?? 0;
    if (byte === OPEN_BRACE) depth++;
    else if (byte === CLOSE_BRACE && --depth === 0) return at + 1;
    else if (QUOTES.has(byte)) at = endOfString(source, at);
  }
  return source.length;
}

/** Offset of the closing quote. */
function endOfString(source: Buffer, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== source[from]) at += source[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Space, tab, LF, CR and FF. */
export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d;
}
