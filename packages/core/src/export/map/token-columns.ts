import type { TokenRecord, TokenRole } from '#parse/facts.ts';

/** Roles of leaves that are spelled in the source as they are in the record. */
const NAMES: ReadonlySet<TokenRole> = new Set(['variable', 'property', 'type', 'label', 'function', 'command', 'self']);
/** What stands before or after a word, were the word longer. */
const WORD = /[\p{L}\p{N}_$]/u;
/** The same of ASCII, by code: a property of Unicode is looked up far more slowly. */
const ASCII_WORD: readonly boolean[] = Array.from({ length: 0x80 }, (_, code) => WORD.test(String.fromCharCode(code)));
/** Half of a scalar value that takes two UTF-16 units. */
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Where the tokens of a function stand in its lines. A token record says the line of a leaf; the column is found again
 * by its text. Names are found for certain as long as no comment before them on the line spells the same name; what a
 * record holds in another spelling than the source (a normalised number) gets the column where the search is.
 *
 * @param lines of the declaration
 * @param firstLine number of the first of them
 * @param name what the function is called; a place where it is declared is none of a token, for it has no leaf
 * @returns 1-based columns in Unicode scalar values, aligned with the record
 */
export function tokenColumns(record: TokenRecord, lines: readonly string[], firstLine: number, name: string): number[] {
  const open = new Map<number, OpenLine>();
  const openLine = (line: number): OpenLine => {
    const opened = open.get(line) ?? new OpenLine(lines[line] ?? '');
    open.set(line, opened);
    return opened;
  };
  for (const line of lines.keys()) if (openLine(line).declares(name)) break;
  return record.text.map((text, index) => {
    const at = openLine((record.line[index] ?? firstLine) - firstLine);
    return NAMES.has(record.role[index] ?? 'syntax') ? at.name(text) : at.other(text);
  });
}

/** A line of which some places are taken by the tokens that came before. */
class OpenLine {
  readonly #text: string;
  /** By UTF-16 unit: 1 where a token is. */
  readonly #taken: Uint8Array;
  /** Then the column of a unit must be counted. */
  readonly #hasSurrogates: boolean;
  /** Behind the name that was found last. */
  #cursor = 0;

  constructor(text: string) {
    this.#text = text;
    this.#taken = new Uint8Array(text.length);
    this.#hasSurrogates = SURROGATE.test(text);
  }

  /** @returns whether the name of the function stands here, which is then no place of a token */
  declares(name: string): boolean {
    const at = this.#free(name, 0);
    if (at !== undefined) this.#take(at, name);
    return at !== undefined;
  }

  /**
   * Names come in source order but for some that operators move, so one that is not found behind the last is looked for
   * before it. A name that stands once in the source and twice in the stream (`{x}`) gets its one place twice.
   */
  name(text: string): number {
    const free = this.#free(text, this.#cursor) ?? this.#free(text, 0);
    if (free !== undefined) {
      this.#take(free, text);
      this.#cursor = free + text.length;
    }
    return this.#column(free ?? this.#place(text, 0) ?? this.#cursor);
  }

  /** Literals and operators; only where they are found whole do they take a place, so that no name in them is one. */
  other(text: string): number {
    for (const spelled of spellings(text)) {
      const free = this.#free(spelled, this.#cursor) ?? this.#free(spelled, 0);
      if (free === undefined) continue;
      this.#take(free, spelled);
      return this.#column(free);
    }
    return this.#column(this.#cursor);
  }

  #free(text: string, from: number): number | undefined {
    let at = this.#place(text, from);
    while (at !== undefined && this.#taken[at] === 1) at = this.#place(text, at + 1);
    return at;
  }

  /** Where the text next stands and is no part of a longer word. */
  #place(text: string, from: number): number | undefined {
    if (text === '') return undefined;
    for (let at = this.#text.indexOf(text, from); at >= 0; at = this.#text.indexOf(text, at + 1)) {
      const end = at + text.length;
      if (!joins(text, 0, this.#text, at - 1) && !joins(text, text.length - 1, this.#text, end)) return at;
    }
    return undefined;
  }

  #take(at: number, text: string): void {
    this.#taken.fill(1, at, at + text.length);
  }

  #column(end: number): number {
    if (!this.#hasSurrogates) return end + 1;
    let count = 1;
    for (let unit = 0; unit < end; unit += (this.#text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1) count++;
    return count;
  }
}

/** Whether the units at two places are both there and of one word. */
function joins(inner: string, innerAt: number, outer: string, outerAt: number): boolean {
  return isWord(inner, innerAt) && isWord(outer, outerAt);
}

function isWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  return ASCII_WORD[text.charCodeAt(at)] ?? WORD.test(text.charAt(at));
}

/** A text in JSON may be one in other quotes, or none of its quotes may be in the source. */
function spellings(text: string): string[] {
  if (!/^".+"$/s.test(text)) return [text];
  const bare = text.slice(1, -1);
  return [text, `'${bare}'`, `\`${bare}\``, bare];
}
