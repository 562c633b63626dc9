import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';

/** Longer literals are cut. */
const LONGEST_TEXT = 200;

type Difference = EvidenceData['differences'][number];

interface Place {
  role: TokenRole;
  /** In the first copy. */
  line: number;
  /** By copy. */
  texts: string[];
}

/** Where copies of a function differ. Their streams are equal but for texts, so leaves are compared by position. */
export class Differences {
  #first: TokenRecord | undefined;
  #copies = 0;
  /** By the place of the leaf. */
  readonly #places = new Map<number, Place>();

  add(record: TokenRecord): void {
    const copy = this.#copies++;
    this.#first ??= record;
    const first = this.#first;
    if (record.text.length !== first.text.length) throw new RangeError('copies of a function differ in their length');
    for (const place of this.#places.values()) place.texts.push(place.texts[0] ?? '');
    for (const [leaf, text] of record.text.entries()) {
      // Where a function speaks of itself, copies agree whatever they are called.
      if (text === first.text[leaf] || first.role[leaf] === 'self') continue;
      const place = this.#places.get(leaf);
      if (place !== undefined) place.texts[copy] = text;
      else this.#places.set(leaf, placeOf(first, leaf, copy, text));
    }
  }

  /**
   * @param names of the copies within the answer
   * @returns in order of position; names that differ in the same way at several places once
   */
  list(names: readonly string[]): Difference[] {
    const distinct = new Map<string, Place>();
    for (const [, place] of [...this.#places].sort(([a], [b]) => a - b)) {
      const key = JSON.stringify([place.role, place.texts]);
      if (!distinct.has(key)) distinct.set(key, place);
    }
    return [...distinct.values()].map(({ role, line, texts }) => ({ role, line, values: valuesOf(texts, names) }));
  }
}

function placeOf(first: TokenRecord, leaf: number, copy: number, text: string): Place {
  const texts = Array.from({ length: copy }, () => first.text[leaf] ?? '');
  return { role: first.role[leaf] ?? 'literal', line: first.line[leaf] ?? 0, texts: [...texts, text] };
}

function valuesOf(texts: readonly string[], names: readonly string[]): Difference['values'] {
  const copies = new Map<string, string[]>();
  for (const [copy, text] of texts.entries()) {
    const having = copies.get(text) ?? [];
    copies.set(text, having);
    having.push(names[copy] ?? '');
  }
  return [...copies].map(([text, ids]) => ({ text: cut(text), evidence_ids: ids }));
}

function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  // Two units a character at most.
  const characters = Array.from(text.slice(0, 2 * LONGEST_TEXT + 2));
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}
