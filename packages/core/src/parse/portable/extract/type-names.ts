import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { TypeRules } from './type-rules.ts';

/** The name of every type of arrays that is written with brackets. */
const ARRAY = '[]';
/** Maximum number of types in each other. */
const DEEPEST = 16;
/** A type in quotes. */
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Reads the class that a type names. */
export class TypeNames {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #rules: TypeRules;
  #parameters: ReadonlySet<string> | undefined;

  constructor(nodes: Nodes, names: NameReader, rules: TypeRules) {
    this.#nodes = nodes;
    this.#names = names;
    this.#rules = rules;
  }

  /**
   * The dotted name of the class or built-in type, without a union with none: `B` of `B | null`, `?B`, `Optional[B]`.
   *
   * @returns undefined for any other type
   */
  of(type: number): string | undefined {
    const name = this.#read(type, 0);
    if (name === undefined) return undefined;
    this.#parameters ??= this.#typeParameters();
    return this.#parameters.has(name) ? undefined : name;
  }

  /** Whether a type or value is none. */
  isNothing(node: number): boolean {
    const { start, end } = this.#nodes.tree;
    // The longest is `undefined`.
    return (end[node] ?? 0) - (start[node] ?? 0) < 10 && this.#rules.nothing.has(this.#nodes.text(node));
  }

  #read(type: number, depth: number): string | undefined {
    if (type < 0 || depth === DEEPEST) return undefined;
    const rules = this.#rules;
    const kind = this.#nodes.tree.kind[type] ?? 0;
    const inner = rules.through.get(kind);
    if (inner !== undefined) return this.#read(this.#nodes.select(type, inner), depth + 1);
    if (rules.unions.has(kind)) return this.#only(this.#nodes.solids(type), depth);
    const generic = rules.generic.get(kind);
    if (generic !== undefined) {
      const name = this.#path(this.#nodes.select(type, generic.name));
      if (name === undefined || !rules.optional.has(name)) return name;
      const list = this.#nodes.select(type, generic.arguments);
      const types = list < 0 ? [] : this.#nodes.solids(list);
      return this.#only(types.length > 0 ? types : [list], depth);
    }
    if (rules.arrays.has(kind)) return ARRAY;
    const quoted = rules.quoted.get(kind);
    if (quoted !== undefined) return this.#quoted(this.#nodes.select(type, quoted));
    return rules.builtIn.has(kind) ? this.#nodes.text(type) : this.#path(type);
  }

  /** The only member of a union that is not none. */
  #only(members: readonly number[], depth: number): string | undefined {
    const [only, other] = members.filter((it) => !this.isNothing(it));
    return only === undefined || other !== undefined ? undefined : this.#read(only, depth + 1);
  }

  #path(node: number): string | undefined {
    const path = node < 0 ? [ELSE] : this.#names.path(node, false);
    return path[0] === ELSE ? undefined : path.join('.');
  }

  #quoted(content: number): string | undefined {
    if (content < 0) return undefined;
    const text = this.#nodes.text(content);
    return text.length <= 200 && DOTTED.test(text) ? text : undefined;
  }

  #typeParameters(): ReadonlySet<string> {
    const { kind, count } = this.#nodes.tree;
    const found = new Set<string>();
    if (this.#rules.parameters.size === 0) return found;
    for (let node = 0; node < count; node++) {
      const at = this.#rules.parameters.get(kind[node] ?? 0);
      const name = at === undefined ? -1 : this.#nodes.select(node, at);
      const text = name < 0 ? undefined : this.#names.simple(name);
      if (text !== undefined) found.add(text);
    }
    return found;
  }
}
