import type { CompiledFacts } from './compiled-facts.ts';
import { cut } from './cut.ts';
import type { NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { RangeReader } from './range.ts';
import type { DeclarationRule } from './rules.ts';

/** Reads the header of a function: its parameters and return type, as written, and the names it binds. */
export class ParameterReader {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #ranges: RangeReader;
  readonly #language: CompiledFacts;

  constructor(nodes: Nodes, names: NameReader, ranges: RangeReader, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#names = names;
    this.#ranges = ranges;
    this.#language = language;
  }

  read(node: number, rule: DeclarationRule): { parameters: string[]; returns: string | undefined; bound: string[] } {
    const list = rule.parameters === undefined ? -1 : this.#nodes.select(node, rule.parameters);
    const returned = rule.returns === undefined ? -1 : this.#nodes.select(node, rule.returns);
    const returns = returned < 0 ? '' : this.#nodes.text(returned);
    return {
      parameters: list < 0 ? [] : this.#texts(list),
      returns: returns === '' ? undefined : cut(returns),
      bound: list < 0 ? [] : this.#bound(list),
    };
  }

  #texts(list: number): string[] {
    const texts = this.#nodes.solids(list).map((parameter) => cut(this.#ranges.whole(parameter)));
    return texts.filter((text) => text !== '');
  }

  #bound(list: number): string[] {
    const { kind, field } = this.#nodes.tree;
    const end = this.#nodes.end(list);
    const bound = new Set<string>();
    let at = list + 1;
    while (at < end) {
      const rules = this.#language.rules(kind[at] ?? 0);
      const isSkipped = rules?.unbound || this.#language.unboundFields.has(field[at] ?? 0);
      const name = isSkipped || !rules?.binds ? undefined : this.#names.simple(at);
      if (name !== undefined) bound.add(name);
      at = isSkipped || rules?.binds ? this.#nodes.end(at) : at + 1;
    }
    return [...bound];
  }
}
