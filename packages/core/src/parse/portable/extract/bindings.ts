import { bindingPosition } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import { type ExportTarget, exportTarget } from './exports.ts';
import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { BindingRule } from './rules.ts';
import { KNOWN, PROPERTY } from './scope.ts';

/** A binding that names a value. */
export interface Binding {
  rule: BindingRule;
  /** The node that contains both. */
  node: number;
  /** The dotted name, not empty. */
  path: string[];
  /** Its last segment as in the source, without `get` or `set`. */
  bare: string;
  /** It is a direct member of an object whose members are exported, or that object itself. */
  exported: ExportTarget | undefined;
  /** Added to a class later, through its prototype. */
  prototype: boolean;
  /** Its first name; see `scope.ts`. */
  root: number;
}

/** Finds the name that a variable, an assignment or a property gives a function, class or object in it. */
export class BindingReader {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
  }

  of(value: number): Binding | undefined {
    const { parent, kind } = this.#nodes.tree;
    let child = value;
    for (let node = parent[child] ?? -1; node >= 0; child = node, node = parent[node] ?? -1) {
      const rules = this.#language.rules(kind[node] ?? 0);
      if (rules?.binding) return this.#bound(node, child, rules.binding);
      if (rules?.name?.as !== 'through' || this.#nodes.select(node, rules.name.inner) !== child) return undefined;
    }
    return undefined;
  }

  #bound(node: number, child: number, rule: BindingRule): Binding | undefined {
    if (this.#nodes.select(node, rule.value) !== child) return undefined;
    if (rule.target === undefined) {
      const path = [rule.name];
      return { rule, node: child, path, bare: rule.name, exported: undefined, prototype: false, root: KNOWN };
    }
    const target = this.#nodes.select(node, rule.target);
    if (target < 0) return undefined;
    const isComputed = rule.computed !== undefined && this.#nodes.holds(rule.computed, node);
    const path = isComputed ? [this.#names.computed(target, -1)] : this.#names.path(target, true);
    const last = path[path.length - 1];
    if (last === undefined || last === ELSE) return undefined;
    const accessor = rule.accessor && this.#nodes.matched(rule.accessor, node);
    if (accessor !== undefined) path[path.length - 1] = `${accessor} ${last}`;
    return {
      rule,
      node,
      bare: last,
      exported: exportTarget(path, this.#language.exports.objects),
      root: isComputed ? PROPERTY : this.#root(target),
      ...this.#withoutPrototype(path, child),
    };
  }

  /** The node of the first name of a target. */
  #root(target: number): number {
    const first = this.#names.first(target);
    const isName = first >= 0 && this.#language.rules(this.#nodes.tree.kind[first] ?? 0)?.binds === true;
    if (first !== target) return isName ? first : KNOWN;
    return isName && bindingPosition(this.#nodes, this.#language.variables, first) !== undefined ? first : PROPERTY;
  }

  /** `X.prototype.m` is `X.m`; a container `X.prototype` has the name `X`. */
  #withoutPrototype(path: string[], child: number): { path: string[]; prototype: boolean } {
    const { prototype } = this.#language;
    const isContainer = this.#language.rules(this.#nodes.tree.kind[child] ?? 0)?.container !== undefined;
    const at = path.length - (isContainer ? 1 : 2);
    if (prototype === undefined || at < 1 || path[at] !== prototype) return { path, prototype: false };
    return { path: path.filter((_, index) => index !== at), prototype: true };
  }
}
