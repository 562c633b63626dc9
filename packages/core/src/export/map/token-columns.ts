import type { TokenRecord, TokenRole } from '#parse/facts.ts';

/** Roles of leaves whose text in the record equals the source. */
const NAMES: ReadonlySet<TokenRole> = new Set(['variable', 'property', 'type', 'label', 'function', 'command', 'self']);
/** Characters that continue a word. */
const WORD = /[\p{L}\p{N}_$]/u;
/** The same for ASCII as a table, because Unicode property look-ups are much slower. */
const ASCII_WORD: readonly boolean[] = Array.from({ length: 0x80 }, (_, code) => WORD.test(String.fromCharCode(code)));
/** A surrogate. */
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Columns of the tokens of a function. A token record has the line of a leaf; the column is found by searching for its
 * text. A name is found reliably unless a comment before it on the line contains the same name; a leaf whose text differs
 * from the source (a normalized number) gets the current search column.
 *
 * @param lines of the declaration
 * @param firstLine number of the first line
 * @param name of the function; its occurrence in the declaration has no leaf and is skipped
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

/** A line in which the columns of earlier tokens are marked as used. */
class OpenLine {
  readonly #text: string;
  /** By UTF-16 unit: 1 if a token uses it. */
  readonly #taken: Uint8Array;
  /** Whether columns differ from UTF-16 offsets. */
  readonly #hasSurrogates: boolean;
  /** Offset after the last found name. */
  #cursor = 0;

  constructor(text: string) {
    this.#text = text;
    this.#taken = new Uint8Array(text.length);
    this.#hasSurrogates = SURROGATE.test(text);
  }

  /** @returns whether this is the name of the function in its declaration, which is not a token */
  declares(name: string): boolean {
    const at = this.#free(name, 0);
    if (at !== undefined) this.#take(at, name);
    return at !== undefined;
  }

  /**
   * Names are in source order except for some that operators move, so a name that is not found after the last one is
   * searched before it. A name that is once in the source and twice in the stream (`{x}`) gets the same column twice.
   */
  name(text: string): number {
    const free = this.#free(text, this.#cursor) ?? this.#free(text, 0);
    if (free !== undefined) {
      this.#take(free, text);
      this.#cursor = free + text.length;
    }
    return this.#column(free ?? this.#find(text, 0) ?? this.#cursor);
  }

  /** Literals and operators; a complete match marks its columns as used, so that names in it are not found. */
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
    let at = this.#find(text, from);
    while (at !== undefined && this.#taken[at] === 1) at = this.#find(text, at + 1);
    return at;
  }

  /** The next offset of the text as a complete word. */
  #find(text: string, from: number): number | undefined {
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

/** Whether the units at two offsets exist and belong to one word. */
function joins(inner: string, innerAt: number, outer: string, outerAt: number): boolean {
  return isWord(inner, innerAt) && isWord(outer, outerAt);
}

function isWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  return ASCII_WORD[text.charCodeAt(at)] ?? WORD.test(text.charAt(at));
}

/** Spellings of a string in the source: with other quotes, or without quotes. */
function spellings(text: string): string[] {
  if (!/^".+"$/s.test(text)) return [text];
  const bare = text.slice(1, -1);
  return [text, `'${bare}'`, `\`${bare}\``, bare];
}
