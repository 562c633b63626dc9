import { child, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import type { Plan } from './plan.ts';
import { argumentType, typeOf } from './types.ts';

const CALLBACKS: ReadonlySet<string> = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/**
 * In TypeScript: a parameter of a function in the body that gets its type from the call that it is given to, if what is called is
 * `any` in the new function. With `noImplicitAny` it would be an error.
 */
export function untypedCallback(plan: Plan): SyntaxNode | undefined {
  const { leader } = plan;
  if (leader.file.language !== 'typescript') return undefined;
  const untyped = new Untyped(plan);
  for (const node of subtree(leader.body, (it) => untyped.isReplaced(it))) {
    if (node.kind === 'VariableDeclarator') untyped.declare(node);
    const call = node.parent?.parent;
    if (!CALLBACKS.has(node.kind) || node.parent?.field !== 'arguments' || call?.kind !== 'CallExpression') continue;
    const callee = child(call, 'callee');
    if (callee === undefined || !untyped.has(callee)) continue;
    const found = child(node, 'params')?.children.find((it) => child(it, 'typeAnnotation') === undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is `any` in the new function. */
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

  /** Whether a chain of members and calls starts with what is `any`. */
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
