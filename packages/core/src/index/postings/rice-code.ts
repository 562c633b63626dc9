/** Writes gaps between numbers as a Rice code (R. Rice 1979): the quotient by 2^k in unary, then k bits. */
export class RiceWriter {
  readonly #k: number;
  readonly #divisor: number;
  #bytes = new Uint8Array(512);
  /** Number of written bits. */
  #length = 0;

  constructor(k: number) {
    this.#k = k;
    this.#divisor = 2 ** k;
  }

  add(gap: number): void {
    const quotient = Math.floor(gap / this.#divisor);
    for (let at = 0; at < quotient; at++) this.#bit(1);
    this.#bit(0);
    const rest = gap - quotient * this.#divisor;
    for (let bit = this.#k - 1; bit >= 0; bit--) this.#bit(Math.floor(rest / 2 ** bit) & 1);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, (this.#length + 7) >>> 3);
  }

  #bit(bit: number): void {
    const at = this.#length >>> 3;
    if (at === this.#bytes.length) {
      const larger = new Uint8Array(at * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (bit << (7 - (this.#length & 7)));
    this.#length++;
  }
}

/** Bits of a window of 32 that are valid at each offset in a byte. */
const VALID = 25;

/** Reads what `RiceWriter` writes. After the end it reads zeros. */
export class RiceReader {
  readonly #k: number;
  readonly #bytes: Uint8Array;
  #at: number;

  /** @param start offset in bytes */
  constructor(k: number, bytes: Uint8Array, start: number) {
    this.#k = k;
    this.#bytes = bytes;
    this.#at = start * 8;
  }

  next(): number {
    let quotient = 0;
    for (;;) {
      const ones = Math.clz32(~this.#window());
      if (ones < VALID) {
        quotient += ones;
        this.#at += ones + 1;
        break;
      }
      quotient += VALID - 1;
      this.#at += VALID - 1;
    }
    let rest = 0;
    let left = this.#k;
    while (left >= VALID) {
      rest = rest * 2 ** (VALID - 1) + this.#bits(VALID - 1);
      left -= VALID - 1;
    }
    return quotient * 2 ** this.#k + (left === 0 ? rest : rest * 2 ** left + this.#bits(left));
  }

  /** @param count from 1 to 24 */
  #bits(count: number): number {
    const bits = this.#window() >>> (32 - count);
    this.#at += count;
    return bits;
  }

  #window(): number {
    const at = this.#at >>> 3;
    const bytes = this.#bytes;
    const word =
      ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    return word << (this.#at & 7);
  }
}
