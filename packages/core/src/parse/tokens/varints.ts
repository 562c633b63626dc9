/** Writes integers as LEB128: seven bits per byte, least significant first; the eighth bit means that more follow. */
export class VarintWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  /** @param value an integer from 0 to 2^31 - 1 */
  unsigned(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  /**
   * ZigZag encoding, so that small numbers of both signs are short: 0, -1, 1, -2, 2 … are written as 0, 1, 2, 3, 4 …
   */
  signed(value: number): void {
    this.unsigned((value << 1) ^ (value >> 31));
  }

  append(bytes: Uint8Array): void {
    while (this.length + bytes.length > this.#bytes.length) this.#grow();
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The written bytes; valid until the next write. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array;
  #at: number;

  /** Offset of the next number. */
  get at(): number {
    return this.#at;
  }

  /** @param at start offset */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      if (byte < 0x80) left--;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return (value >>> 1) ^ -(value & 1);
  }
}
