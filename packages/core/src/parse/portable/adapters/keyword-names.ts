/** Keywords that a language allows as names in places where its grammar does not. */
export interface KeywordNames {
  /** Names of arguments: `f(readonly: 1)`. */
  arguments: readonly string[];
  /** Names of constants, `const ENUM = 1` and `const string DEFAULT = 'x'`, and of methods that return a reference, `function &list()`. */
  members: readonly string[];
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*/g;
const SPACE = ' \t\r\n';
const TYPE = /[A-Za-z0-9_\\|&?()\u0080-\uffff]/;
const CONST = /(?:^|[^A-Za-z0-9_$>\u0080-\uffff])const$/i;
const FUNCTION = /(?:^|[^A-Za-z0-9_$>\u0080-\uffff])function$/i;

/** Writes an underscore over the first letter of such names, for the grammar; offsets stay. */
export class KeywordMask {
  readonly #arguments: ReadonlySet<string>;
  readonly #members: ReadonlySet<string>;

  constructor(names: KeywordNames) {
    this.#arguments = new Set(names.arguments);
    this.#members = new Set(names.members);
  }

  /** @returns the source itself if it has none */
  masked(source: string): string {
    let text = '';
    let from = 0;
    for (const { 0: written, index } of source.matchAll(WORD)) {
      const word = written.toLowerCase();
      const end = index + word.length;
      const isName =
        (this.#arguments.has(word) && isArgument(source, index, end)) ||
        (this.#members.has(word) && (isConstant(source, index, end) || isReference(source, index, end)));
      if (!isName) continue;
      text += `${source.slice(from, index)}_`;
      from = index + 1;
    }
    return text + source.slice(from);
  }
}

function isArgument(source: string, start: number, end: number): boolean {
  const [before, after] = [source[lastBefore(source, start)], firstAfter(source, end)];
  return (before === '(' || before === ',') && source[after] === ':' && source[after + 1] !== ':';
}

/** After `const` and white space, with or without a type and white space between. */
function isConstant(source: string, start: number, end: number): boolean {
  const after = firstAfter(source, end);
  if (source[after] !== '=' || source[after + 1] === '=' || source[after + 1] === '>') return false;
  const before = lastBefore(source, start);
  if (before === start - 1) return false;
  if (endsWith(source, before, CONST)) return true;
  let typeStart = before;
  while (TYPE.test(source[typeStart] ?? '')) typeStart--;
  if (typeStart === before) return false;
  const word = lastBefore(source, typeStart + 1);
  return word < typeStart && endsWith(source, word, CONST);
}

/** After `function` and `&`. */
function isReference(source: string, start: number, end: number): boolean {
  const sign = lastBefore(source, start);
  if (source[sign] !== '&' || source[firstAfter(source, end)] !== '(') return false;
  return endsWith(source, lastBefore(source, sign), FUNCTION);
}

/** Whether the text up to the position `last` ends with a word of at most eight characters. */
function endsWith(source: string, last: number, word: RegExp): boolean {
  return word.test(source.slice(Math.max(0, last - 8), last + 1));
}

/** Position of the last character before `at` that is not white space; -1 for none. */
function lastBefore(source: string, at: number): number {
  let last = at - 1;
  while (last >= 0 && SPACE.includes(source[last] ?? '')) last--;
  return last;
}

function firstAfter(source: string, at: number): number {
  let first = at;
  while (first < source.length && SPACE.includes(source[first] ?? '')) first++;
  return first;
}
