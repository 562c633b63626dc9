import type { Nodes } from '../nodes.ts';

/** Characters before a function that are read. */
const MAX_READ = 120;
const MAX_NAME = 60;
const MAX_LITERAL = 40;
const LIST = '[]';

/**
 * The name of a function without a name: that of the call whose argument it is with the first argument if that is a string
 * (`r.get('/a') callback`), or of its target (`module.exports function`), at most 60 characters of each; else `function`.
 */
export function callbackName(nodes: Nodes, node: number): string {
  const { start, end, source } = nodes.tree;
  const first = firstSibling(nodes, node);
  const from = start[first] ?? 0;
  const before = new CodeBefore(source, from);
  if (before.takes('(')) {
    const literal = from === start[node] ? '' : shownLiteral(source.slice(from, end[first]));
    return joined(`${before.target()}${literal}`, 'callback');
  }
  const own = new CodeBefore(source, start[node] ?? 0);
  own.takes('{');
  return joined(own.takesAssignment() ? own.target() : '', 'function');
}

function joined(target: string, word: string): string {
  return target === '' ? word : `${target} ${word}`;
}

/** The first node of the list that a function is in, such as arguments; the function itself if it is the first. */
function firstSibling(nodes: Nodes, node: number): number {
  const { kind, parent, start, end, names } = nodes.tree;
  let at = node;
  for (;;) {
    const above = parent[at] ?? -1;
    if (above < 0) return at;
    const isWrapper = start[above] === start[node] && end[above] === end[node];
    if (!isWrapper || names.name(kind[above] ?? 0) === LIST) return nodes.solids(above)[0] ?? at;
    at = above;
  }
}

/** `('/a')`; empty for a node that is not a string in one line. */
function shownLiteral(written: string): string {
  const quote = written[0] ?? '';
  const characters = Array.from(written.slice(0, 2 * MAX_LITERAL + 2)).slice(0, MAX_LITERAL + 1);
  const isShown = '\'"`'.includes(quote) && quote !== '' && !characters.some(isControl);
  if (!isShown) return '';
  const isCut = characters.length > MAX_LITERAL;
  return isCut ? `(${characters.slice(0, MAX_LITERAL).join('')}…${quote})` : `(${characters.join('')})`;
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\u007f';
}

/** The code before an offset, read backwards. */
class CodeBefore {
  readonly #characters: string[];

  constructor(source: string, offset: number) {
    this.#characters = Array.from(source.slice(Math.max(0, offset - 2 * MAX_READ), offset)).slice(-MAX_READ);
  }

  /** Whether the code ends with a character, which is removed. */
  takes(character: string): boolean {
    this.#trim();
    if (this.#characters.at(-1) !== character) return false;
    this.#characters.pop();
    return true;
  }

  /** Whether the code ends with `=`, `:` or `=>`, which is removed. */
  takesAssignment(): boolean {
    if (this.takes('>')) return this.#characters.pop() === '=';
    return this.takes('=') || this.takes(':');
  }

  /** The name or the member at the end. */
  target(): string {
    this.#trim();
    const name: string[] = [];
    for (let next = ''; name.length < MAX_NAME; ) {
      const character = this.#characters.pop() ?? '';
      if (!isOfTarget(character, this.#characters.at(-1) ?? '', next)) break;
      name.unshift(character);
      next = character;
    }
    return name.join('');
  }

  #trim(): void {
    while (' \t\r\n'.includes(this.#characters.at(-1) ?? '.')) this.#characters.pop();
  }
}

/** Names with `.`, `::`, `->`, `?.`, `?->` and `\` between them. */
function isOfTarget(character: string, before: string, next: string): boolean {
  if (character === '>') return before === '-';
  if (character === '-') return next === '>';
  if (character === '?') return next === '.' || next === '-';
  return /[\w$.:@\\]/.test(character) || character >= '\u0080';
}
