import { grown } from '../grown.ts';

/** The texts of the leaves of a tree by node, each string once. */
export class LeafTexts {
  #number: Uint32Array;
  readonly #texts = [''];
  readonly #numbers = new Map<string, number>();

  /** @param expected number of nodes */
  constructor(expected: number) {
    this.#number = new Uint32Array(expected);
  }

  /** @param text maybe a part of a longer string, which is not retained */
  set(node: number, text: string): void {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      const own = ownString(text);
      number = this.#texts.push(own) - 1;
      this.#numbers.set(own, number);
    }
    const { length } = this.#number;
    if (node >= length) this.#number = grown(Uint32Array, this.#number, length, Math.max(2 * length, node + 1));
    this.#number[node] = number;
  }

  /** Empty if it has none. */
  of(node: number): string {
    return this.#texts[this.#number[node] ?? 0] ?? '';
  }
}

/** From this length on V8 keeps the complete text in memory for a part of it, here 25 bytes for each byte of the source. */
const MIN_PART = 13;

/** A copy of a part. oxc writes no half surrogate pairs. */
export function ownString(part: string): string {
  return part.length < MIN_PART ? part : Buffer.from(part).toString();
}
