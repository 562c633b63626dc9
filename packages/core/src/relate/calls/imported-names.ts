import type { ImportFacts, Lookup } from '#parse/facts.ts';
import { type Destination, type ImportLink, unresolved } from '../imports/link.ts';
import { callReasons } from '../reasons.ts';
import type { CallRules } from './language-rules.ts';
import { mostCandidates } from './most-candidates.ts';

/** What an import binds a name to. */
export interface Binding {
  destination: Destination;
  /** The name in the destination file; empty for the module itself. */
  name: string;
  /** Visible only to files that import from this file. */
  reexport: boolean;
}

/** The names that imports bind in one scope. */
export interface ScopeImports {
  /** Distinct bindings of each name; after the first 16, one marks that there are more. */
  bindings: ReadonlyMap<string, readonly Binding[]>;
  /** Dotted modules that `import a.b` binds, with their parent modules. */
  modules: ReadonlyMap<string, Destination>;
}

/** The names that the imports of one file bind at file level. */
export interface ImportedNames extends ScopeImports {
  /** The names that imports bind in other scopes. */
  inner: ReadonlyMap<number, ScopeImports>;
  /** Wildcard imports. */
  stars: Stars;
  /** Included files, in order. */
  includes: readonly string[];
  /** Files that it possibly includes, in order. */
  possible: readonly string[];
  /** Classes and namespaces that `use` names: full name by local name, both folded. */
  autoloaded: ReadonlyMap<string, string>;
  /** The same for functions. */
  functions: ReadonlyMap<string, string>;
}

export interface Stars {
  /** In order, without repetition. */
  files: ReadonlySet<string>;
  /** Whether one of them leads outside the project. */
  open: boolean;
}

const none: ImportedNames = {
  bindings: new Map(),
  modules: new Map(),
  inner: new Map(),
  stars: { files: new Set(), open: false },
  includes: [],
  possible: [],
  autoloaded: new Map(),
  functions: new Map(),
};

/**
 * @param links aligned with `imports`
 * @param moduleAt resolves a dotted module name
 * @param fold normalizes the names of autoloaded classes for comparison
 */
export function importedNames(
  imports: readonly ImportFacts[],
  links: readonly (readonly ImportLink[])[],
  rules: CallRules,
  moduleAt: (module: string) => Destination,
  fold: (name: string) => string,
): ImportedNames {
  const names: MutableNames = {
    bindings: undefined,
    modules: undefined,
    inner: undefined,
    stars: undefined,
    includes: undefined,
    possible: undefined,
    autoloaded: undefined,
    functions: undefined,
  };
  for (let index = 0; index < imports.length; index++) {
    const imported = imports[index];
    if (imported === undefined) continue;
    if (imported.lookup === 'autoload') {
      names.autoloaded ??= new Map();
      addAutoloaded(names.autoloaded, imported, fold);
    } else if (imported.lookup === 'function') {
      names.functions ??= new Map();
      addAutoloaded(names.functions, imported, fold);
    } else if (imported.names.length === 0 && imported.lookup !== 'loaded' && rules.bindsModules) {
      addModules(modulesOf(names, imported.scope), imported.target, moduleAt);
    }
    const its = links[index] ?? [];
    for (let at = 0; at < its.length; at++) addLink(names, imported, its[at], rules);
  }
  return {
    bindings: names.bindings ?? none.bindings,
    modules: names.modules ?? none.modules,
    inner: names.inner ?? none.inner,
    stars: names.stars ?? none.stars,
    includes: names.includes ?? none.includes,
    possible: names.possible ?? none.possible,
    autoloaded: names.autoloaded ?? none.autoloaded,
    functions: names.functions ?? none.functions,
  };
}

/** Empty collections are shared: all files stay in memory, and most have most of these empty. */
interface MutableNames {
  bindings: Map<string, Binding[]> | undefined;
  modules: Map<string, Destination> | undefined;
  inner: Map<number, { bindings: Map<string, Binding[]>; modules: Map<string, Destination> }> | undefined;
  stars: { files: Set<string>; open: boolean } | undefined;
  includes: string[] | undefined;
  possible: string[] | undefined;
  autoloaded: Map<string, string> | undefined;
  functions: Map<string, string> | undefined;
}

/** Names that a language finds in tables of its own. */
const WITHOUT_FILE: ReadonlySet<Lookup> = new Set<Lookup>(['autoload', 'class', 'function', 'constant']);

function addLink(to: MutableNames, imported: ImportFacts, link: ImportLink | undefined, rules: CallRules): void {
  if (link === undefined) return;
  if (WITHOUT_FILE.has(imported.lookup)) return;
  const { names, destination, modules: areModules } = link;
  if (rules.includes && destination.path !== undefined) {
    to.includes ??= [];
    to.includes.push(destination.path);
  }
  if (destination.rule === 'suffix') {
    to.possible ??= [];
    to.possible.push(...(destination.candidates ?? []));
  }
  const reexport = imported.reexport === true;
  for (let at = 0; at < names.length; at++) {
    const { name, alias } = names[at] ?? noName;
    if (name === '*' && alias === undefined) {
      if (!reexport && !rules.bindsStars) continue;
      to.stars ??= { files: new Set(), open: false };
      addStar(to.stars, destination);
    } else {
      const binding = { destination, name: areModules || name === '*' ? '' : name, reexport };
      addBinding(bindingsOf(to, imported.scope), alias ?? name, binding);
    }
  }
}

function bindingsOf(names: MutableNames, scope: number | undefined): Map<string, Binding[]> {
  if (scope !== undefined) return innerOf(names, scope).bindings;
  names.bindings ??= new Map();
  return names.bindings;
}

function modulesOf(names: MutableNames, scope: number | undefined): Map<string, Destination> {
  if (scope !== undefined) return innerOf(names, scope).modules;
  names.modules ??= new Map();
  return names.modules;
}

function innerOf(names: MutableNames, scope: number) {
  names.inner ??= new Map();
  let its = names.inner.get(scope);
  if (its === undefined) {
    its = { bindings: new Map(), modules: new Map() };
    names.inner.set(scope, its);
  }
  return its;
}

const noName: ImportFacts['names'][number] = { name: '' };

function addBinding(bindings: Map<string, Binding[]>, name: string, binding: Binding): void {
  const same = bindings.get(name);
  if (same === undefined) bindings.set(name, [binding]);
  else if (same.length > mostCandidates || same.some((it) => isSame(it, binding))) return;
  else if (same.length < mostCandidates) same.push(binding);
  else same.push({ ...binding, destination: unresolved(callReasons.many) });
}

function isSame(a: Binding, b: Binding): boolean {
  const { state, path, reason } = a.destination;
  const same = state === b.destination.state && path === b.destination.path && reason === b.destination.reason;
  return same && state !== 'ambiguous' && a.name === b.name && a.reexport === b.reexport;
}

function addStar(stars: { files: Set<string>; open: boolean }, destination: Destination): void {
  const { state, path, candidates = [] } = destination;
  for (const file of path === undefined ? candidates : [path]) stars.files.add(file);
  if (state === 'external' || state === 'unresolved') stars.open = true;
}

/** Maximum length of a recorded callee. */
const longestCallee = 200;

/** `import a.b.c` binds `a`, `a.b` and `a.b.c`. */
function addModules(
  modules: Map<string, Destination>,
  target: string,
  moduleAt: (module: string) => Destination,
): void {
  let module = '';
  for (const segment of target.split('.', longestCallee)) {
    module = module === '' ? segment : `${module}.${segment}`;
    if (module.length > longestCallee) return;
    if (!modules.has(module)) modules.set(module, moduleAt(module));
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
