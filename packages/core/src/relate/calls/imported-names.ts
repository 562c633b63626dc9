import type { ImportFacts } from '#parse/facts.ts';
import type { Destination, ImportLink } from '../imports/link.ts';
import type { CallRules } from './language-rules.ts';

/** What an import binds a name to. */
export interface Binding {
  destination: Destination;
  /** The name in the file it leads to; empty for the module itself. */
  name: string;
  /** Seen only by those who import from this file. */
  reexport: boolean;
}

/** A dotted module name that `import a.b` makes usable as written. */
export interface ModulePrefix {
  module: string;
  destination: Destination;
}

/** The names that one file's imports bind, wherever in it they stand. */
export interface ImportedNames {
  bindings: ReadonlyMap<string, readonly Binding[]>;
  /** By first segment, longest first. */
  modules: ReadonlyMap<string, readonly ModulePrefix[]>;
  /** Imports of all names under their own names. */
  stars: readonly { destination: Destination; reexport: boolean }[];
  /** Files whose declarations an include makes visible, in order. */
  includes: readonly string[];
  /** Classes and functions left to an autoloader: full name by local name, both as `fold` gives them. */
  autoloaded: ReadonlyMap<string, string>;
}

/**
 * @param links of each import, aligned with `imports`
 * @param moduleAt where a dotted module name leads
 * @param fold how the language compares the names of autoloaded classes
 */
export function importedNames(
  imports: readonly ImportFacts[],
  links: readonly (readonly ImportLink[])[],
  rules: CallRules,
  moduleAt: (module: string) => Destination,
  fold: (name: string) => string,
): ImportedNames {
  const bindings = new Map<string, Binding[]>();
  const modules = new Map<string, ModulePrefix[]>();
  const stars: { destination: Destination; reexport: boolean }[] = [];
  const includes: string[] = [];
  const autoloaded = new Map<string, string>();
  for (const [index, imported] of imports.entries()) {
    const reexport = imported.reexport === true;
    if (imported.lookup === 'autoload') addAutoloaded(autoloaded, imported, fold);
    else if (imported.names.length === 0 && rules.bindsModules) addModules(modules, imported.target, moduleAt);
    for (const { names, destination, modules: areModules } of links[index] ?? []) {
      if (rules.includes && destination.path !== undefined) includes.push(destination.path);
      for (const { name, alias } of imported.lookup === 'autoload' ? [] : names) {
        if (name === '*' && alias === undefined) {
          if (reexport || rules.bindsStars) stars.push({ destination, reexport });
        } else addTo(bindings, alias ?? name, { destination, name: areModules || name === '*' ? '' : name, reexport });
      }
    }
  }
  for (const prefixes of modules.values()) prefixes.sort((a, b) => b.module.length - a.module.length);
  return { bindings, modules, stars, includes, autoloaded };
}

/** A recorded callee is no longer than this. */
const longestCallee = 200;

/** `import a.b.c` makes `a`, `a.b` and `a.b.c` usable. */
function addModules(
  modules: Map<string, ModulePrefix[]>,
  target: string,
  moduleAt: (module: string) => Destination,
): void {
  const segments = target.split('.');
  const known = new Set(modules.get(segments[0] ?? '')?.map((it) => it.module));
  let module = '';
  for (const segment of segments) {
    module = module === '' ? segment : `${module}.${segment}`;
    if (module.length > longestCallee) return;
    if (!known.has(module)) addTo(modules, segments[0] ?? '', { module, destination: moduleAt(module) });
  }
}

/** PHP `use A\B`, `use A\B as C`, `use A\{B, C as D}`. */
function addAutoloaded(autoloaded: Map<string, string>, imported: ImportFacts, fold: (name: string) => string): void {
  const target = imported.target.replace(/^\\/, '');
  const names = imported.names.length > 0 ? imported.names : [{ name: lastPart(target) }];
  for (const { name, alias } of names) {
    const full = name === '*' || lastPart(target) === lastPart(name) ? target : `${target}\\${name}`;
    autoloaded.set(fold(alias ?? lastPart(full)), fold(full));
  }
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('\\') + 1);
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
