/** Bits that are written at once: with up to 7 that wait, they are an integer of 32 bits. */
const CHUNK = 24;

/** Writes gaps between numbers as a Rice code (R. Rice 1979): the quotient by 2^k in unary, then k bits. */
export class RiceWriter {
  readonly #k: number;
  readonly #divisor: number;
  #bytes = new Uint8Array(512);
  /** Number of whole bytes. */
  #length = 0;
  /** Bits of the byte that is not complete yet. */
  #waiting = 0;
  #waitingBits = 0;

  constructor(k: number) {
    this.#k = k;
    this.#divisor = 2 ** k;
  }

  add(gap: number): void {
    const quotient = Math.floor(gap / this.#divisor);
    let ones = quotient;
    for (; ones >= CHUNK; ones -= CHUNK) this.#write(2 ** CHUNK - 1, CHUNK);
    this.#write((1 << (ones + 1)) - 2, ones + 1);
    let [rest, bits] = [gap - quotient * this.#divisor, this.#k];
    while (bits > CHUNK) {
      bits -= CHUNK;
      const upper = Math.floor(rest / 2 ** bits);
      this.#write(upper & (2 ** CHUNK - 1), CHUNK);
      rest -= upper * 2 ** bits;
    }
    this.#write(rest, bits);
  }

  /** The bytes so far, with zeros in the last one. */
  get bytes(): Uint8Array {
    if (this.#waitingBits === 0) return this.#bytes.subarray(0, this.#length);
    this.#bytes[this.#length] = this.#waiting << (8 - this.#waitingBits);
    return this.#bytes.subarray(0, this.#length + 1);
  }

  /** @param bits at most CHUNK */
  #write(value: number, bits: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    const all = (this.#waiting << bits) | value;
    let left = this.#waitingBits + bits;
    for (; left >= 8; left -= 8) this.#bytes[this.#length++] = all >>> (left - 8);
    this.#waitingBits = left;
    this.#waiting = all & ((1 << left) - 1);
  }
}

/** Bits of a window of 32 that are valid at each offset in a byte. */
const VALID = 25;
/** Bytes that windows read after the last bit. */
const PADDING = 8;

/** Reads what `RiceWriter` writes. After the end it reads zeros, and `isOver`. */
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

  /** Bits after the end were read. */
  get isOver(): boolean {
    return this.#at > this.#end;
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
