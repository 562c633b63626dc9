import type { Findings } from '../findings.ts';
import { grouped, LIMITS } from '../limits.ts';
import { pointerOf } from '../pointer.ts';
import type { RuleDetails, RuleId } from '../rules.ts';
import { quoted, shortened, sign } from '../text/quoted.ts';
import type { ArrayValue, ObjectValue, TextRange, Value } from '../tree.ts';
import { readString } from './read-string.ts';
import { wordValue } from './read-word.ts';

/** What may come next in an object or array. */
type Expected = 'first' | 'item' | 'comma' | 'colon' | 'value';

interface Frame {
  container: ObjectValue | ArrayValue;
  expected: Expected;
  /** The key whose value comes next. */
  name: { text: string; key: TextRange } | undefined;
  /** Offset of the last comma. */
  comma: number;
}

const BLANK = /[ \t\r\n]*/y;
/** Neither white space nor punctuation: numbers, words and unquoted keys. */
const WORD = /[^\s,:{}[\]"'`/]+/y;
/** White space in Unicode that JSON does not allow. */
const OTHER_BLANK = /[^\S \t\r\n]+/y;
const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|#[^\r\n]*/y;
const QUOTE_NAMES: Readonly<Record<string, RuleDetails<'text/quotes'>['quotes']>> = {
  "'": 'single quotes',
  '`': 'backticks',
};

/**
 * Reads JSON (RFC 8259) with error recovery: each syntax error is reported, repaired in the most likely way, and
 * reading goes on to the end of the file. Uses its own stack, so nesting does not grow the call stack.
 *
 * @param text without a byte order mark
 * @returns undefined when nothing could be read
 */
export function readJson(text: string, findings: Findings): Value | undefined {
  return new JsonReader(text, findings).read();
}

class JsonReader {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #stack: Frame[] = [];
  #at = 0;
  #values = 0;
  #root: Value | undefined;

  constructor(text: string, findings: Findings) {
    this.#text = text;
    this.#findings = findings;
  }

  read(): Value | undefined {
    for (;;) {
      this.#skipBlanks();
      const frame = this.#stack.at(-1);
      if (this.#at >= this.#text.length) return this.#end();
      if (frame === undefined && this.#root !== undefined) {
        const found = sign(this.#text.slice(this.#at, this.#at + 200));
        this.#report('text/after-end', this.#at, this.#text.length, { found });
        return this.#root;
      }
      if (frame === undefined) this.#readRoot();
      else this.#step(frame);
      if (this.#findings.isFatal) return this.#root;
    }
  }

  #readRoot(): void {
    const word = this.#match(WORD);
    const begins = word === '' ? '{["\'`'.includes(this.#peek()) : /^(?:true|false|null|[-+.]?\d.*)$/.test(word);
    if (begins) {
      this.#readValue();
      return;
    }
    const found = sign(word === '' ? this.#peek() : word);
    this.#report('text/no-json', this.#at, this.#at + Math.max(1, word.length), { found });
  }

  #step(frame: Frame): void {
    const character = this.#peek();
    if (character === '}' || character === ']') this.#close(frame, character);
    else if (character === ',') this.#comma(frame);
    else if (character === ':' && frame.expected !== 'colon') this.#unexpected(frame);
    else if (frame.expected === 'colon') this.#colon(frame);
    else if (frame.expected === 'comma') this.#missingComma(frame);
    else if (frame.container.kind === 'object' && frame.expected !== 'value') this.#readName(frame);
    else this.#readValue();
  }

  #comma(frame: Frame): void {
    if (frame.expected === 'comma') {
      frame.comma = this.#at;
      frame.expected = 'item';
      frame.name = undefined;
    } else if (frame.expected === 'colon' || frame.expected === 'value') {
      this.#noValue(frame);
      return;
    } else {
      this.#report('text/extra-comma', this.#at, this.#at + 1, { where: 'before' });
    }
    this.#at += 1;
  }

  #close(frame: Frame, character: '}' | ']'): void {
    const { container } = frame;
    if (frame.expected === 'colon' || frame.expected === 'value') this.#noValue(frame);
    if (frame.expected === 'item') this.#report('text/extra-comma', frame.comma, frame.comma + 1, { where: 'after' });
    const isOwn = character === bracketsOf(container).close;
    if (!isOwn) {
      const opened = this.#findings.at(container.start);
      const details = { found: character, ...bracketsOf(container), ...opened };
      this.#report('text/wrong-bracket', this.#at, this.#at + 1, details);
      // It may close an enclosing container; then this container ends here too.
      if (!this.#stack.some((other) => bracketsOf(other.container).close === character)) {
        this.#at += 1;
        if (frame.expected === 'item') frame.expected = 'comma';
        return;
      }
      damage(container);
    }
    if (isOwn) this.#at += 1;
    container.end = this.#at;
    this.#stack.pop();
  }

  #unexpected(frame: Frame): void {
    this.#report('text/unexpected', this.#at, this.#at + 1, { found: sign(this.#peek()) });
    damage(frame.container);
    this.#at += 1;
  }

  #colon(frame: Frame): void {
    const character = this.#peek();
    if (character !== ':') {
      const name = quoted(frame.name?.text ?? '');
      this.#report('text/missing-colon', this.#at, this.#at + 1, { name });
    }
    if (character === ':' || character === '=') this.#at += 1;
    frame.expected = 'value';
  }

  #missingComma(frame: Frame): void {
    const found = sign(this.#match(WORD) || this.#peek());
    this.#report('text/missing-comma', this.#at, this.#at + 1, { found });
    frame.expected = 'item';
  }

  #readName(frame: Frame): void {
    const start = this.#at;
    const character = this.#peek();
    const word = this.#match(WORD);
    if (word !== '') {
      this.#at += word.length;
      const instead = quoted(word);
      this.#report('text/bare-name', start, this.#at, { found: shortened(word), instead });
      frame.name = { text: word, key: { start, end: this.#at } };
    } else if (character === '"' || character in QUOTE_NAMES) {
      frame.name = { text: this.#readText(), key: { start, end: this.#at } };
    } else {
      this.#unexpectedValue(frame);
      return;
    }
    frame.expected = 'colon';
  }

  /** A value in the position of a key is read and dropped, so that the rest can be read. */
  #unexpectedValue(frame: Frame): void {
    if (this.#peek() !== '{' && this.#peek() !== '[') {
      this.#unexpected(frame);
      return;
    }
    this.#report('text/unexpected', this.#at, this.#at + 1, { found: sign(this.#peek()) });
    damage(frame.container);
    this.#open({ attach: false });
    frame.expected = 'comma';
  }

  #readValue(): void {
    const start = this.#at;
    const character = this.#peek();
    if (character === '{' || character === '[') {
      this.#open({ attach: true });
      return;
    }
    if (character === '"' || character in QUOTE_NAMES) {
      const text = this.#readText();
      this.#put({ kind: 'string', text, start, end: this.#at });
      return;
    }
    const word = this.#match(WORD) || character;
    this.#at += word.length;
    this.#put(wordValue(word, start, this.#findings, () => this.#pointer()));
  }

  #readText(): string {
    const start = this.#at;
    const quotes = QUOTE_NAMES[this.#peek()];
    const { text, end } = readString(this.#text, start, this.#findings, () => this.#pointer());
    this.#at = end;
    if (quotes !== undefined) this.#report('text/quotes', start, end, { quotes });
    return text;
  }

  #open({ attach }: { attach: boolean }): void {
    const start = this.#at;
    const container: ObjectValue | ArrayValue =
      this.#peek() === '{'
        ? { kind: 'object', properties: [], damaged: false, start, end: start + 1 }
        : { kind: 'array', items: [], start, end: start + 1 };
    if (attach) this.#put(container);
    if (this.#stack.length >= LIMITS.depth) {
      this.#report('text/too-deep', start, start + 1, { limit: grouped(LIMITS.depth) });
      return;
    }
    this.#at += 1;
    this.#stack.push({ container, expected: 'first', name: undefined, comma: start });
  }

  /** Adds a value to its container. */
  #put(value: Value): void {
    this.#values += 1;
    if (this.#values > LIMITS.values) {
      this.#report('text/too-many-values', value.start, value.start + 1, { limit: grouped(LIMITS.values) });
    }
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      this.#root = value;
      return;
    }
    if (frame.container.kind === 'array') frame.container.items.push(value);
    else if (frame.name !== undefined) {
      const { text, key } = frame.name;
      frame.container.properties.push({ name: text, key, value });
    }
    frame.expected = 'comma';
  }

  #noValue(frame: Frame): void {
    const { text, key } = frame.name ?? { text: '', key: { start: this.#at, end: this.#at } };
    this.#report('text/missing-value', key.start, key.end, { name: quoted(text) });
    this.#put({ kind: 'unreadable', ...key });
  }

  #end(): Value | undefined {
    const frame = this.#stack.at(-1);
    if (this.#root === undefined) this.#report('text/empty', 0, 0, {});
    if (frame === undefined) return this.#root;
    if (frame.expected === 'colon' || frame.expected === 'value') this.#noValue(frame);
    const { start } = frame.container;
    const details = { ...bracketsOf(frame.container), ...this.#findings.at(start) };
    this.#report('text/unclosed', this.#text.length, this.#text.length, details);
    for (const { container } of this.#stack) {
      damage(container);
      container.end = this.#text.length;
    }
    return this.#root;
  }

  #skipBlanks(): void {
    for (;;) {
      this.#at += this.#match(BLANK).length;
      const other = this.#match(OTHER_BLANK);
      const comment = other === '' ? this.#match(COMMENT) : '';
      const length = other.length + comment.length;
      if (length === 0) return;
      if (comment !== '') this.#report('text/comment', this.#at, this.#at + length, {});
      else this.#report('text/unexpected', this.#at, this.#at + length, { found: codes(other) });
      this.#at += length;
    }
  }

  #peek(): string {
    const point = this.#text.codePointAt(this.#at);
    return point === undefined ? '' : String.fromCodePoint(point);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? '';
  }

  #report<Id extends RuleId>(rule: Id, start: number, end: number, details: RuleDetails<Id>): void {
    this.#findings.add(rule, { start, end }, this.#pointer(), details);
  }

  /** The pointer to the value that is being read. */
  #pointer(): string {
    const steps: (string | number)[] = [];
    for (const { container, name, expected } of this.#stack) {
      if (container.kind === 'array') steps.push(container.items.length - (expected === 'comma' ? 1 : 0));
      else if (name !== undefined) steps.push(name.text);
    }
    return pointerOf(steps);
  }
}

function bracketsOf({ kind }: ObjectValue | ArrayValue): Pick<RuleDetails<'text/unclosed'>, 'open' | 'close'> {
  return kind === 'object' ? { open: '{', close: '}' } : { open: '[', close: ']' };
}

function damage(container: ObjectValue | ArrayValue): void {
  if (container.kind === 'object') container.damaged = true;
}

/** Code points of invisible characters, for messages. */
function codes(text: string): string {
  return [...new Set(text)]
    .map((it) => `U+${(it.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(', ');
}
