import type { DraftRules } from '#languages/draft-rules.ts';
import { child, type SyntaxNode } from './nodes.ts';

const COLLECTIONS: ReadonlySet<string> = new Set([
  ...['list', 'tuple', 'dictionary'],
  ...['ArrayExpression', 'ObjectExpression'],
  'array_creation_expression',
]);
const LOOPS =
  /^(for|foreach|while|do)_|^(For|While|DoWhile)|comprehension|generator|lambda|function|class|method|arrow/i;

/**
 * Whether a list or a table of literals and names: creating it has no effect, and reads only what these parts read.
 *
 * @param isPart whether a literal, or a name that may be read early
 */
export function isCollection(value: SyntaxNode, isPart: (node: SyntaxNode) => boolean): boolean {
  if (!COLLECTIONS.has(value.kind)) return false;
  const items = value.children.flatMap((it) => (it.kind === '[]' ? it.children : [it]));
  return items.every((item) => isItem(item, isPart));
}

function isItem(item: SyntaxNode, isPart: (node: SyntaxNode) => boolean): boolean {
  if (item.kind.startsWith("'") || item.text === 'null' || item.kind === '{}') return true;
  if (item.kind === 'pair' || item.kind === 'Property') {
    const [key, its] = [child(item, 'key'), child(item, 'value')];
    const isComputed = item.children.some(({ field, text }) => field === 'computed' && text === 'true');
    const isKnown =
      key !== undefined && (item.kind === 'Property' ? !isComputed : isPart(key) && key.variable === undefined);
    return isKnown && its !== undefined && isValue(its, isPart);
  }
  if (item.kind === 'array_element_initializer') {
    const parts = item.children.filter(({ kind }) => !kind.startsWith("'"));
    return parts.length > 0 && parts.every((it) => isValue(it, isPart));
  }
  return isValue(item, isPart);
}

function isValue(node: SyntaxNode, isPart: (node: SyntaxNode) => boolean): boolean {
  return isPart(node) || isCollection(node, isPart);
}

/** Whether a node is evaluated at most once when the body of a function runs, and by that function. */
export function isEvaluatedOnce(node: SyntaxNode, body: SyntaxNode, rules: DraftRules): boolean {
  const inner = [...rules.own_functions, ...rules.inner_functions, ...rules.classes];
  for (let at = node; at !== body && at.parent !== undefined; at = at.parent) {
    const { kind } = at.parent;
    if (at.parent === body) return true;
    if (inner.includes(kind)) return false;
    // What a loop runs over is evaluated before it.
    if (LOOPS.test(kind) && !(at.field === 'right' && /^(for_statement|For(Of|In)Statement)$/.test(kind))) return false;
  }
  return true;
}
