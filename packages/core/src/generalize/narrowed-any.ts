import { child, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import type { Plan } from './plan.ts';
import { typeOf } from './types.ts';

const GUARD = /^"?(is|has|assert)[A-Z]/;
/** Of these nothing is lost: an `any` becomes an array of `any`. */
const HARMLESS = /^"?isArray"?$/;

/**
 * In TypeScript: a type guard of a parameter that is `any` in the new function, before another use of it. The guard gives a
 * narrower type than before: the declared type of a copy kept its own members.
 */
export function narrowedAny(plan: Plan): SyntaxNode | undefined {
  const { leader, passed } = plan;
  if (leader.file.language !== 'typescript') return undefined;
  const untyped = new Set(passed.filter((it) => typeOf(it.leader, it.values, plan) === 'any').map((it) => it.leader));
  return untyped.size === 0 ? undefined : subtree(leader.body).find((node) => isGuard(node, untyped, leader.body));
}

function isGuard(node: SyntaxNode, untyped: ReadonlySet<Variable>, body: SyntaxNode): boolean {
  const tested = testedIn(node);
  const variable = tested && (tested.variable ?? tested.children.find((it) => it.variable !== undefined)?.variable);
  if (variable === undefined || !untyped.has(variable)) return false;
  return variable.uses.some(({ start }) => start >= node.end && start < body.end);
}

/** The expression whose type a guard narrows. */
function testedIn(node: SyntaxNode): SyntaxNode | undefined {
  if (node.kind === 'BinaryExpression' && child(node, 'operator')?.text === '"instanceof"') return child(node, 'left');
  const callee = node.kind === 'CallExpression' ? child(node, 'callee') : undefined;
  if (callee === undefined) return undefined;
  const names = subtree(callee).map(({ text }) => text);
  const isNamed = names.some((it) => GUARD.test(it)) && !names.some((it) => HARMLESS.test(it));
  return isNamed ? child(node, 'arguments')?.children[0] : undefined;
}
