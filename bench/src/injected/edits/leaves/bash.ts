import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { type Code, Positions, type Span } from './leaves.ts';

const SOURCED = new Set(['source', '.']);
/** Between words: keywords and operators; the rest of a line after a number sign is a comment. */
const BETWEEN = /#.*|[^\s#]+/g;

/** Bash by unbash: words, and the keywords and operators between them. */
export function bashCode(source: string): Code | undefined {
  let root: SyntaxNode;
  try {
    root = parse(source);
  } catch {
    return undefined;
  }
  const positions = new Positions(source);
  const lists: Span[][] = [];
  const [words, excluded]: [Span[], Span[]] = [[], []];
  const visit = (node: SyntaxNode) => {
    const range = { from: node.pos, to: node.end };
    if (node.type === 'Script' || node.type === 'CompoundList') {
      lists.push(node.commands.map(({ pos, end }) => positions.span({ from: pos, to: end })));
    }
    if (node.type === 'Command' && SOURCED.has(node.name?.text ?? '')) excluded.push(range);
    else if (node.type === 'Word' || node.type === 'HereDocDelimiter' || node.type === 'HereDocBody') words.push(range);
    else forEachChild(node, visit);
  };
  visit(root);
  const taken = [...words, ...excluded].sort((a, b) => a.from - b.from);
  const offsets = words.map(({ from }) => from);
  let end = 0;
  for (const { from, to } of [...taken, { from: source.length, to: source.length }]) {
    const between = source.slice(end, Math.max(end, from)).matchAll(BETWEEN);
    for (const { 0: text, index: at } of between) if (!text.startsWith('#')) offsets.push(end + at);
    end = Math.max(end, to);
  }
  const leaves = offsets.map((at) => positions.at(at)).sort((a, b) => a - b);
  return { leaves, lists };
}
