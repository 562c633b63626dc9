/**
 * Integers as text without JSON escapes: five bits per character, least significant first; a character of at least `]`
 * ends its number, one of at least `#` does not. Numbers below 32 take one character, and a loop of `charCodeAt` to
 * read, a tenth of the time of JSON.
 */
const LAST = 93;
const MORE = 35;
const BASE = 32;

export class ColumnWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  /** @param value an integer from 0 to 2^31 - 1 */
  unsigned(value: number): void {
    if (this.#length + 7 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest >= BASE) {
      this.#bytes[this.#length++] = MORE + (rest & (BASE - 1));
      rest >>>= 5;
    }
    this.#bytes[this.#length++] = LAST + rest;
  }

  /**
   * ZigZag encoding, so that small numbers of both signs are short: 0, -1, 1, -2, 2 … are written as 0, 1, 2, 3, 4 …
   */
  signed(value: number): void {
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** The text written since the last call. */
  take(): string {
    const text = this.#bytes.toString('latin1', 0, this.#length);
    this.#length = 0;
    return text;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export class ColumnReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** @throws RangeError at the end of the column */
  unsigned(): number {
    let code = this.#text.charCodeAt(this.#at++);
    if (code >= LAST) return code - LAST;
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      if (code >= LAST) return (value | ((code - LAST) << shift)) >>> 0;
      if (!(code >= MORE)) throw new RangeError('a column ends within a number');
      value |= (code - MORE) << shift;
      code = this.#text.charCodeAt(this.#at++);
    }
  }

  signed(): number {
    const value = this.unsigned();
    return (value >>> 1) ^ -(value & 1);
  }
}

/** Number of integers in a column. */
export function countOf(column: string): number {
  let count = 0;
  for (let at = 0; at < column.length; at++) if (column.charCodeAt(at) >= LAST) count++;
  return count;
}
