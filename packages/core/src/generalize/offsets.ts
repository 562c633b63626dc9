/** Units between two known byte offsets. */
const STEP = 1024;

/** Lines and byte offsets of a source. */
export class Offsets {
  readonly #source: string;
  readonly #isAscii: boolean;
  /** The offset of each line feed. */
  #ends: number[] | undefined;
  /** The byte offset of each `STEP` units. */
  #bytes: number[] | undefined;

  constructor(source: string) {
    this.#source = source;
    this.#isAscii = Buffer.byteLength(source) === source.length;
  }

  /** The line of an offset in UTF-16 units, from 1. */
  line(offset: number): number {
    this.#ends ??= lineEnds(this.#source);
    return 1 + countBelow(this.#ends, offset);
  }

  /** An offset in UTF-16 units from one in the UTF-8 form. */
  units(bytes: number): number {
    if (this.#isAscii) return Math.min(bytes, this.#source.length);
    this.#bytes ??= byteOffsets(this.#source);
    const step = Math.max(0, countBelow(this.#bytes, bytes) - 1);
    let at = step * STEP;
    for (let before = this.#bytes[step] ?? 0; before < bytes && at < this.#source.length; at++) {
      before += bytesOf(this.#source.charCodeAt(at));
    }
    return at;
  }
}

function lineEnds(source: string): number[] {
  const ends: number[] = [];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

function byteOffsets(source: string): number[] {
  const offsets: number[] = [];
  for (let at = 0, bytes = 0; at < source.length; at++) {
    if (at % STEP === 0) offsets.push(bytes);
    bytes += bytesOf(source.charCodeAt(at));
  }
  return offsets;
}

/** UTF-8 bytes of a UTF-16 unit; the two units of a pair have four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

/** How many of some ascending numbers are less than another one. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
