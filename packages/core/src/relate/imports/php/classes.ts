import { isPhpClass, isPhpFunction } from '#languages/builtin-modules.ts';
import type { DeclarationKind } from '#parse/facts.ts';
import type { RelateFile } from '../../input.ts';
import type { LeftOut } from '../../left-out.ts';
import { importReasons } from '../../reasons.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Destination, external, leadsTo, MAX_FILES, unresolved } from '../link.ts';
import { Autoload } from './autoload.ts';
import { LockedPackages } from './locked-packages.ts';

const CLASSES: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(['class', 'interface', 'trait', 'enum']);

const NO_FILES: ReadonlySet<string> = new Set();

/** The files that declare a name, in byte order of their paths. */
type Declaring = Map<string, Set<string>>;

/** The files of a project that declare each PHP class or function. */
export class PhpClasses {
  readonly #leftOut: LeftOut;
  readonly #autoload: Autoload;
  readonly #locked: LockedPackages;
  /** By full name in lower case. */
  readonly #classes: Declaring = new Map();
  readonly #functions: Declaring = new Map();
  /** Of classes and functions, and all namespaces around. */
  readonly #namespaces = new Set<string>();
  /** Of names that many files declare. */
  readonly #known = { classes: new Map<string, Destination>(), functions: new Map<string, Destination>() };

  constructor(files: Iterable<RelateFile>, leftOut: LeftOut, settings: Settings) {
    this.#leftOut = leftOut;
    this.#autoload = new Autoload(settings);
    this.#locked = new LockedPackages(settings);
    for (const { path, language, facts } of files) {
      if (language !== 'php') continue;
      for (const { kind, qualified_name, within } of facts?.declarations ?? []) {
        if (within >= 0) continue;
        this.#addNamespaces(lower(qualified_name));
        if (CLASSES.has(kind)) add(this.#classes, lower(qualified_name), path);
        else if (kind === 'function') add(this.#functions, lower(qualified_name), path);
      }
    }
  }

  #addNamespaces(name: string): void {
    for (let end = name.lastIndexOf('\\'); end > 0; end = name.lastIndexOf('\\', end - 1)) {
      const namespace = name.slice(0, end);
      if (this.#namespaces.has(namespace)) break;
      this.#namespaces.add(namespace);
    }
  }

  /** The file that declares a class. Of several, the one where an autoloader searches it; without one they are ambiguous. */
  class(target: string): Destination {
    return this.#find(target, this.#classes, (paths) => {
      if (paths.length === 0) {
        if (isPhpClass(lower(target))) return external(importReasons.php);
        return this.#namespaces.has(lower(target)) ? unresolved(importReasons.php_namespace) : this.#missing(target);
      }
      return this.#choose(target, paths);
    });
  }

  /** The file that declares a function, chosen as for a class. */
  function(target: string): Destination {
    return this.#find(target, this.#functions, (paths) => {
      if (paths.length > 0) return this.#choose(target, paths);
      return isPhpFunction(lower(target)) ? external(importReasons.php) : this.#missing(target);
    });
  }

  /** A name that no file declares: of a package, unless a prefix of the project's own is as long as that of the package. */
  #missing(target: string): Destination {
    const depth = this.#locked.depth(target);
    const isPackage = depth > 0 && depth > this.#autoload.depth(target);
    if (isPackage) return external(importReasons.composer_package);
    const paths = this.#autoload.paths(target);
    const leftOut = this.#leftOut.file((files) => paths.find((path) => files.has(path)));
    return unresolved(leftOut ?? this.#leftOut.around(...paths) ?? importReasons.autoload);
  }

  #choose(target: string, paths: readonly string[]): Destination {
    for (const [rule, found] of this.#autoload.choices(target, paths)) {
      const [first, ...others] = found;
      if (first !== undefined && others.length === 0) return leadsTo([first], rule);
    }
    return leadsTo(paths, 'class-index');
  }

  #find(target: string, declaring: Declaring, choose: (paths: readonly string[]) => Destination): Destination {
    const paths = declaring.get(lower(target)) ?? NO_FILES;
    if (paths.size <= MAX_FILES) return choose([...paths]);
    const known = declaring === this.#classes ? this.#known.classes : this.#known.functions;
    let destination = known.get(target);
    if (destination === undefined) {
      destination = choose([...paths]);
      known.set(target, destination);
    }
    return destination;
  }
}

function add(to: Declaring, name: string, path: string): void {
  const paths = to.get(name);
  if (paths === undefined) to.set(name, new Set([path]));
  else paths.add(path);
}

function lower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
