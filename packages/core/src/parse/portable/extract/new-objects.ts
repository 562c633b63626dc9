import { called } from './calls.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';

/** A name that should be that of a class. */
export interface WrittenClass {
  class: string;
  /** Where it is written. */
  node: number;
}

/** Reads expressions that create an object. */
export class NewObjects {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
  }

  /** The class of a new object (`new B()`, in Python any call); undefined for any other expression. */
  of(expression: number): WrittenClass | undefined {
    for (let node = expression; node >= 0; ) {
      const rules = this.#language.rules(this.#nodes.tree.kind[node] ?? 0);
      if (rules?.creates && rules.call !== undefined) {
        const call = called(this.#nodes, this.#names, node, rules.call);
        const isNamed = call !== undefined && 'callee' in call && !call.callee.includes(ELSE);
        return isNamed ? { class: call.callee, node } : undefined;
      }
      if (rules?.name?.as !== 'through') return undefined;
      node = this.#nodes.select(node, rules.name.inner);
    }
    return undefined;
  }

  /** The same for the receiver of a call of a method. */
  receiver(call: number): WrittenClass | undefined {
    const callee = this.#language.rules(this.#nodes.tree.kind[call] ?? 0)?.call?.callee;
    if (callee === undefined) return undefined;
    if ('as' in callee) return this.of(this.#nodes.select(call, callee.object));
    const member = this.#unwrapped(this.#nodes.select(call, callee));
    const rule = member < 0 ? undefined : this.#language.rules(this.#nodes.tree.kind[member] ?? 0)?.name;
    return rule?.as === 'member' ? this.of(this.#nodes.select(member, rule.object)) : undefined;
  }

  #unwrapped(expression: number): number {
    for (let node = expression; node >= 0; ) {
      const rule = this.#language.rules(this.#nodes.tree.kind[node] ?? 0)?.name;
      if (rule?.as !== 'through') return node;
      node = this.#nodes.select(node, rule.inner);
    }
    return -1;
  }
}
