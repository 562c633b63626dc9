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

  before(index: number): string {
    return this.#slice(0, this.#ranges[index]?.start_byte ?? 0);
  }

  after(index: number): string {
    const range = this.#ranges[index];
    return range === undefined ? '' : this.#slice(range.end_byte, this.#bytes.length);
  }

  #slice(start: number, end: number): string {
    return this.#bytes.subarray(start, end).toString();
  }
}
