import { around, child, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import type { Plan } from './plan.ts';
import { argumentType, returnType, typeOf } from './types.ts';

const CALLBACKS: ReadonlySet<string> = new Set(['ArrowFunctionExpression', 'FunctionExpression']);
const FUNCTIONS = [...CALLBACKS, 'FunctionDeclaration'];
/** Kinds that pass the type around them to a part. */
const PASSING: ReadonlySet<string> = new Set([
  '[]',
  'ObjectExpression',
  'Property',
  'ArrayExpression',
  'ConditionalExpression',
  'LogicalExpression',
]);

/**
 * In TypeScript: a parameter of a function in the body that gets its type from around it, where the new function has none: from the
 * call of a value that is `any` there, or from the result. With `noImplicitAny` it would be an error.
 */
export function untypedCallback(plan: Plan): SyntaxNode | undefined {
  const { leader } = plan;
  if (leader.file.language !== 'typescript') return undefined;
  const untyped = new Untyped(plan);
  for (const node of subtree(leader.body, (it) => untyped.isReplaced(it))) {
    if (node.kind === 'VariableDeclarator') untyped.declare(node);
    if (!CALLBACKS.has(node.kind) || !losesType(node, untyped, plan)) continue;
    const found = child(node, 'params')?.children.find((it) => child(it, 'typeAnnotation') === undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a function gets its type from the call of a value without type, or from the result of the new function without one. */
function losesType(callback: SyntaxNode, untyped: Untyped, plan: Plan): boolean {
  const { body } = plan.leader;
  for (let at = callback; at !== body; ) {
    const { parent } = at;
    if (parent === undefined) return false;
    if (at.field === 'arguments' && parent.kind === 'CallExpression') {
      const callee = child(parent, 'callee');
      return callee !== undefined && untyped.has(callee);
    }
    const isResult = parent.kind === 'ReturnStatement' && around(parent, FUNCTIONS) === plan.leader.node;
    if (isResult) return hasNoResultType(plan);
    if (!PASSING.has(parent.kind)) return false;
    at = parent;
  }
  return hasNoResultType(plan);
}

function hasNoResultType(plan: Plan): boolean {
  return /^(: (Promise<)?any>?)?$/.test(returnType(plan));
}

/** The values that are `any` in the new function. */
class Untyped {
  readonly #places: ReadonlySet<SyntaxNode>;
  readonly #replaced: ReadonlySet<SyntaxNode>;
  readonly #variables: Set<Variable>;

  constructor(plan: Plan) {
    const { parameters, passed, ownThis, receiver } = plan;
    const isAny = (type: string) => /\bany$/.test(type);
    const places = parameters.flatMap((it) => (isAny(argumentType(it, plan)) ? it.places : []));
    this.#places = new Set([...places, ...(receiver === undefined ? [] : ownThis)]);
    this.#replaced = new Set(parameters.flatMap((it) => it.places));
    const variables = passed.filter(({ leader, values }) => isAny(typeOf(leader, values, plan)));
    this.#variables = new Set(variables.map(({ leader }) => leader));
  }

  isReplaced(node: SyntaxNode): boolean {
    return this.#replaced.has(node);
  }

  /** A variable without a type has that of its value. */
  declare(declarator: SyntaxNode): void {
    const [name, value] = [child(declarator, 'id'), child(declarator, 'init')];
    if (name === undefined || value === undefined || child(name, 'typeAnnotation') !== undefined) return;
    if (!this.has(value)) return;
    for (const { variable, binds } of subtree(name)) if (binds && variable !== undefined) this.#variables.add(variable);
  }

  /** Whether a chain of members and calls starts with such a value. */
  has(expression: SyntaxNode): boolean {
    let at: SyntaxNode | undefined = expression;
    while (at !== undefined) {
      if (this.#places.has(at)) return true;
      const variable = at.variable ?? (at.kind === 'Identifier' ? at.children[0]?.variable : undefined);
      if (variable !== undefined) return this.#variables.has(variable);
      at = child(at, 'object') ?? child(at, 'callee') ?? child(at, 'expression') ?? child(at, 'argument');
    }
    return false;
  }
}
