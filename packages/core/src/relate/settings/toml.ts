import type { Json, JsonTable } from './json.ts';
import { invalidAt, SettingError } from './setting-error.ts';
import { TomlTable } from './toml-table.ts';

/** As in JSON files. */
const DEEPEST = 64;

const SCALAR = new RegExp(
  [
    '^(?:true|false|[+-]?(?:inf|nan)',
    '[+-]?(?:0|[1-9](?:_?[0-9])*)(?:[.][0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?',
    '0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*',
    '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?',
    '[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?)$',
  ].join('|'),
);

const ESCAPES: Readonly<Record<string, string | undefined>> = {
  '"': '"',
  '\\': '\\',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const DIGITS: Readonly<Record<string, number | undefined>> = { x: 2, u: 4, U: 8 };

/**
 * Reads TOML 1.1. Numbers, booleans and dates are null, as in `Json`. Linear in the text. Both engines accept the same
 * texts and name the same line of an error; a library for each of them would not (`docs/ARCHITECTURE.md`, libraries).
 *
 * https://toml.io/en/v1.1.0
 *
 * @throws {SettingError}
 */
export function parseToml(text: string): JsonTable {
  return new TomlReader(text).document();
}

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonTable {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    const root = new TomlTable();
    let [table, depth] = [root, 0];
    for (;;) {
      this.#blank(true);
      if (this.#at >= this.#text.length) return root.value();
      if (this.#text[this.#at] === '[') {
        const isList = this.#text[this.#at + 1] === '[';
        const bracket = isList ? ']]' : ']';
        this.#at += bracket.length;
        const keys = this.#keys(0);
        if (!this.#text.startsWith(bracket, this.#at)) throw this.#invalid();
        [table, depth] = [this.#unique(root.section(keys, isList)), keys.length];
        this.#at += bracket.length;
      } else this.#pair(table, depth);
      this.#endOfLine();
    }
  }

  /** `key = value`, added to a table. */
  #pair(table: TomlTable, depth: number): void {
    const keys = this.#keys(depth);
    if (this.#text[this.#at] !== '=') throw this.#invalid();
    this.#at++;
    this.#blank(false);
    const start = this.#at;
    const value = this.#value(depth + keys.length);
    if (!table.set(keys, value)) throw this.#duplicate(start);
  }

  /** `a."b".c`, with the blanks after it. */
  #keys(depth: number): string[] {
    const keys: string[] = [];
    for (;;) {
      this.#blank(false);
      keys.push(this.#key());
      if (depth + keys.length > DEEPEST) throw new SettingError(`nested more than ${DEEPEST} levels deep`);
      this.#blank(false);
      if (this.#text[this.#at] !== '.') return keys;
      this.#at++;
    }
  }

  #key(): string {
    const quote = this.#text[this.#at];
    if (quote === '"' || quote === "'") return this.#string(quote);
    const start = this.#at;
    while (/^[-_0-9A-Za-z]$/.test(this.#text[this.#at] ?? '')) this.#at++;
    if (this.#at === start) throw this.#invalid();
    return this.#text.slice(start, this.#at);
  }

  #value(depth: number): Json {
    if (depth > DEEPEST) throw new SettingError(`nested more than ${DEEPEST} levels deep`);
    const first = this.#text[this.#at];
    if (first === '"' || first === "'") {
      const long = first.repeat(3);
      return this.#text.startsWith(long, this.#at) ? this.#longString(first) : this.#string(first);
    }
    if (first === '[') return this.#list(depth);
    if (first === '{') return this.#inlineTable(depth);
    return this.#scalar();
  }

  #scalar(): null {
    const start = this.#at;
    const word = /^[-+.:_0-9A-Za-z]$/;
    while (word.test(this.#text[this.#at] ?? '')) this.#at++;
    // A date and a time can have a space between them.
    if (this.#at === start + 10 && /^ [0-9]/.test(this.#text.slice(this.#at, this.#at + 2))) {
      this.#at++;
      while (word.test(this.#text[this.#at] ?? '')) this.#at++;
    }
    if (!SCALAR.test(this.#text.slice(start, this.#at))) throw this.#invalid(start);
    return null;
  }

  #list(depth: number): Json[] {
    const items: Json[] = [];
    this.#at++;
    while (!this.#ends(']')) {
      items.push(this.#value(depth + 1));
      this.#separator(']');
    }
    return items;
  }

  #inlineTable(depth: number): JsonTable {
    const table = new TomlTable();
    this.#at++;
    while (!this.#ends('}')) {
      this.#pair(table, depth);
      this.#separator('}');
    }
    return table.value();
  }

  /** Whether the list or table ends here; if so, its end is consumed. */
  #ends(bracket: string): boolean {
    this.#blank(true);
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  /** A comma, or the end, which is not consumed. */
  #separator(bracket: string): void {
    this.#blank(true);
    const next = this.#text[this.#at];
    if (next === ',') this.#at++;
    else if (next !== bracket) throw this.#invalid();
  }

  #string(quote: string): string {
    const start = this.#at++;
    return this.#content(start, (character) => {
      if (character !== quote) return 0;
      this.#at++;
      return 1;
    });
  }

  /** Up to two quotes can precede the three at its end. */
  #longString(quote: string): string {
    const start = this.#at;
    this.#at += 3;
    if (this.#text[this.#at] === '\r' && this.#text[this.#at + 1] === '\n') this.#at++;
    if (this.#text[this.#at] === '\n') this.#at++;
    return this.#content(start, (character) => {
      if (character !== quote || !this.#text.startsWith(quote.repeat(3), this.#at)) return 0;
      let quotes = 3;
      while (quotes < 5 && this.#text[this.#at + quotes] === quote) quotes++;
      this.#at += quotes;
      return quotes;
    });
  }

  /**
   * The content of a string up to its end.
   *
   * @param start where the string starts
   * @param end consumes the end of the string and returns its length; 0 where the string continues
   */
  #content(start: number, end: (character: string) => number): string {
    const hasEscapes = this.#text[start] === '"';
    const isLong = this.#at > start + 1;
    let value = '';
    let from = this.#at;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) throw this.#invalid(start);
      const length = end(character);
      if (length > 0) return value + this.#text.slice(from, this.#at - (isLong ? 3 : 1));
      if (character === '\\' && hasEscapes) {
        value += this.#text.slice(from, this.#at) + this.#escape(isLong);
        from = this.#at;
      } else {
        const isLineEnd = character === '\n' || (character === '\r' && this.#text[this.#at + 1] === '\n');
        const isControl = (character < ' ' && character !== '\t') || character === '\u007f';
        if (isLineEnd ? !isLong : isControl) throw this.#invalid(start);
        this.#at++;
      }
    }
  }

  #escape(isLong: boolean): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const count = DIGITS[letter];
    if (count !== undefined) {
      const digits = this.#text.slice(this.#at + 2, this.#at + 2 + count);
      if (digits.length < count || !/^[0-9A-Fa-f]+$/.test(digits)) throw this.#invalid();
      const code = Number.parseInt(digits, 16);
      if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) throw this.#invalid();
      this.#at += 2 + count;
      return String.fromCodePoint(code);
    }
    const value = ESCAPES[letter];
    if (value !== undefined) {
      this.#at += 2;
      return value;
    }
    // A backslash at the end of a line removes the white space after it.
    const backslash = this.#at++;
    while (/^[ \t]$/.test(this.#text[this.#at] ?? '')) this.#at++;
    if (!isLong || !/^\r?\n/.test(this.#text.slice(this.#at, this.#at + 2))) throw this.#invalid(backslash);
    while (/^[ \t\r\n]$/.test(this.#text[this.#at] ?? '')) this.#at++;
    return '';
  }

  /** Skips spaces and tabs, and comments and line ends too if `lines`. */
  #blank(lines: boolean): void {
    for (;;) {
      const next = this.#text[this.#at];
      const isLineEnd = next === '\n' || (next === '\r' && this.#text[this.#at + 1] === '\n');
      if (next === ' ' || next === '\t' || (lines && isLineEnd)) this.#at++;
      else if (next === '#' && lines) {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else return;
    }
  }

  #endOfLine(): void {
    this.#blank(false);
    if (this.#at < this.#text.length && !/^(?:#|\r?\n)/.test(this.#text.slice(this.#at, this.#at + 2)))
      throw this.#invalid();
  }

  #unique(table: TomlTable | undefined): TomlTable {
    if (table === undefined) throw this.#duplicate(this.#at);
    return table;
  }

  #invalid(offset = this.#at): SettingError {
    return invalidAt('TOML', this.#text, offset);
  }

  #duplicate(offset: number): SettingError {
    return invalidAt('TOML: duplicate key', this.#text, offset);
  }
}
