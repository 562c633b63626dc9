import type { CompiledFacts } from './compiled-facts.ts';
import type { Nodes } from './nodes.ts';

/** Finds the start of declarations that decorators may precede. */
export class RangeReader {
  readonly #nodes: Nodes;
  readonly #language: CompiledFacts;

  constructor(nodes: Nodes, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#language = language;
  }

  /** Decorators in a node, ordered. */
  decorators(node: number): number[] {
    const { decorators } = this.#language;
    const list = decorators === undefined ? -1 : this.#nodes.select(node, decorators);
    return list < 0 ? [] : this.#nodes.solids(list);
  }

  /** Offset of a declaration's first token after its last decorator. */
  start(node: number): number {
    const { start, end, source } = this.#nodes.tree;
    const from = start[node] ?? 0;
    const last = this.decorators(node).at(-1);
    return last === undefined ? from : Math.max(from, firstToken(source, end[last] ?? 0, this.#language.comments));
  }

  /** A parameter's text with its decorators: a parser may start it before or after them. */
  whole(node: number): string {
    const { start, end, source } = this.#nodes.tree;
    const first = this.decorators(node)[0] ?? node;
    return source.slice(Math.min(start[first] ?? 0, start[node] ?? 0), end[node]);
  }
}

/** Skips whitespace and comments. */
function firstToken(source: string, from: number, comments: CompiledFacts['comments']): number {
  let at = from;
  for (;;) {
    while (at < source.length && /\s/.test(source.charAt(at))) at++;
    const line = comments.line.find((open) => source.startsWith(open, at));
    const block = comments.block.find(([open]) => source.startsWith(open, at));
    if (block !== undefined) at = after(source, block[1], at + block[0].length);
    else if (line !== undefined) at = after(source, '\n', at);
    else return at;
  }
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at + mark.length;
}
