/** UTF-16 units between two stored byte offsets. */
const STRIDE = 256;

/**
 * Converts offsets in UTF-16 units, which parsers use, to lines and to offsets in the text's UTF-8 form, which facts
 * use. An ASCII text needs no table of bytes.
 */
export class Positions {
  readonly #source: string;
  /** Offset after each LF, ordered. */
  readonly #lineStarts: Uint32Array;
  /** Byte offset of each STRIDE-th unit; absent for ASCII. */
  readonly #bytes: Uint32Array | undefined;
  /** Index of the last result: most calls are near the previous one. */
  #near = 0;

  constructor(source: string) {
    this.#source = source;
    this.#lineStarts = lineStarts(source);
    this.#bytes = /[^\0-\x7f]/.test(source) ? byteTable(source) : undefined;
  }

  /** 1-based: 1 plus the number of LF before the offset. CR, FF and U+2028 do not count. */
  line(offset: number): number {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length;
    const near = this.#near;
    if (near === 0 || (starts[near - 1] ?? 0) <= offset) {
      low = near;
      const bound = Math.min(near + 8, high);
      if (bound < high && (starts[bound] ?? 0) > offset) high = bound;
    } else high = near - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    this.#near = low;
    return low + 1;
  }

  /** Offset in the text's UTF-8 form. Inside of a surrogate pair it is the offset after the pair. */
  byte(offset: number): number {
    if (this.#bytes === undefined) return offset;
    const block = Math.floor(offset / STRIDE);
    return countBytes(this.#source, block * STRIDE, offset, this.#bytes[block] ?? 0);
  }
}

function lineStarts(source: string): Uint32Array {
  const starts: number[] = [];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return Uint32Array.from(starts);
}

function byteTable(source: string): Uint32Array {
  const table = new Uint32Array(Math.floor(source.length / STRIDE) + 1);
  for (let block = 1; block < table.length; block++) {
    table[block] = countBytes(source, (block - 1) * STRIDE, block * STRIDE, table[block - 1] ?? 0);
  }
  return table;
}

/** A pair is counted with its first half; a lone half takes three bytes, like its replacement character. */
function countBytes(source: string, from: number, to: number, bytesBefore: number): number {
  let bytes = bytesBefore;
  for (let i = from; i < to; i++) {
    const unit = source.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHigh(unit) && isLow(source.charCodeAt(i + 1))) bytes += 4;
    else if (!(isLow(unit) && isHigh(source.charCodeAt(i - 1)))) bytes += 3;
  }
  return bytes;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
