import type { DraftRules } from '#languages/draft-rules.ts';
import { nameIn } from './holes.ts';
import { child, type FileTree, type SyntaxNode, subtree, type Variable } from './nodes.ts';

/** A call as it is parsed. */
export interface CallShape {
  node: SyntaxNode;
  callee: SyntaxNode | undefined;
  /** The receiver of a method. */
  receiver: SyntaxNode | undefined;
  positional: SyntaxNode[];
  named: [string, SyntaxNode][];
}

const CALLS: ReadonlySet<string> = new Set([
  'call',
  'CallExpression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
]);

/** The calls of a name, or of a method of that name, in order. */
export function callsIn(tree: FileTree, name: string, rules: DraftRules): CallShape[] {
  return [...tree.nodesOf(CALLS)].flatMap((node) => callAt(node, rules, name) ?? []);
}

/** @param name of the called function or method; absent for any */
export function callAt(node: SyntaxNode, rules: DraftRules, name?: string): CallShape | undefined {
  if (!CALLS.has(node.kind)) return undefined;
  const callee = child(node, 'function') ?? child(node, 'callee') ?? child(node, 'name');
  if (callee === undefined) return undefined;
  const isMember = rules.members.includes(callee.kind);
  const property = isMember ? (child(callee, 'attribute') ?? child(callee, 'property')) : callee;
  const text = property?.text === '' ? property.children[0]?.text : property?.text;
  if (name !== undefined && text !== name) return undefined;
  const receiver = isMember ? child(callee, 'object') : (child(node, 'object') ?? child(node, 'scope'));
  return { node, callee: nameIn(callee), receiver, ...argumentsOf(node) };
}

function argumentsOf(call: SyntaxNode): Pick<CallShape, 'positional' | 'named'> {
  const list = child(call, 'arguments');
  const positional: SyntaxNode[] = [];
  const named: [string, SyntaxNode][] = [];
  for (const item of list?.children ?? []) {
    if (item.kind.startsWith("'")) continue;
    const value = item.kind === 'argument' && item.children.length === 1 ? item.children[0] : item;
    const key = child(item, 'name');
    const its = item.kind === 'keyword_argument' ? child(item, 'value') : undefined;
    if (key !== undefined && its !== undefined) named.push([key.text, its]);
    else if (value !== undefined) positional.push(value);
  }
  return { positional, named };
}

/** The parameters and the body of a function that is one expression. */
export function lambdaOf(node: SyntaxNode): { parameters: Variable[]; body: SyntaxNode } | undefined {
  if (node.kind !== 'lambda' && node.kind !== 'ArrowFunctionExpression' && node.kind !== 'arrow_function')
    return undefined;
  const body = child(node, 'body');
  const list = child(node, 'parameters') ?? child(node, 'params');
  if (body === undefined || /Block/.test(body.kind)) return undefined;
  const parameters = [...(list === undefined ? [] : subtree(list))].flatMap(({ variable, binds }) =>
    binds && variable !== undefined ? [variable] : [],
  );
  return { parameters, body };
}
