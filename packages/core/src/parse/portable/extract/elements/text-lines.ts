import type { ByteWriter } from '../byte-writer.ts';

const LF = 10;

/** The lines of texts that are compared line by line, as ranges of a stream; blank lines are not among them. */
export class TextLines {
  /** By leaf with such a text: where it starts in the stream, and its first line. */
  readonly leaf: number[] = [];
  readonly first: number[] = [];
  /** By line, without its line feed. */
  readonly from: number[] = [];
  readonly to: number[] = [];

  reset(): void {
    for (const column of [this.leaf, this.first, this.from, this.to]) column.length = 0;
  }

  /**
   * Adds the lines of a leaf that was just written.
   *
   * @param leaf where it starts in the stream
   * @param text where its text starts
   * @param open before a line that is not blank: its start in the stream, and its number of words
   * @param close after each line feed: where it is in the stream
   */
  add(
    { bytes, length }: ByteWriter,
    leaf: number,
    text: number,
    open: (at: number, words: number) => void,
    close: (at: number) => void,
  ): void {
    this.leaf.push(leaf);
    this.first.push(this.from.length);
    // Without the room after the stream, which each search would read.
    const written = bytes.subarray(0, length);
    for (let at = text; at < length; ) {
      const feed = written.indexOf(LF, at);
      const isLast = feed < 0;
      const end = isLast ? length : feed;
      const words = countWords(bytes, at, end);
      if (words > 0) {
        open(at, words);
        this.from.push(at);
        this.to.push(end);
      }
      if (!isLast) close(end);
      at = end + 1;
    }
  }
}

function countWords(bytes: Uint8Array, from: number, to: number): number {
  let words = 0;
  let isBlank = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const wasBlank = isBlank;
    isBlank = byte === 32 || byte === 9 || byte === 13;
    if (wasBlank && !isBlank) words++;
  }
  return words;
}
