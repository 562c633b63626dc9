const encoder = new TextEncoder();

const FIRST_CAPACITY = 1 << 16;
/** A larger buffer is released after use. */
const RETAINED_CAPACITY = 1 << 21;

/** A growing byte buffer; reused for each file. */
export class ByteWriter {
  bytes = new Uint8Array(FIRST_CAPACITY);
  length = 0;

  reset(): void {
    this.length = 0;
    if (this.bytes.length > RETAINED_CAPACITY) this.bytes = new Uint8Array(FIRST_CAPACITY);
  }

  /** @param length expected, so that a large buffer is not copied to larger ones */
  reserve(length: number): void {
    if (length > RETAINED_CAPACITY && length > this.bytes.length) this.#grow(length - this.length);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.#grow(1);
    this.bytes[this.length++] = value;
  }

  chunk(bytes: Uint8Array): void {
    const { length } = bytes;
    if (this.length + length > this.bytes.length) this.#grow(length);
    const target = this.bytes;
    let at = this.length;
    for (let i = 0; i < length; i++) target[at++] = bytes[i] ?? 0;
    this.length = at;
  }

  /** Bytes `from` to `to` of another writer. */
  copy(source: Uint8Array, from: number, to: number): void {
    if (from >= to) return;
    if (this.length + to - from > this.bytes.length) this.#grow(to - from);
    this.bytes.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** Unsigned LEB128. */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** UTF-16 units `from` to `to` of a text: the length of their UTF-8 form, then that form. */
  text(text: string, from: number, to: number): void {
    const units = to - from;
    if (this.length + units + 5 > this.bytes.length) this.#grow(units + 5);
    const start = this.length;
    this.number(units);
    const target = this.bytes;
    let at = this.length;
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) {
        this.length = start;
        this.#encoded(text.slice(from, to));
        return;
      }
      target[at++] = unit;
    }
    this.length = at;
  }

  #encoded(text: string): void {
    const bytes = encoder.encode(text);
    this.number(bytes.length);
    this.copy(bytes, 0, bytes.length);
  }

  #grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
