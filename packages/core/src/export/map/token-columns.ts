import type { TokenRecord } from '#parse/facts.ts';

/** What stands before or after a word, were the word longer. */
const WORD = /[\p{L}\p{N}_$]/u;

/**
 * Where the tokens of a function stand in its lines. A token record says the line of a leaf; the column is found again
 * by its text. Names are found for certain as long as no comment before them on the line spells the same name; what a
 * record holds in another spelling than the source (a normalised number) gets the column where the search is.
 *
 * @param lines of the declaration
 * @param firstLine number of the first of them
 * @returns 1-based columns in Unicode scalar values, aligned with the record
 */
export function tokenColumns(record: TokenRecord, lines: readonly string[], firstLine: number): number[] {
  const open = new Map<number, OpenLine>();
  return record.text.map((text, index) => {
    const line = (record.line[index] ?? firstLine) - firstLine;
    let at = open.get(line);
    if (at === undefined) {
      at = new OpenLine(lines[line] ?? '');
      open.set(line, at);
    }
    return at.column(text, record.role[index] === 'syntax');
  });
}

/** A line of which some places are taken by the tokens that came before. */
class OpenLine {
  readonly #text: string;
  readonly #taken = new Set<number>();
  /** Of each text, behind the place that was given last. */
  #cursor = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The stream is in source order but for operators, which may come before what they join; so they leave the cursor,
   * and a name that is not found behind it is looked for before it. A name that stands once in the source and twice in
   * the stream (`{x}`) gets its one place twice.
   */
  column(text: string, isSyntax: boolean): number {
    if (text === '') return scalars(this.#text, this.#cursor) + 1;
    const free = this.#find(text, this.#cursor) ?? this.#find(text, 0);
    const at = free ?? this.#any(text) ?? this.#cursor;
    this.#taken.add(at);
    if (!isSyntax && free !== undefined) this.#cursor = at + text.length;
    return scalars(this.#text, at) + 1;
  }

  #find(text: string, from: number): number | undefined {
    for (let at = this.#text.indexOf(text, from); at >= 0; at = this.#text.indexOf(text, at + 1)) {
      if (!this.#taken.has(at) && this.#isWhole(text, at)) return at;
    }
    return undefined;
  }

  #any(text: string): number | undefined {
    for (let at = this.#text.indexOf(text); at >= 0; at = this.#text.indexOf(text, at + 1)) {
      if (this.#isWhole(text, at)) return at;
    }
    return undefined;
  }

  /** Whether it is no part of a longer word. */
  #isWhole(text: string, at: number): boolean {
    const joins = (inner: string | undefined, outer: string | undefined): boolean =>
      inner !== undefined && outer !== undefined && WORD.test(inner) && WORD.test(outer);
    return !joins(text[0], this.#text[at - 1]) && !joins(text.at(-1), this.#text[at + text.length]);
  }
}

function scalars(text: string, end: number): number {
  let count = 0;
  for (let unit = 0; unit < end; unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1) count++;
  return count;
}
