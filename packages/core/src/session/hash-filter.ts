const [FEWEST_BITS, MAX_BITS] = [1 << 10, 1 << 22];
/** One of so many other hashes passes. */
const BITS_PER_HASH = 64;

/** A set of 32-bit hashes that may have further ones: a Bloom filter with one hash function. */
export class HashFilter {
  readonly #bits: Uint8Array;
  readonly #mask: number;

  /** @param expected number of hashes */
  constructor(expected: number) {
    let bits = FEWEST_BITS;
    while (bits < expected * BITS_PER_HASH && bits < MAX_BITS) bits *= 2;
    this.#bits = new Uint8Array(bits / 8);
    this.#mask = bits - 1;
  }

  add(hash: number): void {
    const bit = hash & this.#mask;
    this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }

  /** True for each added hash. */
  mayHave(hash: number): boolean {
    const bit = hash & this.#mask;
    return ((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}
