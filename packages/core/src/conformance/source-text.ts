const NEWLINE = 10;

/** The text of a file, for what facts do not list. */
export class SourceText {
  readonly #bytes: Buffer;
  readonly #ranges: readonly { start_byte: number; end_byte: number }[];

  /** @param ranges of its declarations */
  constructor(text: string, ranges: readonly { start_byte: number; end_byte: number }[]) {
    this.#bytes = Buffer.from(text);
    this.#ranges = ranges;
  }

  /** The text of a declaration, or of the complete file with index -1. */
  of(index: number): string {
    const range = this.#ranges[index];
    return range === undefined ? this.#bytes.toString() : this.#slice(range.start_byte, range.end_byte);
  }

  /** The text of a declaration, or of the file, without declarations in it, which are in order and apart. */
  without(index: number, inner: readonly number[]): string {
    const { start_byte: start, end_byte: end } = this.#ranges[index] ?? { start_byte: 0, end_byte: this.#bytes.length };
    const parts: string[] = [];
    let from = start;
    for (const its of inner) {
      const range = this.#ranges[its];
      if (range === undefined) continue;
      parts.push(this.#slice(from, range.start_byte));
      from = range.end_byte;
    }
    return [...parts, this.#slice(from, end)].join('');
  }

  /** The lines before a declaration, the nearest first; the first one is the start of its own line. */
  *linesBefore(index: number): Generator<string> {
    let end = this.#ranges[index]?.start_byte ?? 0;
    while (end >= 0) {
      const start = end === 0 ? 0 : this.#bytes.lastIndexOf(NEWLINE, end - 1) + 1;
      yield this.#slice(start, end);
      end = start - 1;
    }
  }

  #slice(start: number, end: number): string {
    return this.#bytes.subarray(start, end).toString();
  }
}
