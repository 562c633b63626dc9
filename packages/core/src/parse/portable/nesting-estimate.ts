/** Bytes of stack by kind of token, above what oxc 0.146 was measured to use for a level that starts with it. */
const BRACKET = 2048;
const MARK = 256;
const WORD = 576;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const DOLLAR = 0x24;
const SINGLE_QUOTE = 0x27;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const ASTERISK = 0x2a;
const COMMA = 0x2c;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const BACKQUOTE = 0x60;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A line break before the word does not end a statement. */
const CONTINUES = 1;
/** An expression follows the word, so that a slash after it starts a regular expression. */
const IS_PREFIX = 2;
/** The statement of the word continues after a closing parenthesis and a line break. */
const IS_HEADER = 4;

/** Traits of words. */
const TRAITS: ReadonlyMap<string, number> = traits([
  [CONTINUES, 'as catch else extends finally from implements in instanceof is of satisfies while'],
  [IS_PREFIX, 'async await case delete do else extends in infer instanceof keyof new of readonly return throw typeof'],
  [IS_PREFIX, 'unique void yield'],
  [IS_HEADER, 'catch do else for if switch while with'],
]);
const HASHES: ReadonlySet<number> = new Set(Array.from(TRAITS.keys(), hashOf));

const IS_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /[A-Za-z0-9_$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const WEIGHTS = Uint16Array.from({ length: 256 }, (_, byte) => {
  if (IS_WORD[byte] === 1) return WORD;
  const text = String.fromCharCode(byte);
  if ('([{<`'.includes(text)) return BRACKET;
  return /[!-/:-@\\^|~]/.test(text) ? MARK : 0;
});

type Opened = 'bracket' | 'template' | 'substitution';
type Before = 'operator' | 'value' | 'close-parenthesis';

interface Level {
  opened: Opened;
  /** Number of tokens since the last comma or statement end. */
  chain: number;
  /** `<` after a value: type arguments, or a comparison. */
  generics: number;
  /** Other `<`: JSX elements that are open, or type assertions. */
  tags: number;
  /** The chain before the JSX element whose closing tag is read. */
  closing: number | undefined;
  /** Whether the statement contains a header. */
  hasHeader: boolean;
}

/** A JSX element that is open. */
interface Tag {
  /** The chain before it. */
  chain: number;
  /** Before the `>` of its opening tag. */
  isHead: boolean;
}

/**
 * How much machine stack the nesting of a JavaScript or TypeScript source makes oxc use, in bytes, from a linear scan
 * of its tokens. `nesting_estimate.rs` of the native engine computes the same numbers, and
 * `fixtures/vectors/nesting.json` holds both to them.
 *
 * oxc calls itself for every level of brackets, tags and types and for every link of a chain (`a.b.c`, `a + b + c`,
 * `else if`). The estimate is the highest sum, over all positions, of the open brackets and of the tokens that precede
 * the position in the same statement or list item of each open level. A closed bracket, a closed JSX element, a comma and
 * the end of a statement take their tokens out of the sum, so that the estimate follows nesting and not size. Strings, comments,
 * templates and regular expressions are skipped by the usual rules of thumb. A source that misleads those rules gets a
 * wrong estimate, never a wrong answer.
 */
export function nestingStack(source: Uint8Array): number {
  return new Scan(source).highest();
}

/** The same for all tokens, independent of nesting: an upper bound. Ten times as fast. */
export function tokenStack(source: Uint8Array): number {
  let sum = 0;
  let before = 0;
  for (let at = 0; at < source.length; at++) {
    const weight = WEIGHTS[source[at] ?? 0] ?? 0;
    if (weight !== WORD || before !== WORD) sum += weight;
    before = weight;
  }
  return sum;
}

class Scan {
  readonly #source: Uint8Array;
  readonly #levels: Level[] = [];
  /** Of all levels, those of the top one last. */
  readonly #tags: Tag[] = [];
  #top = newLevel('bracket');
  #at = 0;
  #sum = 0;
  #highest = 0;
  #before: Before = 'operator';
  #isNewLine = false;
  /** Offset up to which the line has no further closing `'`, `"` or `/`. */
  readonly #unclosed = [0, 0, 0];

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  highest(): number {
    const source = this.#source;
    while (this.#at < source.length) this.#token(source[this.#at] ?? 0);
    return this.#highest;
  }

  #token(byte: number): void {
    if (IS_WORD[byte] === 1) this.#word();
    else if (byte === SPACE || byte === TAB) this.#at++;
    else if (byte === OPEN_PARENTHESIS || byte === OPEN_LIST || byte === OPEN_BRACE) this.#open('bracket');
    else if (byte === CLOSE_PARENTHESIS || byte === CLOSE_LIST || byte === CLOSE_BRACE) this.#closeBracket(byte);
    else if (byte === SINGLE_QUOTE) this.#delimited(0, byte);
    else if (byte === DOUBLE_QUOTE) this.#delimited(1, byte);
    else if (byte === SLASH) this.#slash();
    else if (byte === LESS) this.#openAngle();
    else if (byte === GREATER) this.#closeAngle();
    else if (byte === BACKQUOTE) {
      this.#open('template');
      this.#templateText();
    } else if (byte === LF || byte === CR) {
      this.#isNewLine = true;
      this.#at++;
    } else if (byte === SEMICOLON) {
      this.#endStatement();
      this.#at++;
    } else {
      if (byte === COMMA) this.#endItem();
      this.#mark();
    }
  }

  #add(weight: number): void {
    this.#top.chain += weight;
    this.#raise(weight);
    this.#isNewLine = false;
  }

  #raise(weight: number): void {
    this.#sum += weight;
    if (this.#sum > this.#highest) this.#highest = this.#sum;
  }

  #mark(): void {
    this.#add(MARK);
    this.#before = 'operator';
    this.#at++;
  }

  #value(end: number): void {
    this.#add(WORD);
    this.#before = 'value';
    this.#at = end;
  }

  #endItem(): void {
    this.#cutChain(0);
  }

  /** Takes the tokens after a length of the chain out of the sum. */
  #cutChain(length: number): void {
    const top = this.#top;
    if (length > top.chain) return;
    this.#sum -= top.chain - length;
    top.chain = length;
  }

  /** @returns the chain before the JSX element */
  #closeTag(): number {
    this.#top.tags--;
    this.#sum -= BRACKET;
    return this.#tags.pop()?.chain ?? 0;
  }

  #endStatement(): void {
    this.#endItem();
    const top = this.#top;
    this.#sum -= (top.generics + top.tags) * BRACKET;
    this.#tags.length -= top.tags;
    top.generics = 0;
    top.tags = 0;
    top.closing = undefined;
    top.hasHeader = false;
    this.#before = 'operator';
  }

  #open(opened: Opened): void {
    this.#levels.push(this.#top);
    this.#top = newLevel(opened);
    this.#raise(BRACKET);
    this.#before = 'operator';
    this.#isNewLine = false;
    this.#at++;
  }

  #close(): void {
    this.#endStatement();
    const outer = this.#levels.pop();
    if (outer !== undefined) {
      this.#top = outer;
      this.#sum -= BRACKET;
    }
    this.#isNewLine = false;
  }

  #closeBracket(byte: number): void {
    this.#at++;
    const isSubstitution = this.#top.opened === 'substitution';
    if (isSubstitution && byte !== CLOSE_BRACE) return;
    this.#close();
    if (isSubstitution) {
      this.#templateText();
      return;
    }
    this.#add(MARK);
    this.#before = byte === CLOSE_PARENTHESIS ? 'close-parenthesis' : 'value';
  }

  /** From a backquote or the end of a substitution to the next substitution or the end. */
  #templateText(): void {
    const source = this.#source;
    while (this.#at < source.length) {
      const byte = source[this.#at];
      if (byte === BACKSLASH) this.#at += 2;
      else if (byte === BACKQUOTE) {
        this.#close();
        this.#value(this.#at + 1);
        return;
      } else if (byte === DOLLAR && source[this.#at + 1] === OPEN_BRACE) {
        this.#at++;
        this.#open('substitution');
        return;
      } else this.#at++;
    }
  }

  /** A string, a regular expression, or a character that opens neither. */
  #delimited(kind: number, closing: number): void {
    const end = this.#closer(kind, closing);
    if (end === undefined) this.#mark();
    else this.#value(end);
  }

  /** @returns the offset after the closing character, if it is on the same line */
  #closer(kind: number, closing: number): number | undefined {
    if (this.#at < (this.#unclosed[kind] ?? 0)) return undefined;
    const source = this.#source;
    let isInClass = false;
    let at = this.#at + 1;
    for (; at < source.length; at++) {
      const byte = source[at];
      if (byte === BACKSLASH) at++;
      else if (byte === LF || byte === CR) break;
      else if (byte === closing && !(isInClass && closing === SLASH)) return at + 1;
      else if (byte === OPEN_LIST) isInClass = true;
      else if (byte === CLOSE_LIST) isInClass = false;
    }
    this.#unclosed[kind] = at;
    return undefined;
  }

  #slash(): void {
    const next = this.#source[this.#at + 1];
    if (next === SLASH) this.#lineComment();
    else if (next === ASTERISK) this.#blockComment();
    else if (next === GREATER && this.#top.tags > 0) {
      this.#cutChain(this.#closeTag());
      this.#at += 2;
      this.#before = 'value';
    } else if (this.#before === 'operator') this.#delimited(2, SLASH);
    else this.#mark();
  }

  #lineComment(): void {
    const source = this.#source;
    while (this.#at < source.length && source[this.#at] !== LF && source[this.#at] !== CR) this.#at++;
  }

  #blockComment(): void {
    const source = this.#source;
    for (this.#at += 2; this.#at < source.length; this.#at++) {
      const byte = source[this.#at];
      if (byte === ASTERISK && source[this.#at + 1] === SLASH) {
        this.#at += 2;
        return;
      }
      if (byte === LF) this.#isNewLine = true;
    }
  }

  #openAngle(): void {
    const top = this.#top;
    if (this.#source[this.#at + 1] === SLASH) {
      if (top.tags > 0) top.closing = this.#closeTag();
      this.#mark();
      this.#at++;
      return;
    }
    const isChild = top.tags > 0 && this.#tags.at(-1)?.isHead === false;
    if (isChild || this.#before === 'operator') {
      top.tags++;
      this.#tags.push({ chain: top.chain, isHead: true });
    } else top.generics++;
    this.#sum += BRACKET;
    this.#mark();
  }

  #closeAngle(): void {
    const top = this.#top;
    const tag = this.#tags.at(-1);
    const isArrow = this.#source[this.#at - 1] === EQUALS;
    if (isArrow) this.#mark();
    else if (top.closing !== undefined) {
      this.#cutChain(top.closing);
      top.closing = undefined;
      this.#before = 'operator';
      this.#at++;
    } else {
      if (top.generics > 0) {
        top.generics--;
        this.#sum -= BRACKET;
      } else if (top.tags > 0 && tag !== undefined) tag.isHead = false;
      this.#mark();
    }
  }

  #word(): void {
    const source = this.#source;
    let hash = 0;
    let end = this.#at;
    for (let byte = source[end] ?? 0; IS_WORD[byte] === 1; byte = source[++end] ?? 0) hash = nextHash(hash, byte);
    const traits = HASHES.has(hash) ? (TRAITS.get(latin1(source.subarray(this.#at, end))) ?? 0) : 0;
    if (this.#isNewLine && this.#mayEnd() && (traits & CONTINUES) === 0) this.#endStatement();
    this.#value(end);
    if ((traits & IS_PREFIX) !== 0) this.#before = 'operator';
    if ((traits & IS_HEADER) !== 0) this.#top.hasHeader = true;
  }

  /** Whether a line break here may end the statement. */
  #mayEnd(): boolean {
    return this.#before === 'value' || (this.#before === 'close-parenthesis' && !this.#top.hasHeader);
  }
}

function traits(rows: readonly (readonly [trait: number, words: string])[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [trait, words] of rows) {
    for (const word of words.split(' ')) found.set(word, (found.get(word) ?? 0) | trait);
  }
  return found;
}

function hashOf(word: string): number {
  return Buffer.from(word).reduce(nextHash, 0);
}

function nextHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0;
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

function newLevel(opened: Opened): Level {
  return { opened, chain: 0, generics: 0, tags: 0, closing: undefined, hasHeader: false };
}
