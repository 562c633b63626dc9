const SEED_HIGH = 0x243f6a88;
const SEED_LOW = 0x85a308d3;

/**
 * A 64-bit hash of a sequence of elements, as two signed 32-bit halves. Each step is a bijection of the state for a
 * given element, and of the element for a given state; the elements are SHA-256 hashes already. `sequence_hash.rs`
 * computes the same.
 */
export class SequenceHash {
  high = 0;
  low = 0;

  begin(): void {
    this.high = SEED_HIGH;
    this.low = SEED_LOW | 0;
  }

  /**
   * @param closings number of brackets that close after the element
   * @param numbered of a numbered name its number and 1, else 0
   */
  add(high: number, low: number, closings: number, numbered: number): void {
    const x = this.low ^ low ^ Math.imul(closings, 0x9e3779b1);
    this.low = (Math.imul((x << 13) | (x >>> 19), 0x85ebca6b) + this.high) | 0;
    const y = this.high ^ high ^ Math.imul(numbered, 0x27d4eb2f);
    this.high = (Math.imul((y << 17) | (y >>> 15), 0xc2b2ae35) + this.low) | 0;
  }

  /** Spreads the last elements over all bits. */
  finish(): void {
    let low = this.low ^ (this.low >>> 16);
    low = Math.imul(low, 0x85ebca6b);
    low ^= low >>> 13;
    let high = (this.high + low) | 0;
    high = Math.imul(high ^ (high >>> 15), 0xc2b2ae35);
    this.high = high ^ (high >>> 16);
    this.low = (low + this.high) | 0;
  }
}
