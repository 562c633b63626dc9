import { isPythonFirst, isPythonStandard } from '#languages/builtin-modules.ts';
import type { DeclarationFacts, ImportFacts, Lookup } from '#parse/facts.ts';
import type { LeftOut } from '../left-out.ts';
import { folderOf, follow, inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { importReasons, nothingAt } from '../reasons.ts';
import { type Destination, external, type ImportLink, leadsTo, unresolved } from './link.ts';
import { fileAt, findModule, type PythonLocation } from './python-modules.ts';
import type { PythonRoots } from './python-roots.ts';
import type { ImportRule } from './rules.ts';

type Found = Extract<PythonLocation, { path: string }>;
type Namespace = Extract<PythonLocation, { kind: 'namespace' }>;

/** An import statement. */
export type PythonImport = Pick<ImportFacts, 'target' | 'names' | 'phase'>;

/** What binds names in a file. */
export interface PythonBindings {
  declarations: readonly Pick<DeclarationFacts, 'name' | 'within'>[];
  imports: readonly (Omit<PythonImport, 'phase'> & { lookup?: Lookup })[];
}

/** What more folders have of a module is searched again: kept, it would take the product of folders and imports. */
const MAX_KEPT = 16;

type SearchedRoots = Pick<PythonRoots, 'own' | 'shared'> &
  Partial<Pick<PythonRoots, 'around' | 'required' | 'others' | 'neighbors' | 'isShared'>>;

/**
 * Resolves Python imports below roots: those of the nearest Python project, of the projects that it requires, then those of the
 * scanned folder, each independently: a module that exists below two roots is ambiguous. Of a namespace package all projects are
 * searched. `sys.path` is unknown, and nothing outside these roots is searched.
 */
export class PythonImports {
  readonly #files: ProjectFiles;
  readonly #leftOut: LeftOut;
  readonly #facts: (path: string) => PythonBindings | undefined;
  readonly #roots: SearchedRoots;
  readonly #locations = new Map<string, readonly PythonLocation[]>();
  readonly #bound = new Map<string, ReadonlySet<string>>();
  readonly #scripts = new Map<string, boolean>();

  /** @param facts of a project file, to distinguish the names of a package from its modules */
  constructor(
    files: ProjectFiles,
    leftOut: LeftOut,
    roots: SearchedRoots,
    facts: (path: string) => PythonBindings | undefined,
  ) {
    this.#files = files;
    this.#leftOut = leftOut;
    this.#facts = facts;
    this.#roots = roots;
  }

  /** One link per file that the import's names lead to, in order of the first such name, then the packages around them. */
  resolve(importer: string, imported: PythonImport): ImportLink[] {
    const links = this.resolveTargets(importer, imported);
    const parents = this.#parents(importer, imported.target, links).map((path): ImportLink => {
      return { names: [], destination: leadsTo([path], 'parent-package'), phase: imported.phase, modules: false };
    });
    return [...links, ...parents];
  }

  /**
   * An import of `a.b.c` runs the files of the packages `a` and `a.b` first. Those that contain the importing file are running
   * already.
   *
   * https://docs.python.org/3/reference/import.html#regular-packages
   */
  #parents(importer: string, module: string, links: readonly ImportLink[]): string[] {
    const segments = module.split('.').filter((it) => it !== '').length;
    const parents = new Set<string>();
    for (const { destination, modules } of links) {
      if (destination.path === undefined) continue;
      let folder = destination.path.replace(/\.pyi?$/, '').replace(/\/__init__$/, '');
      for (let level = 1; level < segments + Number(modules); level++) {
        folder = folderOf(folder);
        if (folder === '' || importer.startsWith(`${folder}/`)) break;
        if (this.#roots.around?.has(folder)) continue;
        const init = ['.py', '.pyi'].map((it) => inFolder(folder, `__init__${it}`)).find((it) => this.#files.has(it));
        if (init !== undefined) parents.add(init);
      }
    }
    for (const { destination } of links) if (destination.path !== undefined) parents.delete(destination.path);
    return [...parents];
  }

  /** The same without the packages around them. */
  resolveTargets(importer: string, imported: PythonImport): ImportLink[] {
    const locations = this.#search(importer, imported.target);
    if (!('state' in locations) && imported.names.some((it) => it.name !== '*')) {
      const found = locations.filter(isFound);
      const holders = found.length > 0 ? found : locations.filter(isNamespace);
      const shadowed = found.length === 0 && isPythonStandard(topOf(imported.target));
      if (holders.length > 0 && !shadowed) return this.#resolveNames(importer, imported, holders);
    }
    const destination = this.#destination(importer, imported.target, locations);
    return [{ names: imported.names, destination, phase: imported.phase, modules: false }];
  }

  /** Resolves the module itself, without its names. */
  resolveModule(importer: string, module: string): Destination {
    return this.#destination(importer, module, this.#search(importer, module));
  }

  #search(importer: string, module: string): readonly PythonLocation[] | Destination {
    const dots = module.search(/[^.]|$/);
    const segments = module
      .slice(dots)
      .split('.')
      .filter((it) => it !== '');
    if (dots === 0) {
      if (isPythonFirst(segments[0] ?? '')) return external(importReasons.standard_library);
      const locations = this.#belowRoots(importer, segments);
      const found = locations.filter(isFound);
      const isScript = this.#isScript(importer);
      const beside = found.length > 0 || isScript ? this.#beside(importer, segments) : undefined;
      if (isScript && beside !== undefined) return [beside];
      return beside === undefined || found.some(({ path }) => path === beside.path)
        ? locations
        : [beside, ...locations];
    }
    const base = follow(folderOf(importer), '../'.repeat(dots - 1));
    return base === undefined ? unresolved(importReasons.outside) : this.#locationsOf([base], segments);
  }

  #belowRoots(importer: string, segments: readonly string[]): readonly PythonLocation[] {
    const folder = folderOf(importer);
    const name = segments[0] ?? '';
    const roots = this.#roots;
    const searched = [
      () => roots.own(folder),
      () => roots.required?.(folder, name) ?? [],
      () => roots.shared,
      () => (roots.isShared?.(folder, name) ? (roots.others?.(folder, name) ?? []) : []),
    ];
    let locations: readonly PythonLocation[] = [];
    for (const bases of searched) {
      const found = this.#locationsOf(bases(), segments);
      locations = locations.length === 0 ? found : [...locations, ...found];
      if (found.some(isFound)) break;
    }
    return locations;
  }

  #locationsOf(bases: readonly string[], segments: readonly string[]): readonly PythonLocation[] {
    if (bases.length === 0) return [];
    if (bases.length > MAX_KEPT)
      return bases.map((base) => findModule(this.#files, base, segments, this.#roots.around));
    const key = `${bases.join('\n')}:${segments.join('.')}`;
    let locations = this.#locations.get(key);
    if (locations === undefined) {
      locations = bases.map((base) => findModule(this.#files, base, segments, this.#roots.around));
      this.#locations.set(key, locations);
    }
    return locations;
  }

  #destination(importer: string, module: string, locations: readonly PythonLocation[] | Destination): Destination {
    if ('state' in locations) return locations;
    const found = locations.filter(isFound);
    if (found.length > 0)
      return leadsTo(
        found.map((it) => it.path),
        ruleOf(module),
      );
    if (isPythonStandard(topOf(module))) return external(importReasons.standard_library);
    if (locations.some(isNamespace)) return unresolved(importReasons.namespace);
    const missing = locations.filter(isMissing);
    const leftOut = this.#leftOutAt(missing.map((it) => it.at));
    if (leftOut !== undefined) return unresolved(leftOut);
    const named = missing.filter((it) => it.begun || module.startsWith('.')).map((it) => it.at);
    if (named.length > 0) return unresolved(this.#leftOut.around(...named) ?? nothingAt(...named));
    const segments = module.split('.');
    if (this.#beside(importer, segments)) return unresolved(importReasons.beside);
    const neighbors = this.#roots.neighbors?.(folderOf(importer), segments[0] ?? '') ?? [];
    const possibly = this.#locationsOf(neighbors, segments).filter(isFound);
    if (possibly.length > 0) return possible(possibly.map((it) => it.path));
    const others = this.#roots.others?.(folderOf(importer), segments[0] ?? '') ?? [];
    const isElsewhere = this.#locationsOf(others, segments).some(isFound);
    return isElsewhere ? unresolved(importReasons.other_project) : external(importReasons.not_here);
  }

  #isScript(importer: string): boolean {
    let is = this.#scripts.get(importer);
    if (is === undefined) {
      is = this.#facts(importer)?.imports.some(({ lookup }) => lookup === 'script') === true;
      this.#scripts.set(importer, is);
    }
    return is;
  }

  /** A script finds modules in its folder first; a module of a package does not. */
  #beside(importer: string, segments: readonly string[]): Found | undefined {
    const folder = folderOf(importer);
    if (findModule(this.#files, folder, [], this.#roots.around).kind === 'package') return undefined;
    const [location] = this.#locationsOf([folder], segments);
    return location !== undefined && isFound(location) && location.path !== importer ? location : undefined;
  }

  #resolveNames(
    importer: string,
    { names, target, phase }: PythonImport,
    holders: readonly (Found | Namespace)[],
  ): ImportLink[] {
    const links = new Map<string, ImportLink>();
    for (const name of names) {
      const locations = holders.map((holder) => this.#locateName(importer, holder, name.name));
      const found = locations.filter(isFound);
      const paths = found.map((it) => it.path);
      const modules = found.some((location) => !holders.includes(location));
      const missing = locations.filter(isMissing).map((it) => it.at);
      const reason = locations.some(isNamespace) ? importReasons.namespace : this.#nothing(missing);
      const destination = paths.length > 0 ? leadsTo(paths, ruleOf(target)) : unresolved(reason);
      const key = [modules, destination.reason, ...paths].join('\n');
      const link = links.get(key);
      if (link === undefined) links.set(key, { names: [name], destination, phase, modules });
      else link.names.push(name);
    }
    const only = links.size === 1 ? [...links.values()][0] : undefined;
    return only === undefined ? [...links.values()] : [{ ...only, names }];
  }

  /**
   * `from package import name`: a name that the package's file binds, else a module in its folder, else another name of
   * the file, such as a variable, which the facts do not list, unless the scan leaves out such a module. An import in that file
   * itself sees only its declarations.
   */
  #locateName(importer: string, holder: Found | Namespace, name: string): PythonLocation {
    if (holder.kind === 'module' || name === '*') return holder;
    const own = holder.kind === 'package' && holder.path !== importer;
    if (own && this.#binds(holder.path, name)) return holder;
    const inside = findModule(this.#files, holder.folder, [name], this.#roots.around);
    if (inside.kind !== 'missing' || holder.kind === 'namespace' || this.#leftOutAt([inside.at])) return inside;
    return own || this.#binds(holder.path, name) ? holder : inside;
  }

  #nothing(missing: readonly string[]): string {
    return this.#leftOutAt(missing) ?? this.#leftOut.around(...missing) ?? nothingAt(...missing);
  }

  /** The reason, if the scan leaves out a module at one of these paths. */
  #leftOutAt(missing: readonly string[]): string | undefined {
    return this.#leftOut.file((files) => {
      for (const at of missing) {
        const path = fileAt(files, at);
        if (path !== undefined) return path;
      }
      return undefined;
    });
  }

  /** Whether a package's file declares or imports a name, except by importing the module of that name. */
  #binds(path: string, name: string): boolean {
    let bound = this.#bound.get(path);
    if (bound === undefined) {
      bound = this.#namesBound(path);
      this.#bound.set(path, bound);
    }
    return bound.has(name);
  }

  #namesBound(path: string): ReadonlySet<string> {
    const bound = new Set<string>();
    const facts = this.#facts(path);
    if (facts === undefined) return bound;
    for (const declaration of facts.declarations) {
      if (declaration.within < 0) bound.add(declaration.name);
    }
    for (const imported of facts.imports) {
      const ofItself = imported.names.length > 0 && this.#leadsTo(path, imported.target);
      for (const { name, alias } of imported.names) {
        if (alias !== undefined) bound.add(alias);
        else if (name !== '*' && !ofItself) bound.add(name);
      }
    }
    return bound;
  }

  #leadsTo(path: string, module: string): boolean {
    const locations = this.#search(path, module);
    return !('state' in locations) && locations.some((it) => isFound(it) && it.path === path);
  }
}

function ruleOf(module: string): ImportRule {
  return module.startsWith('.') ? 'relative' : 'source-root';
}

/** Files of members of a uv workspace, which are installed together only on request. */
function possible(paths: readonly string[]): Destination {
  const { path, candidates = path === undefined ? [] : [path] } = leadsTo(paths, 'source-root');
  return { state: 'ambiguous', candidates, rule: 'source-root', reason: importReasons.neighbor };
}

function topOf(module: string): string {
  const dot = module.indexOf('.');
  return dot < 0 ? module : module.slice(0, dot);
}

function isFound(location: PythonLocation): location is Found {
  return location.kind === 'module' || location.kind === 'package';
}

function isMissing(location: PythonLocation): location is Extract<PythonLocation, { kind: 'missing' }> {
  return location.kind === 'missing';
}

function isNamespace(location: PythonLocation): location is Namespace {
  return location.kind === 'namespace';
}
