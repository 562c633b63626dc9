/** A 1-based line and column. */
export interface Position {
  line: number;
  /** In Unicode scalar values; a tab is one. */
  column: number;
}

/** UTF-16 units between two entries of the table of surrogate pairs. */
const BLOCK = 1024;

/**
 * Converts offsets to lines and columns. Lines end with LF, CRLF or CR. The first call indexes the text; every further
 * call takes logarithmic time, even if a line is as long as the file.
 */
export class Positions {
  readonly #text: string;
  #index: { starts: number[]; pairs: Uint32Array } | undefined;

  /** @param text without a byte order mark */
  constructor(text: string) {
    this.#text = text;
  }

  of(offset: number): Position {
    const { starts } = this.#indexed();
    const line = this.#lineAt(offset);
    const start = starts[line - 1] ?? 0;
    return { line, column: 1 + offset - start - (this.#pairsBefore(offset) - this.#pairsBefore(start)) };
  }

  /** The text between two UTF-16 offsets. */
  textAt(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** The UTF-16 offset of a position that `of` gave. */
  offset({ line, column }: Position): number {
    const start = this.#indexed().starts[line - 1] ?? this.#text.length;
    const pairsBefore = this.#pairsBefore(start);
    let offset = start + column - 1;
    // Each surrogate pair on the way moves the offset by one unit, which can include more pairs.
    for (;;) {
      const moved = start + column - 1 + this.#pairsBefore(offset) - pairsBefore;
      if (moved === offset) return offset;
      offset = moved;
    }
  }

  /** UTF-16 offsets of a line, without its line end. */
  line(line: number): { start: number; end: number } {
    const { starts } = this.#indexed();
    const start = starts[line - 1] ?? this.#text.length;
    let end = starts[line] ?? this.#text.length;
    while (end > start && isBreak(this.#text.charCodeAt(end - 1))) end -= 1;
    return { start, end };
  }

  #lineAt(offset: number): number {
    const { starts } = this.#indexed();
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Surrogate pairs that end before an offset. */
  #pairsBefore(offset: number): number {
    const block = Math.floor(offset / BLOCK);
    let pairs = this.#indexed().pairs[block] ?? 0;
    for (let at = block * BLOCK; at < offset; at++) if (isPairEnd(this.#text, at)) pairs += 1;
    return pairs;
  }

  #indexed(): { starts: number[]; pairs: Uint32Array } {
    this.#index ??= indexOf(this.#text);
    return this.#index;
  }
}

function indexOf(text: string): { starts: number[]; pairs: Uint32Array } {
  const starts = [0];
  const pairs = new Uint32Array(Math.floor(text.length / BLOCK) + 1);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if (at % BLOCK === 0) pairs[at / BLOCK] = count;
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) starts.push(at + 1);
    else if (unit >= 0xdc00 && isPairEnd(text, at)) count += 1;
  }
  if (text.length % BLOCK === 0) pairs[text.length / BLOCK] = count;
  return { starts, pairs };
}

/** Whether a unit is the second half of a surrogate pair. */
function isPairEnd(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

function isBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}
