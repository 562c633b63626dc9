import { Automaton } from '../globs/automaton.ts';
import type { Wildmatch } from './wildmatch.ts';

interface WildcardRule extends Pick<Wildmatch, 'prefix' | 'ending'> {
  /** Among all rules of the file. */
  index: number;
  automaton: Automaton;
}

interface Shelf {
  /** By index. */
  rules: WildcardRule[];
  /** The search that tried them last. */
  search: number;
}

/** Up to here each rule is tried: most files have less, and looking up the pieces of a path takes as long. */
const MAX_TRIED = 32;
/** Bytes of a piece by which rules are found. */
const PIECE = 3;

/**
 * Rules of one file with wildcards. Many are found by the first bytes of their longest literal piece, which each text
 * that matches contains: the rules of a file must not multiply with the paths. Strings have one character for each byte.
 */
export class WildcardRules {
  readonly #all: Shelf = { rules: [], search: 0 };
  readonly #byPiece = new Map<number, Shelf>();
  #searches = 0;

  /** @param index above that of each earlier rule */
  add(index: number, { steps, prefix, ending, piece }: Wildmatch): void {
    const rule = { index, prefix, ending, automaton: new Automaton(steps) };
    this.#all.rules.push(rule);
    const key = keyOf(piece, 0, Math.min(piece.length, PIECE));
    const shelf = this.#byPiece.get(key);
    if (shelf === undefined) this.#byPiece.set(key, { rules: [rule], search: 0 });
    else shelf.rules.push(rule);
  }

  /** @returns the index of the last rule after `best` that applies and matches, else `best` */
  last(text: string, best: number, applies: (index: number) => boolean): number {
    const search = ++this.#searches;
    let last = best;
    for (const shelf of this.#shelvesOf(text)) {
      if (shelf.search === search) continue;
      shelf.search = search;
      last = lastOf(shelf.rules, text, last, applies);
    }
    return last;
  }

  *#shelvesOf(text: string): Generator<Shelf> {
    if (this.#all.rules.length <= MAX_TRIED) {
      yield this.#all;
      return;
    }
    for (let at = 0; at <= text.length; at++) {
      for (let length = at === 0 ? 0 : 1; length <= PIECE && at + length <= text.length; length++) {
        const shelf = this.#byPiece.get(keyOf(text, at, length));
        if (shelf !== undefined) yield shelf;
      }
    }
  }
}

function lastOf(rules: readonly WildcardRule[], text: string, best: number, applies: (index: number) => boolean) {
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i];
    if (rule === undefined || rule.index <= best) break;
    if (applies(rule.index) && matches(rule, text)) return rule.index;
  }
  return best;
}

function matches({ prefix, ending, automaton }: WildcardRule, text: string): boolean {
  return text.startsWith(prefix) && text.endsWith(ending) && automaton.reads(text);
}

/** A number for up to three bytes, also for none. */
function keyOf(text: string, at: number, length: number): number {
  let key = length;
  for (let i = at; i < at + length; i++) key = key * 256 + text.charCodeAt(i);
  return key;
}
