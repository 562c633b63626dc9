const NEWLINE = 0x0a;

/** A line that is longer than the limit. Its bytes were discarded. */
export const TOO_LONG = Symbol('a line above the limit');

/** Splits a stream of bytes into lines. A line above a limit takes no memory. */
export class LineSplitter {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  /** @param limit of the bytes of a line */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns the lines that end in the chunk, without their newlines */
  push(chunk: Uint8Array): (Buffer | typeof TOO_LONG)[] {
    const lines: (Buffer | typeof TOO_LONG)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#append(chunk.subarray(start, end));
      lines.push(this.#length > this.#limit ? TOO_LONG : Buffer.concat(this.#parts));
      this.#parts = [];
      this.#length = 0;
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
    return lines;
  }

  #append(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#limit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }
}
