import type { CallColumns, ObjectFacts } from '../../facts.ts';
import { bindingPosition } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { NameReader } from './names.ts';
import { ELSE } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { Scope } from './scope.ts';

/** An assignment of a new object to a variable. */
interface Creation {
  name: string;
  /** The variable in the assignment. */
  node: number;
  class: string;
  /** Index of the call that creates the object. */
  call: number;
  /** The declaration that contains it. */
  within: number;
}

/** With the call that creates the object. */
export interface CreatedObject extends ObjectFacts {
  created: number;
}

interface Range {
  from: number;
  to: number;
}

/**
 * Finds the calls whose receiver is a local variable with exactly one assignment, which is a new object. A name that is bound
 * a second time in the same function, also in another block or in a function inside of it, is not such a variable.
 */
export class ObjectVariables {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;
  readonly #creations: Creation[] = [];

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
  }

  /** Called for each call, in order. */
  add(node: number, callee: string, call: number, scope: Scope): void {
    if (scope.members || !this.#language.rules(this.#nodes.tree.kind[node] ?? 0)?.creates || callee.includes(ELSE))
      return;
    const variable = this.#assigned(node);
    const name = variable < 0 ? undefined : this.#names.simple(variable);
    if (name !== undefined) this.#creations.push({ name, node: variable, class: callee, call, within: scope.within });
  }

  /**
   * @param callNodes the node of each call
   * @param nodeOf the node of a declaration
   */
  objects(
    { callee }: CallColumns,
    callNodes: readonly number[],
    nodeOf: (declaration: number) => number,
  ): CreatedObject[] {
    const uses = this.#uses(callee);
    const ranges = new Map<Creation, Range>();
    for (const creation of this.#creations) {
      if (uses.has(creation.name)) ranges.set(creation, this.#range(creation, nodeOf));
    }
    if (ranges.size === 0) return [];
    const bound = this.#bindings(uses, [...ranges.values()]);
    const found: CreatedObject[] = [];
    for (const [creation, range] of ranges) {
      const nodes = bound.get(creation.name) ?? [];
      const first = firstIn(nodes, range, (node) => node);
      if (nodes[first] !== creation.node || (nodes[first + 1] ?? range.to) < range.to) continue;
      const calls = uses.get(creation.name) ?? [];
      const nodeAt = (call: number) => callNodes[call] ?? 0;
      for (let at = firstIn(calls, range, nodeAt); at < calls.length; at++) {
        const call = calls[at] ?? 0;
        if (nodeAt(call) >= range.to) break;
        found.push({ call, class: creation.class, created: creation.call });
      }
    }
    return found.sort((a, b) => a.call - b.call);
  }

  /** The variable to which a value is assigned; -1 for any other use of it. */
  #assigned(value: number): number {
    const { parent, kind } = this.#nodes.tree;
    let child = value;
    for (let node = parent[child] ?? -1; node >= 0; child = node, node = parent[node] ?? -1) {
      const rules = this.#language.rules(kind[node] ?? 0);
      if (rules?.assigns) {
        const { target, value: its } = rules.binding ?? {};
        if (target === undefined || its === undefined || this.#nodes.select(node, its) !== child) return -1;
        const typed = this.#language.types.typed.get(kind[node] ?? 0);
        // The declared type counts: the value can be a call of any function.
        if (typed !== undefined && this.#nodes.select(node, typed.type) >= 0) return -1;
        const variable = this.#nodes.select(node, target);
        return variable >= 0 && this.#language.rules(kind[variable] ?? 0)?.binds ? variable : -1;
      }
      if (rules?.name?.as !== 'through' || this.#nodes.select(node, rules.name.inner) !== child) return -1;
    }
    return -1;
  }

  /** The calls of a method on a variable that gets a new object, by its name. */
  #uses(callees: readonly string[]): Map<string, number[]> {
    const uses = new Map<string, number[]>();
    if (this.#creations.length === 0) return uses;
    const names = new Set(this.#creations.map(({ name }) => name));
    for (const [call, callee] of callees.entries()) {
      const dot = callee.indexOf('.');
      if (dot < 0 || callee.includes('.', dot + 1)) continue;
      const name = callee.slice(0, dot);
      if (!names.has(name)) continue;
      const same = uses.get(name);
      if (same === undefined) uses.set(name, [call]);
      else same.push(call);
    }
    return uses;
  }

  #range({ within: declaration }: Creation, nodeOf: (declaration: number) => number): Range {
    if (declaration < 0) return { from: 0, to: this.#nodes.tree.count };
    const from = nodeOf(declaration);
    return { from, to: this.#nodes.end(from) };
  }

  /** The nodes in the ranges that bind one of the names, by name. */
  #bindings(names: ReadonlyMap<string, unknown>, ranges: readonly Range[]): Map<string, number[]> {
    const { kind } = this.#nodes.tree;
    const bound = new Map<string, number[]>();
    const isBound = (it: number) => {
      const place = bindingPosition(this.#nodes, this.#language.variables, it)?.place;
      return place !== undefined && place !== 'outer';
    };
    let node = 0;
    for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
      for (node = Math.max(node, from); node < to; node++) {
        if (!this.#language.rules(kind[node] ?? 0)?.binds || !isBound(node)) continue;
        const name = this.#names.simple(node);
        if (name === undefined || !names.has(name)) continue;
        const same = bound.get(name);
        if (same === undefined) bound.set(name, [node]);
        else same.push(node);
      }
    }
    return bound;
  }
}

/** Index of the first item whose node is not before a range; the items are in the order of their nodes. */
function firstIn(items: readonly number[], { from }: Range, nodeOf: (item: number) => number): number {
  let low = 0;
  for (let high = items.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (nodeOf(items[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
