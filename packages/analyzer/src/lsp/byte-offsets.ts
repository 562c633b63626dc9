/** Characters between two known offsets. */
const STEP = 1024;

/** Offsets in a text of UTF-16 and in the same text of UTF-8. */
export class ByteOffsets {
  readonly #text: string;
  /** By number of steps: the bytes before it. */
  readonly #bytes: number[] = [0];

  constructor(text: string) {
    this.#text = text;
  }

  /** @param offset between two characters */
  byteOf(offset: number): number {
    const step = Math.floor(offset / STEP);
    this.#know((bytes) => bytes.length > step);
    const start = this.#startOf(step);
    return (this.#bytes[step] ?? 0) + Buffer.byteLength(this.#text.slice(start, Math.max(start, offset)));
  }

  /** The offset of a byte; the length of the text if it is longer. */
  offsetOf(byte: number): number {
    this.#know((bytes) => (bytes.at(-1) ?? 0) > byte);
    let [low, high] = [0, this.#bytes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#bytes[middle] ?? 0) <= byte) low = middle;
      else high = middle - 1;
    }
    let left = byte - (this.#bytes[low] ?? 0);
    let offset = this.#startOf(low);
    for (const character of this.#text.slice(offset, this.#startOf(low + 1))) {
      left -= Buffer.byteLength(character);
      if (left < 0) return offset;
      offset += character.length;
    }
    return offset;
  }

  /** Counts on until enough is known, or the text ends. */
  #know(isEnough: (bytes: readonly number[]) => boolean): void {
    while (!isEnough(this.#bytes)) {
      const step = this.#bytes.length - 1;
      const start = this.#startOf(step);
      if (start >= this.#text.length) return;
      const bytes = Buffer.byteLength(this.#text.slice(start, this.#startOf(step + 1)));
      this.#bytes.push((this.#bytes[step] ?? 0) + bytes);
    }
  }

  /** The offset at which a step starts: no pair of surrogates is divided. */
  #startOf(step: number): number {
    const offset = Math.min(step * STEP, this.#text.length);
    const code = this.#text.charCodeAt(offset);
    return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset;
  }
}
