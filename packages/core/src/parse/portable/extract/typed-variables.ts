import { bindingPosition } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { BindingNode } from './name-scopes.ts';
import type { WrittenClass } from './new-objects.ts';
import type { Nodes } from './nodes.ts';
import type { TypeNames } from './type-names.ts';

/** A variable or parameter with a declared type. */
interface TypedVariable extends WrittenClass {
  /** The nodes that see it. */
  from: number;
  to: number;
}

/**
 * Variables and parameters with a declared type, by name. A name that is bound a second time where the variable is visible,
 * also in a function inside of it, is not such a variable.
 */
export class TypedVariables {
  readonly #nodes: Nodes;
  readonly #language: CompiledFacts;
  readonly #types: TypeNames;
  readonly #byName = new Map<string, TypedVariable[]>();

  /** @param bindings in order of position */
  constructor(
    nodes: Nodes,
    language: CompiledFacts,
    types: TypeNames,
    bindings: readonly BindingNode[],
    names: ReadonlySet<string>,
  ) {
    this.#nodes = nodes;
    this.#language = language;
    this.#types = types;
    const bound = new Map<string, number[]>();
    for (const { node, name } of bindings) {
      if (!names.has(name)) continue;
      const same = bound.get(name);
      if (same === undefined) bound.set(name, [node]);
      else same.push(node);
    }
    for (const [name, all] of bound) this.#byName.set(name, this.#typed(all));
  }

  /** The class of a variable that a node sees. */
  at(node: number, name: string): WrittenClass | undefined {
    const variables = this.#byName.get(name) ?? [];
    // Their ranges are disjoint.
    let low = 0;
    for (let high = variables.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((variables[middle]?.to ?? 0) <= node) low = middle + 1;
      else high = middle;
    }
    const variable = variables[low];
    return variable !== undefined && variable.from <= node ? variable : undefined;
  }

  #typed(bound: readonly number[]): TypedVariable[] {
    const found: TypedVariable[] = [];
    for (const [index, name] of bound.entries()) {
      const type = this.#typeOf(name);
      const scope = type < 0 ? undefined : this.#scopeAround(name);
      if (scope === undefined) continue;
      const { from, to } = scope;
      const before = bound[index - 1] ?? -1;
      const after = bound[index + 1] ?? to;
      const written = before < from && after >= to ? this.#types.of(type) : undefined;
      if (written !== undefined) found.push({ class: written, node: type, from, to });
    }
    return found;
  }

  /** The type of a bound name; -1 for none. */
  #typeOf(name: number): number {
    const { kind } = this.#nodes.tree;
    const { types, variables } = this.#language;
    const own = types.typed.get(kind[name] ?? 0);
    if (own !== undefined && own.target === undefined) return this.#nodes.select(name, own.type);
    const around = bindingPosition(this.#nodes, variables, name)?.node ?? -1;
    const rule = around < 0 ? undefined : types.typed.get(kind[around] ?? 0);
    const isTarget = rule?.target !== undefined && this.#nodes.select(around, rule.target) === name;
    return isTarget ? this.#nodes.select(around, rule.type) : -1;
  }

  /** The nearest scope around a name; undefined for a class, whose functions do not see its names. */
  #scopeAround(name: number): { from: number; to: number } | undefined {
    const { parent, kind, count } = this.#nodes.tree;
    for (let node = parent[name] ?? -1; node >= 0; node = parent[node] ?? -1) {
      const scope = this.#language.variables.scopes.get(kind[node] ?? 0);
      if (scope === 'class') return undefined;
      if (scope !== undefined) return { from: node, to: this.#nodes.end(node) };
    }
    return { from: 0, to: count };
  }
}
