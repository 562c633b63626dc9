import { hash } from 'node:crypto';
import type { TokenRole } from '#parse/facts.ts';
import type { TokenBlock } from '#parse/tokens/token-block.ts';

/**
 * Identifies equal token records in different blocks, which number words and texts independently: all are renumbered,
 * so that a record is hashed as numbers without building its texts.
 */
export class RecordDigests {
  readonly #words = new Map<TokenRole, Map<string, number>>();
  #lastWord = 0;
  readonly #texts = new Map<string, number>();
  #block: TokenBlock | undefined;
  /** Own numbers by the numbers of the current block; 0 if not yet assigned. */
  #wordOf = new Int32Array();
  #textOf = new Int32Array();

  /** @returns a digest that is equal exactly for equal records, independent of their first line */
  of(block: TokenBlock, position: number): string {
    if (block !== this.#block) this.#open(block);
    const numbers = Int32Array.from(block.numbers(position));
    const leaves = numbers.length / 3;
    for (let at = 0; at < leaves; at++) {
      numbers[at] = this.#word(block, numbers[at] ?? 0);
      numbers[leaves + at] = this.#text(block, numbers[leaves + at] ?? 0);
    }
    return hash('sha256', numbers, 'base64');
  }

  #open(block: TokenBlock): void {
    this.#block = block;
    this.#wordOf = new Int32Array(block.words.length);
    this.#textOf = new Int32Array(block.texts.length);
  }

  #word(block: TokenBlock, at: number): number {
    const known = this.#wordOf[at] ?? 0;
    if (known > 0) return known;
    const word = block.words[at];
    if (word === undefined) throw new RangeError('invalid word in a block of tokens');
    const [role, kind] = word;
    const ofRole = this.#words.get(role) ?? new Map<string, number>();
    this.#words.set(role, ofRole);
    const number = ofRole.get(kind) ?? ++this.#lastWord;
    ofRole.set(kind, number);
    this.#wordOf[at] = number;
    return number;
  }

  #text(block: TokenBlock, at: number): number {
    const known = this.#textOf[at] ?? 0;
    if (known > 0) return known;
    const text = block.texts[at] ?? '';
    const number = this.#texts.get(text) ?? this.#texts.size + 1;
    this.#texts.set(text, number);
    this.#textOf[at] = number;
    return number;
  }
}
