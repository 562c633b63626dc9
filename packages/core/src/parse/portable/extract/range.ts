import type { CompiledFacts } from './compile.ts';
import type { Nodes } from './nodes.ts';

/** Where a declaration begins: at its first token after the last decorator. */
export function startOf(nodes: Nodes, node: number, language: CompiledFacts): number {
  const { start, end, source } = nodes.tree;
  const from = start[node] ?? 0;
  const last = language.decorators === undefined ? -1 : nodes.select(node, language.decorators);
  if (last < 0) return from;
  return Math.max(from, firstToken(source, end[last] ?? 0, language.comments));
}

/** Skips whitespace and comments. */
function firstToken(source: string, from: number, comments: CompiledFacts['comments']): number {
  let at = from;
  for (;;) {
    while (at < source.length && /\s/.test(source.charAt(at))) at++;
    const line = comments.line.find((open) => source.startsWith(open, at));
    const block = comments.block.find(([open]) => source.startsWith(open, at));
    if (block !== undefined) at = behind(source, block[1], at + block[0].length);
    else if (line !== undefined) at = behind(source, '\n', at);
    else return at;
  }
}

function behind(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at + mark.length;
}
