import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { leafText } from './leaf-text.ts';

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

/**
 * Where copies of a function differ. Their streams are equal but for texts, so leaves are compared by position,
 * counted from the end: a JavaScript function expression may begin with a name of its own, and only there may a copy
 * have none.
 */
export class Differences {
  #first: TokenRecord | undefined;
  readonly #names: string[] = [];
  /** Leaves that every copy has. */
  #common = Number.POSITIVE_INFINITY;
  /** By the number of leaves behind. */
  readonly #places = new Map<number, Place>();

  /** @param name that the copy is declared by */
  add(record: TokenRecord, name: string): void {
    const copy = this.#names.push(name) - 1;
    this.#first ??= record;
    const first = this.#first;
    const leaves = record.text.length;
    if (Math.abs(leaves - first.text.length) > 1) throw new RangeError('copies of a function differ in their length');
    this.#common = Math.min(this.#common, leaves);
    for (const place of this.#places.values()) place.texts.push(place.texts[0] ?? '');
    for (let behind = 0; behind < Math.min(leaves, first.text.length); behind++) {
      const text = record.text[leaves - 1 - behind] ?? '';
      const itsFirst = first.text[first.text.length - 1 - behind] ?? '';
      const place = this.#places.get(behind);
      if (place !== undefined) place.texts[copy] = text;
      else if (text !== itsFirst) this.#places.set(behind, this.#place(first, behind, copy, text));
    }
  }

  /**
   * @param names of the copies within the answer
   * @returns in order of position; names that differ in the same way at several places once
   */
  list(names: readonly string[]): Difference[] {
    const inOrder = [...this.#places].filter(([behind]) => behind < this.#common).sort(([a], [b]) => b - a);
    const declared = inOrder.findIndex(([, { texts, role }]) => this.#areOwnNames(texts, role));
    const distinct = new Map<string, Place>();
    for (const [index, [, place]] of inOrder.entries()) {
      // A function's own name is no parameter of it.
      if (index === declared) continue;
      const key = JSON.stringify([place.role, place.texts]);
      if (!distinct.has(key)) distinct.set(key, place);
    }
    return [...distinct.values()].map(({ role, line, texts }) => ({
      role,
      line,
      values: valuesOf(role, texts, names),
    }));
  }

  #place(first: TokenRecord, behind: number, copy: number, text: string): Place {
    const leaf = first.text.length - 1 - behind;
    const texts = Array.from({ length: copy }, () => first.text[leaf] ?? '');
    return { role: first.role[leaf] ?? 'literal', line: first.line[leaf] ?? 0, texts: [...texts, text] };
  }

  #areOwnNames(texts: readonly string[], role: TokenRole): boolean {
    return texts.every((text, copy) => leafText(role, text) === this.#names[copy]);
  }
}

function valuesOf(role: TokenRole, texts: readonly string[], names: readonly string[]): Difference['values'] {
  const copies = new Map<string, string[]>();
  for (const [copy, text] of texts.entries()) {
    const having = copies.get(text) ?? [];
    copies.set(text, having);
    having.push(names[copy] ?? '');
  }
  return [...copies].map(([text, ids]) => ({ text: cut(leafText(role, text)), evidence_ids: ids }));
}

function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  // Two units a character at most.
  const characters = Array.from(text.slice(0, 2 * LONGEST_TEXT + 2));
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}
