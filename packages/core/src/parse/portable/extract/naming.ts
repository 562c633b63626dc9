import { type Binding, BindingReader } from './bindings.ts';
import type { CompiledFacts } from './compile.ts';
import { LONGEST, scalarCount } from './cut.ts';
import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { ContainerRule, DeclarationRule } from './rules.ts';

/** What a declaration or container is called, and where that comes from. */
export interface Named {
  path: string[];
  /** The last part as the source has it, by which private names are told. */
  bare: string;
  /** What gives the name; undefined when the node bears it itself. */
  binding: Binding | undefined;
  /** Given to an object whose members are exported, or as that object. */
  exported: boolean;
}

/** Decides between the name that a binding gives and a node's own. */
export class NameGiver {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #bindings: BindingReader;

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#names = names;
    this.#bindings = new BindingReader(nodes, names, language);
  }

  /** `const f = function g` is `f`; but a default export, `module.exports` too, is called by its own name first. */
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

  /** The name that a node bears itself; it may be a dotted one. */
  #own(node: number, rule: DeclarationRule | ContainerRule): Named | undefined {
    const name = rule.name === undefined ? -1 : this.#nodes.select(node, rule.name);
    if (name < 0) return undefined;
    const simple = this.#names.simple(name);
    const path = simple === undefined ? this.#names.path(name, true) : [simple];
    const bare = path[path.length - 1] ?? ELSE;
    return bare === ELSE ? undefined : { path, bare, binding: undefined, exported: false };
  }
}

function fromBinding(binding: Binding): Named {
  const { path, bare, exported } = binding;
  return { path, bare, binding, exported: exported !== undefined };
}

/**
 * What the names inside begin with. An enclosing name that is too long gives way to `…`: names nested deep would grow
 * with the square of their depth.
 */
export function prefixOf(qualified: string, separator: string): string {
  const isLong = qualified.length > LONGEST && scalarCount(qualified) > LONGEST;
  return (isLong ? ELSE : qualified) + separator;
}
