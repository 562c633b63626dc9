import { exportTarget } from '../exports.ts';
import type { Scope } from '../scope.ts';
import { keyOf, variableOf } from './estree-bindings.ts';
import type { ReaderContext } from './reader.ts';

const DECLARATIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

/** Exports of a JavaScript or TypeScript file by lists, as default, or by assignment to `exports`. */
export class EstreeExports {
  readonly #context: ReaderContext;
  /** The last chain of assignments: its outermost node and its value. */
  #chain = { from: -1, value: -1 };

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** `export { local as exported }` */
  listed(local: string, exported: string, scope: Scope): void {
    if (!isFileLevel(scope)) return;
    const { exports } = this.#context;
    exports.list(scope, local);
    exports.rename(exported, local);
  }

  /** `export default value`, `export = value` */
  byDefault(value: number, scope: Scope): void {
    const local = this.#own(value);
    if (local !== undefined) this.listed(local, 'default', scope);
  }

  /** `module.exports = value`, `exports.name = value`; both of `exports.a = exports.b = value`. */
  assigned(assignment: number, scope: Scope): void {
    if (!isFileLevel(scope)) return;
    const { nodes, names, exports } = this.#context;
    const left = nodes.field(assignment, 'left');
    if (nodes.kind(left) !== 'MemberExpression' && nodes.kind(left) !== 'Identifier') return;
    const path = names.path(left, true);
    const target = exportTarget(path, exports.objects);
    if (target === undefined) return;
    const value = this.#value(assignment);
    const name = target === 'object' ? 'default' : path.at(-1);
    const depth = exports.objects.some((object) => `${object}.${name}` === path.join('.'));
    if (name === undefined || (target === 'member' && !depth)) return;
    const local = this.#local(value);
    if (local === undefined) {
      if (target === 'object') this.#members(value, scope);
    } else if (local.declared) exports.rename(name, local.name);
    else this.listed(local.name, name, scope);
  }

  /** `module.exports = { a, b: c, m() {} }` */
  #members(object: number, scope: Scope): void {
    const { nodes, names } = this.#context;
    if (nodes.kind(object) !== 'ObjectExpression') return;
    const path = names.path(nodes.field(nodes.tree.parent[object] ?? -1, 'left'), true).join('.');
    for (const property of nodes.children(nodes.field(object, 'properties'))) {
      const key = keyOf(this.#context, property);
      const value = nodes.field(property, 'value');
      const isAccessor = nodes.text(nodes.field(property, 'kind')) !== 'init';
      if (key === undefined || isAccessor) continue;
      const variable = variableOf(this.#context, value);
      if (variable !== undefined) this.listed(variable, key, scope);
      else if (DECLARATIONS.has(nodes.kind(value))) this.#context.exports.rename(key, `${path}.${key}`);
    }
  }

  /** The variable of a value, or the qualified name of the declaration in it. */
  #local(value: number): { name: string; declared: boolean } | undefined {
    const { nodes, names, exports } = this.#context;
    if (!DECLARATIONS.has(nodes.kind(value))) {
      const name = variableOf(this.#context, value);
      return name === undefined ? undefined : { name, declared: false };
    }
    const path = names.path(nodes.field(nodes.tree.parent[value] ?? -1, 'left'), true);
    const own = exportTarget(path, exports.objects) === 'object' ? this.#own(value) : undefined;
    return { name: own ?? path.join('.'), declared: true };
  }

  /** A variable's name, or the own name of a function or class. */
  #own(value: number): string | undefined {
    const id = this.#context.nodes.field(value, 'id');
    return variableOf(this.#context, id < 0 ? value : id);
  }

  #value(assignment: number): number {
    const { nodes } = this.#context;
    if (assignment > this.#chain.from && assignment < this.#chain.value) return this.#chain.value;
    let value = assignment;
    while (nodes.kind(value) === 'AssignmentExpression') value = nodes.field(value, 'right');
    this.#chain = { from: assignment, value };
    return value;
  }
}

/** Not in a declared function, class or namespace; callbacks (module wrappers) do not count. */
function isFileLevel(scope: Scope): boolean {
  return scope.within === -1 && !scope.closed;
}
