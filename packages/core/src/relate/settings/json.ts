import { invalidAt, SettingError } from './setting-error.ts';

/** A JSON value. Numbers, `false` and null are not distinguished: no setting that is read has one. */
export type Json = string | true | readonly Json[] | JsonTable | null;
export type JsonTable = ReadonlyMap<string, Json>;

const DEEPEST = 64;

/**
 * Reads JSON with comments and trailing commas, as `tsconfig.json` may have them. Linear in the text. Both engines accept
 * the same texts.
 *
 * @throws {SettingError}
 */
export function parseJson(text: string): Json {
  return new JsonReader(text).document();
}

const ESCAPES: Readonly<Record<string, string | undefined>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) throw this.#invalid();
    return value;
  }

  #value(depth: number): Json {
    if (depth > DEEPEST) throw new SettingError(`nested more than ${DEEPEST} levels deep`);
    this.#blank();
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === '[') return this.#list(depth);
    if (first === '{') return this.#table(depth);
    const start = this.#at;
    while (/^[-+.0-9A-Za-z]$/.test(this.#text[this.#at] ?? '')) this.#at++;
    if (this.#at === start) throw this.#invalid();
    return this.#text.slice(start, this.#at) === 'true' ? true : null;
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

  #table(depth: number): JsonTable {
    const table = new Map<string, Json>();
    this.#at++;
    while (!this.#ends('}')) {
      if (this.#text[this.#at] !== '"') throw this.#invalid();
      const key = this.#string();
      this.#blank();
      if (this.#text[this.#at] !== ':') throw this.#invalid();
      this.#at++;
      table.set(key, this.#value(depth + 1));
      this.#separator('}');
    }
    return table;
  }

  /** Whether the list or table ends here; if so, its end is consumed. */
  #ends(bracket: string): boolean {
    this.#blank();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  /** A comma, or the end, which is not consumed. */
  #separator(bracket: string): void {
    this.#blank();
    const next = this.#text[this.#at];
    if (next === ',') this.#at++;
    else if (next !== bracket) throw this.#invalid();
  }

  #string(): string {
    let value = '';
    let start = ++this.#at;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character === '\n') throw this.#invalid();
      if (character === '"') {
        value += this.#text.slice(start, this.#at++);
        return value.replace(/\p{Surrogate}/gu, '\ufffd');
      }
      if (character === '\\') {
        value += this.#text.slice(start, this.#at);
        value += this.#escape();
        start = this.#at;
      } else this.#at++;
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter !== 'u') {
      const value = ESCAPES[letter];
      if (value === undefined) throw this.#invalid();
      this.#at += 2;
      return value;
    }
    const digits = this.#text.slice(this.#at + 2, this.#at + 6);
    if (!/^[0-9A-Fa-f]{4}$/.test(digits)) throw this.#invalid();
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  /** Skips white space and comments. */
  #blank(): void {
    for (;;) {
      const rest = this.#text[this.#at];
      if (rest === ' ' || rest === '\t' || rest === '\n' || rest === '\r') this.#at++;
      else if (this.#text.startsWith('//', this.#at)) {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else if (this.#text.startsWith('/*', this.#at)) {
        const end = this.#text.indexOf('*/', this.#at + 2);
        if (end < 0) throw this.#invalid();
        this.#at = end + 2;
      } else return;
    }
  }

  #invalid(): SettingError {
    return invalidAt('JSON', this.#text, this.#at);
  }
}

/** The value of a key of a table; null for `true` and anything else. */
export function at(value: Json | undefined, key: string): Json {
  const found = value instanceof Map ? (value.get(key) ?? null) : null;
  return found === true ? null : found;
}

export function textAt(value: Json | undefined, key: string): string | undefined {
  const found = at(value, key);
  return typeof found === 'string' ? found : undefined;
}

export function tableAt(value: Json | undefined, key: string): JsonTable | undefined {
  const found = at(value, key);
  return isTable(found) ? found : undefined;
}

export function isTable(value: Json): value is JsonTable {
  return value instanceof Map;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The strings of a list; a string counts as a list of one. */
export function texts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return isList(value) ? value.filter((it): it is string => typeof it === 'string') : [];
}
