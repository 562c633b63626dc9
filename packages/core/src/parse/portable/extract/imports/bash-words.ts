import type { Nodes } from '../nodes.ts';

/** An unquoted word with a leading tilde, a pattern or a brace list; after a backslash these characters are plain. */
const EXPANDS = /^~|^(?:[^\\]|\\.)*?[*?[{]/s;

/** The value of a word without expansions: quotes removed (POSIX.1-2024, XCU 2.6.7); undefined for any other word. */
export function literalWord(nodes: Nodes, word: number): string | undefined {
  const isJoined = nodes.kind(word) === 'concatenation';
  let text = '';
  for (const part of isJoined ? nodes.solids(word) : [word]) {
    const literal = literalPart(nodes, part);
    if (literal === undefined) return undefined;
    text += literal;
  }
  return text;
}

function literalPart(nodes: Nodes, node: number): string | undefined {
  const text = nodes.text(node);
  switch (nodes.kind(node)) {
    case 'word':
    case 'number':
      return EXPANDS.test(text) ? undefined : text.replace(/\\(?:\n|(.))/gs, '$1');
    case 'raw_string':
      return text.slice(1, -1);
    case 'ansi_c_string':
      return text.includes('\\') ? undefined : text.slice(2, -1);
    case 'string':
      return nodes.solids(node).every((part) => nodes.kind(part) === 'string_content')
        ? text.slice(1, -1).replace(/\\(?:\n|([$`"\\]))/g, '$1')
        : undefined;
    default:
      return undefined;
  }
}
