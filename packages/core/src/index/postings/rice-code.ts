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
/** Bytes that windows read after the last bit. */
const PADDING = 8;

/** Reads what `RiceWriter` writes. After the end it reads zeros. */
export class RiceReader {
  readonly #k: number;
  /** With zeros at the end, so that a window never reads outside. */
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** In bits. */
  #at: number;

  /** @param start offset in bytes */
  constructor(k: number, bytes: Uint8Array, start: number) {
    this.#k = k;
    this.#bytes = new Uint8Array(bytes.length + PADDING);
    this.#bytes.set(bytes);
    this.#at = start * 8;
    this.#end = bytes.length * 8;
  }

  next(): number {
    const window = this.#window();
    const ones = Math.clz32(~window);
    const length = ones + 1 + this.#k;
    // Nearly all numbers are in one window.
    if (length <= VALID) {
      this.#at += length;
      return this.#k === 0 ? ones : (ones << this.#k) | ((window << (ones + 1)) >>> (32 - this.#k));
    }
    return this.#long();
  }

  #long(): number {
    let quotient = 0;
    let ones = Math.clz32(~this.#window());
    for (; ones >= VALID; ones = Math.clz32(~this.#window())) {
      quotient += VALID - 1;
      this.#at += VALID - 1;
    }
    quotient += ones;
    this.#at += ones + 1;
    let rest = 0;
    for (let left = this.#k; left > 0; ) {
      const count = Math.min(left, VALID - 1);
      rest = rest * 2 ** count + (this.#window() >>> (32 - count));
      this.#at += count;
      left -= count;
    }
    return quotient * 2 ** this.#k + rest;
  }

  #window(): number {
    if (this.#at >= this.#end) return 0;
    const at = this.#at >>> 3;
    const bytes = this.#bytes;
    const word =
      ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    return word << (this.#at & 7);
  }
}
