import type { Declaration } from './declarations.ts';
import { firstPart } from './dotted-names.ts';
import type { ImportCollector } from './imports/reader.ts';
import type { NameReader } from './names.ts';

/** The name of a wildcard import. */
const EVERYTHING = '*';

/** The names that declarations and imports of a file have. */
export class KnownNames {
  readonly #names: ReadonlySet<string>;
  readonly #modules: ReadonlySet<string>;
  readonly #isOpen: boolean;

  /** @param modules the names that imports bind to a complete module */
  constructor(names: ReadonlySet<string>, modules: ReadonlySet<string>) {
    this.#names = names;
    this.#modules = modules;
    this.#isOpen = names.has(EVERYTHING);
  }

  /** Whether a declaration or an import has a name, or may have it. */
  has(name: string): boolean {
    return this.#isOpen || this.#names.has(name);
  }

  /** Whether an import binds a name to a complete module, and not to a name in it. */
  isModule(name: string): boolean {
    return this.#modules.has(name);
  }
}

export function knownNames(
  names: NameReader,
  declarations: readonly Declaration[],
  { found, bound }: Pick<ImportCollector, 'found' | 'bound'>,
): KnownNames {
  const known = new Set<string>();
  for (const { facts, root } of declarations) {
    known.add(firstPart(facts.qualified_name));
    const name = root < 0 ? undefined : names.simple(root);
    if (name !== undefined) known.add(name);
  }
  const modules = new Set<string>();
  for (const [index, { names: all }] of found.entries()) {
    const first = bound[index];
    if (first !== undefined) known.add(first);
    if (first !== undefined && all.length === 0) modules.add(first);
    for (const { name, alias } of all) {
      known.add(alias ?? name);
      if (name === '*' && alias !== undefined) modules.add(alias);
    }
  }
  return new KnownNames(known, modules);
}
