import type { FileFacts, ImportFacts } from '#parse/facts.ts';
import { folderOf, follow } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { importReasons, nothingAt } from '../reasons.ts';
import { isPythonFirst, isPythonStandard } from './builtin-modules.ts';
import { type Destination, external, type ImportedNames, type ImportLink, leadsTo, unresolved } from './link.ts';
import { findModule, type PythonPlace } from './python-modules.ts';

type Found = Extract<PythonPlace, { path: string }>;
type Namespace = Extract<PythonPlace, { kind: 'namespace' }>;

/**
 * Resolves Python imports below the roots `.`, `src` and the given source roots, each on its own: a module that two
 * roots offer is ambiguous. No `sys.path` of a run is known, and no search goes beyond these roots.
 */
export class PythonImports {
  readonly #files: ProjectFiles;
  readonly #facts: (path: string) => FileFacts | undefined;
  readonly #roots: readonly string[];
  readonly #places = new Map<string, readonly PythonPlace[]>();
  readonly #bound = new Map<string, ReadonlySet<string>>();

  /** @param facts of a project file, to tell a package's own names from its modules */
  constructor(files: ProjectFiles, sourceRoots: readonly string[], facts: (path: string) => FileFacts | undefined) {
    this.#files = files;
    this.#facts = facts;
    const roots = new Set(['', 'src']);
    for (const written of sourceRoots) {
      const root = follow('', written);
      if (root !== undefined) roots.add(root);
    }
    this.#roots = [...roots];
  }

  /** One link per file that the import's names lead to, in order of the first such name. */
  resolve(importer: string, imported: ImportFacts): ImportLink[] {
    const places = this.#search(importer, imported.target);
    if (!('state' in places) && imported.names.some((it) => it.name !== '*')) {
      const found = places.filter(isFound);
      const holders = found.length > 0 ? found : places.filter(isNamespace);
      const shadowed = found.length === 0 && isPythonStandard(topOf(imported.target));
      if (holders.length > 0 && !shadowed) return this.#resolveNames(importer, imported.names, holders);
    }
    return [
      { names: imported.names, destination: this.#destination(importer, imported.target, places), modules: false },
    ];
  }

  /** Where the module itself leads, none of its names asked for. */
  resolveModule(importer: string, module: string): Destination {
    return this.#destination(importer, module, this.#search(importer, module));
  }

  #search(importer: string, module: string): readonly PythonPlace[] | Destination {
    const dots = module.search(/[^.]|$/);
    const segments = module
      .slice(dots)
      .split('.')
      .filter((it) => it !== '');
    if (dots === 0) {
      if (isPythonFirst(segments[0] ?? '')) return external(importReasons.standard_library);
      return this.#placesOf(this.#roots, segments);
    }
    const base = follow(folderOf(importer), '../'.repeat(dots - 1));
    return base === undefined ? unresolved(importReasons.outside) : this.#placesOf([base], segments);
  }

  #placesOf(bases: readonly string[], segments: readonly string[]): readonly PythonPlace[] {
    const key = `${bases === this.#roots ? '*' : bases[0]}:${segments.join('.')}`;
    let places = this.#places.get(key);
    if (places === undefined) {
      places = bases.map((base) => findModule(this.#files, base, segments));
      this.#places.set(key, places);
    }
    return places;
  }

  #destination(importer: string, module: string, places: readonly PythonPlace[] | Destination): Destination {
    if ('state' in places) return places;
    const found = places.filter(isFound);
    if (found.length > 0) return leadsTo(found.map((it) => it.path));
    if (isPythonStandard(topOf(module))) return external(importReasons.standard_library);
    if (places.some(isNamespace)) return unresolved(importReasons.namespace);
    const looked = places.filter(isMissing).filter((it) => it.begun || module.startsWith('.'));
    if (looked.length > 0) return unresolved(nothingAt(...looked.map((it) => it.at)));
    return this.#isBeside(importer, module) ? unresolved(importReasons.beside) : external(importReasons.not_here);
  }

  /** A script finds modules in its own folder; a module of a package does not. */
  #isBeside(importer: string, module: string): boolean {
    const folder = folderOf(importer);
    if (findModule(this.#files, folder, []).kind === 'package') return false;
    const place = findModule(this.#files, folder, module.split('.'));
    return isFound(place) && place.path !== importer;
  }

  #resolveNames(importer: string, names: ImportedNames, holders: readonly (Found | Namespace)[]): ImportLink[] {
    const links = new Map<string, ImportLink>();
    for (const name of names) {
      const places = holders.map((holder) => this.#placeOfName(importer, holder, name.name));
      const found = places.filter(isFound);
      const paths = found.map((it) => it.path);
      const modules = found.some((place) => !holders.includes(place));
      const missing = places.filter(isMissing).map((it) => it.at);
      const reason = places.some(isNamespace) ? importReasons.namespace : nothingAt(...missing);
      const destination = paths.length > 0 ? leadsTo(paths) : unresolved(reason);
      const key = [modules, destination.reason, ...paths].join('\n');
      const link = links.get(key);
      if (link === undefined) links.set(key, { names: [name], destination, modules });
      else link.names.push(name);
    }
    const only = links.size === 1 ? [...links.values()][0] : undefined;
    return only === undefined ? [...links.values()] : [{ ...only, names }];
  }

  /**
   * `from package import name`: a name the package's own file binds, else a module in its folder, else whatever its
   * file may hold besides (variables are not recorded). While that file itself runs, only what it declares is there.
   */
  #placeOfName(importer: string, holder: Found | Namespace, name: string): PythonPlace {
    if (holder.kind === 'module' || name === '*') return holder;
    const own = holder.kind === 'package' && holder.path !== importer;
    if (own && this.#binds(holder.path, name)) return holder;
    const inside = findModule(this.#files, holder.folder, [name]);
    if (inside.kind !== 'missing' || holder.kind === 'namespace') return inside;
    return own || this.#binds(holder.path, name) ? holder : inside;
  }

  /** Whether a package's own file declares or imports a name, but for importing the module of that name as such. */
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
    const places = this.#search(path, module);
    return !('state' in places) && places.some((it) => isFound(it) && it.path === path);
  }
}

function topOf(module: string): string {
  const dot = module.indexOf('.');
  return dot < 0 ? module : module.slice(0, dot);
}

function isFound(place: PythonPlace): place is Found {
  return place.kind === 'module' || place.kind === 'package';
}

function isMissing(place: PythonPlace): place is Extract<PythonPlace, { kind: 'missing' }> {
  return place.kind === 'missing';
}

function isNamespace(place: PythonPlace): place is Namespace {
  return place.kind === 'namespace';
}
