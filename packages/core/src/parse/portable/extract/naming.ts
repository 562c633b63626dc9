import { type Binding, BindingReader } from './bindings.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import { LONGEST, scalarCount } from './cut.ts';
import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { ContainerRule, DeclarationRule } from './rules.ts';
import { KNOWN } from './scope.ts';

/** The name of a declaration or container, and its origin. */
export interface Named {
  path: string[];
  /** The last segment as in the source, which determines private names. */
  bare: string;
  /** The binding that names it; undefined if the node has its own name. */
  binding: Binding | undefined;
  /** Bound to an object whose members are exported, or to a member of it. */
  exported: boolean;
  /** Its first name; see `scope.ts`. */
  root: number;
}

/** Decides between the name of a binding and a node's own name. */
export class NameGiver {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #bindings: BindingReader;

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#names = names;
    this.#bindings = new BindingReader(nodes, names, language);
  }

  /** `const f = function g` is `f`; but for a default export and `module.exports` the own name has precedence. */
  declaration(node: number, rule: DeclarationRule): Named | undefined {
    const binding = this.#bindings.of(node);
    const isWeak = binding?.rule.weak || binding?.exported === 'object';
    if (binding !== undefined && !isWeak) return fromBinding(binding);
    const own = this.#own(node, rule);
    if (own === undefined) return binding && fromBinding(binding);
    return { ...own, exported: binding?.exported !== undefined };
  }

  container(node: number, rule: ContainerRule): Named | undefined {
    if (rule.name === undefined) {
      const binding = this.#bindings.of(node);
      return binding && fromBinding(binding);
    }
    return this.#own(node, rule);
  }

  /** The own name of the node; it may be dotted. */
  #own(node: number, rule: DeclarationRule | ContainerRule): Named | undefined {
    const name = rule.name === undefined ? -1 : this.#nodes.select(node, rule.name);
    if (name < 0) return undefined;
    const simple = this.#names.simple(name);
    const path = simple === undefined ? this.#names.path(name, true) : [simple];
    const bare = path[path.length - 1] ?? ELSE;
    const root = simple === undefined ? KNOWN : name;
    return bare === ELSE ? undefined : { path, bare, binding: undefined, exported: false, root };
  }
}

function fromBinding(binding: Binding): Named {
  const { path, bare, exported, root } = binding;
  return { path, bare, binding, exported: exported !== undefined, root };
}

/**
 * The prefix of the names inside. An enclosing name that is too long is replaced by `…`: otherwise deeply nested names
 * would grow with the square of their depth.
 */
export function prefixOf(qualified: string, separator: string): string {
  const isLong = qualified.length > LONGEST && scalarCount(qualified) > LONGEST;
  return (isLong ? ELSE : qualified) + separator;
}
