import { decodeUnits, type Units } from '#parse/elements/element-block.ts';

/** Bytes of blocks above which units are decoded again. */
const MAX_BYTES = 64_000_000;
/** Bytes of a block above which its units are decoded again: a tenth of the time in which they are compared. */
const MAX_BLOCK = 1_000_000;

/** The decoded units of files, for a caller that compares states of a project one after another, most files of which are the same. */
export class DecodedUnits {
  #before = new WeakMap<Uint8Array, Units>();
  #now = new WeakMap<Uint8Array, Units>();
  #bytes = 0;

  /** Starts a state: units that the last one did not use are forgotten. */
  startState(): void {
    this.#before = this.#now;
    this.#now = new WeakMap();
    this.#bytes = 0;
  }

  /** @param elements an element block, the same object in each state */
  of(elements: Uint8Array): Units {
    if (elements.length > MAX_BLOCK) return decodeUnits(elements);
    const known = this.#now.get(elements);
    if (known !== undefined) return known;
    const units = this.#before.get(elements) ?? decodeUnits(elements);
    this.#bytes += elements.length;
    if (this.#bytes <= MAX_BYTES) this.#now.set(elements, units);
    return units;
  }
}
