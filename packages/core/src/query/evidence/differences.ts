import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { redacted } from '../redact/secrets.ts';

/** Longer literals are cut. */
const MAX_TEXT_LENGTH = 200;

export type Difference = EvidenceData['differences'][number];

interface LeafDifference {
  role: TokenRole;
  /** Line in the first copy. */
  line: number;
  /** Texts by copy. */
  texts: string[];
}

/** Finds the differences of copies. Their streams differ only in texts, so leaves are compared by position. */
export class Differences {
  #first: TokenRecord | undefined;
  #copies = 0;
  /** By leaf index. */
  readonly #differences = new Map<number, LeafDifference>();

  add(record: TokenRecord): void {
    const copy = this.#copies++;
    this.#first ??= record;
    const first = this.#first;
    if (record.text.length !== first.text.length) throw new RangeError('copies of a function differ in length');
    for (const difference of this.#differences.values()) difference.texts.push(difference.texts[0] ?? '');
    // Of copies with equal leaves.
    if (record.text === first.text) return;
    for (const [leaf, text] of record.text.entries()) {
      // References of a function to itself are equal in all copies.
      if (text === first.text[leaf] || first.role[leaf] === 'self') continue;
      const difference = this.#differences.get(leaf);
      if (difference !== undefined) difference.texts[copy] = text;
      else this.#differences.set(leaf, differenceOf(first, leaf, copy, text));
    }
  }

  /**
   * @param names of the copies in the answer
   * @returns ordered by position; names that differ in the same way at several positions are listed once
   */
  list(names: readonly string[]): Difference[] {
    const distinct = new Map<string, LeafDifference>();
    for (const [, difference] of [...this.#differences].sort(([a], [b]) => a - b)) {
      const key = JSON.stringify([difference.role, difference.texts]);
      if (!distinct.has(key)) distinct.set(key, difference);
    }
    return [...distinct.values()].map(({ role, line, texts }) => ({ role, line, values: valuesOf(texts, names) }));
  }
}

function differenceOf(first: TokenRecord, leaf: number, copy: number, text: string): LeafDifference {
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
  return [...copies].map(([text, ids]) => ({ text: cutText(redacted(text)), evidence_ids: ids }));
}

/** Cuts a text at 200 characters. */
export function cutText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // A character has at most two units.
  const characters = Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 2));
  return characters.length <= MAX_TEXT_LENGTH ? text : `${characters.slice(0, MAX_TEXT_LENGTH - 1).join('')}…`;
}
