import type { FlatTree } from '../flat-tree.ts';
import { children, isToken } from './stream-edits.ts';
import type { TextRule } from './stream-rules.ts';

/**
 * The text of a node that contains only plain text and escapes, in one piece and without the escapes that quotes force;
 * undefined if it contains other nodes.
 */
export function joinedText(
  tree: FlatTree,
  node: number,
  rule: TextRule,
  parts: ReadonlySet<number>,
): string | undefined {
  if (tree.size[node] === 1) return tree.text(node);
  const plainOf = isRaw(tree, node, rule) ? undefined : rule.unescape;
  let text = '';
  for (const child of children(tree, node)) {
    const kind = tree.kind[child] ?? 0;
    if (kind === rule.escapes) {
      const written = tree.text(child);
      const plain = plainOf?.get(written);
      if (plain === undefined && !rule.keepOthers) return undefined;
      text += plain ?? written;
    } else if (parts.has(kind) || tree.names.name(kind) === '~') {
      text += tree.text(child);
    } else if (rule.keepOthers) {
      text += tree.source.slice(tree.start[child], tree.end[child]);
    } else if (!isToken(tree, child)) {
      return undefined;
    }
  }
  return text;
}

/** Whether a prefix before the quotes makes backslashes plain text. */
function isRaw(tree: FlatTree, node: number, { raw }: TextRule): boolean {
  if (raw === undefined) return false;
  const parent = tree.parent[node] ?? 0;
  for (const child of children(tree, parent)) {
    if (tree.kind[child] === raw.prefix) return tree.text(child).toLowerCase().includes(raw.letter);
  }
  return false;
}
