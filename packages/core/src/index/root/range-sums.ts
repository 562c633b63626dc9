import { hash } from 'node:crypto';

export const RANGES = 256;
/** 32-bit words of a SHA-256. */
export const WORDS = 8;

/** The lines of one range: their number, and for each word of their SHA-256 its sum over the lines. */
export interface RangeSum {
  /** First byte of the fingerprints, 0…255. */
  range: number;
  lines: bigint;
  /** Eight, the first word first. */
  sums: readonly bigint[];
}

/** So many sums of words are exact in a double. */
const LINES_BETWEEN_CARRIES = 2 ** 20;

/**
 * Sums of lines in 256 ranges. They do not depend on the order of lines, and sums of parts can be added: a multiset hash
 * (AdHash; Bellare & Micciancio 1997). It detects damage and engines that differ. It does not authenticate: who may choose
 * lines can find other lines with the same sums (Wagner 2002).
 */
export class RangeSums {
  readonly #lines = Array.from({ length: RANGES }, () => 0n);
  readonly #sums = Array.from({ length: RANGES * WORDS }, () => 0n);
  /** Not yet in the integers above. */
  readonly #recentLines = new Uint32Array(RANGES);
  readonly #recentSums = new Float64Array(RANGES * WORDS);

  /**
   * @param fingerprint hex digits; the first two are the range
   * @param line with its LF
   */
  add(fingerprint: string, line: string): void {
    const range = Number.parseInt(fingerprint.slice(0, 2), 16);
    // A character for each byte: a buffer costs three times as much as the hash itself.
    const digest = hash('sha256', line, 'binary');
    for (let word = 0; word < WORDS; word++) {
      const at = range * WORDS + word;
      this.#recentSums[at] = (this.#recentSums[at] ?? 0) + wordAt(digest, word * 4);
    }
    const lines = (this.#recentLines[range] ?? 0) + 1;
    this.#recentLines[range] = lines;
    if (lines === LINES_BETWEEN_CARRIES) this.#carry(range);
  }

  /** Adds the sums of other lines. */
  merge({ range, lines, sums }: RangeSum): void {
    this.#lines[range] = (this.#lines[range] ?? 0n) + lines;
    for (const [word, sum] of sums.entries()) {
      const at = range * WORDS + word;
      this.#sums[at] = (this.#sums[at] ?? 0n) + sum;
    }
  }

  /** All 256 ranges in order. */
  ranges(): RangeSum[] {
    return this.#lines.map((_, range) => {
      this.#carry(range);
      const sums = this.#sums.slice(range * WORDS, (range + 1) * WORDS);
      return { range, lines: this.#lines[range] ?? 0n, sums };
    });
  }

  #carry(range: number): void {
    const words = this.#recentSums.subarray(range * WORDS, (range + 1) * WORDS);
    this.merge({ range, lines: BigInt(this.#recentLines[range] ?? 0), sums: Array.from(words, BigInt) });
    this.#recentLines[range] = 0;
    words.fill(0);
  }
}

/** A big-endian word of 32 bits, whose bytes are characters. */
function wordAt(bytes: string, at: number): number {
  const upper = (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);
  return upper * 2 ** 16 + ((bytes.charCodeAt(at + 2) << 8) | bytes.charCodeAt(at + 3));
}
