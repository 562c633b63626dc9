import type { TokenRole } from '#parse/facts.ts';
import type { TokenBlock, TokenVocabulary } from '#parse/tokens/token-block.ts';

/**
 * Renumbers the words and texts of token records of different blocks, which number them independently, with common
 * numbers: records are compared and copied as numbers, without building their texts.
 */
export class CommonNumbers implements TokenVocabulary {
  /** By role, then kind: an index of `words`. */
  readonly #wordNumbers = new Map<TokenRole, Map<string, number>>();
  readonly words: [role: TokenRole, kind: string][] = [];
  readonly #textNumbers = new Map<string, number>();
  readonly texts: string[] = [];
  #block: TokenBlock | undefined;
  /** Common numbers by the numbers of the current block; -1 if not yet assigned. */
  #wordOf = new Int32Array();
  #textOf = new Int32Array();

  /** @returns the record as `TokenBlock.numbers` does, with common numbers: equal records have equal numbers */
  of(block: TokenBlock, position: number): Int32Array {
    if (block !== this.#block) this.#open(block);
    const numbers = block.numbers(position);
    const leaves = numbers.length / 3;
    for (let at = 0; at < leaves; at++) {
      numbers[at] = this.#word(block, numbers[at] ?? 0);
      numbers[leaves + at] = this.#text(block, numbers[leaves + at] ?? 0);
    }
    return numbers;
  }

  #open(block: TokenBlock): void {
    this.#block = block;
    this.#wordOf = new Int32Array(block.words.length).fill(-1);
    this.#textOf = new Int32Array(block.texts.length).fill(-1);
  }

  #word(block: TokenBlock, at: number): number {
    const known = this.#wordOf[at] ?? -1;
    if (known >= 0) return known;
    const word = block.words[at];
    if (word === undefined) throw new RangeError('invalid word in a block of tokens');
    const [role, kind] = word;
    const ofRole = this.#wordNumbers.get(role) ?? new Map<string, number>();
    this.#wordNumbers.set(role, ofRole);
    const number = ofRole.get(kind) ?? this.words.push(word) - 1;
    ofRole.set(kind, number);
    this.#wordOf[at] = number;
    return number;
  }

  #text(block: TokenBlock, at: number): number {
    const known = this.#textOf[at] ?? -1;
    if (known >= 0) return known;
    const text = block.texts[at] ?? '';
    const number = this.#textNumbers.get(text) ?? this.texts.push(text) - 1;
    this.#textNumbers.set(text, number);
    this.#textOf[at] = number;
    return number;
  }
}
