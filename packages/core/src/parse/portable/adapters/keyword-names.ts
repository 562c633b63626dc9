/** Keywords that a language allows as names in places where its grammar does not. */
export interface KeywordNames {
  /** Names of arguments: `f(readonly: 1)`. */
  arguments: readonly string[];
  /** Names of constants with a type: `const string DEFAULT = 'x'`. */
  constants: readonly string[];
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*/g;
const SPACE = ' \t\r\n';
const TYPE = /[A-Za-z0-9_\\|&?()\u0080-\uffff]/;
const CONST = /(?:^|[^A-Za-z0-9_$>\u0080-\uffff])const$/i;

/** Writes an underscore over the first letter of such names, for the grammar; offsets stay. */
export class KeywordMask {
  readonly #arguments: ReadonlySet<string>;
  readonly #constants: ReadonlySet<string>;

  constructor(names: KeywordNames) {
    this.#arguments = new Set(names.arguments);
    this.#constants = new Set(names.constants);
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
        (this.#constants.has(word) && isConstant(source, index, end));
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

/** After `const`, white space, a type and white space. */
function isConstant(source: string, start: number, end: number): boolean {
  const after = firstAfter(source, end);
  if (source[after] !== '=' || source[after + 1] === '=' || source[after + 1] === '>') return false;
  const typeEnd = lastBefore(source, start);
  let typeStart = typeEnd;
  while (TYPE.test(source[typeStart] ?? '')) typeStart--;
  if (typeEnd === start - 1 || typeStart === typeEnd) return false;
  const word = lastBefore(source, typeStart + 1);
  return word < typeStart && CONST.test(source.slice(Math.max(0, word - 5), word + 1));
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
