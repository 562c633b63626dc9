import type { DeclarationKind } from '#parse/facts.ts';
import type { RelateFile } from '../../input.ts';
import { importReasons } from '../../reasons.ts';
import type { Settings } from '../../settings/settings.ts';
import { isPhpClass, isPhpConstant, isPhpFunction } from '../builtin-modules.ts';
import { type Destination, external, leadsTo, MAX_FILES, unresolved } from '../link.ts';
import { Autoload } from './autoload.ts';

const CLASSES: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(['class', 'interface', 'trait', 'enum']);

const NO_FILES: ReadonlySet<string> = new Set();

/** The files that declare a name, in byte order of their paths. */
type Declaring = Map<string, Set<string>>;

/** The files of a project that declare each PHP class or function. */
export class PhpClasses {
  readonly #autoload: Autoload;
  /** By full name in lower case. */
  readonly #classes: Declaring = new Map();
  readonly #functions: Declaring = new Map();
  /** Of names that many files declare, by name and kind. */
  readonly #known = new Map<string, Destination>();

  constructor(files: Iterable<RelateFile>, settings: Settings) {
    this.#autoload = new Autoload(settings);
    for (const { path, language, facts } of files) {
      if (language !== 'php') continue;
      for (const { kind, qualified_name, within } of facts?.declarations ?? []) {
        if (within >= 0) continue;
        if (CLASSES.has(kind)) add(this.#classes, lower(qualified_name), path);
        else if (kind === 'function') add(this.#functions, lower(qualified_name), path);
      }
    }
  }

  /**
   * The file that declares a class or function. Of several, the one where an autoloader searches it; without one they are
   * ambiguous.
   */
  resolve(target: string, onlyClass: boolean): Destination {
    const name = lower(target);
    const classes = this.#classes.get(name) ?? NO_FILES;
    const functions = (onlyClass ? undefined : this.#functions.get(name)) ?? NO_FILES;
    const choose = () => this.#choose(target, [...new Set([...classes, ...functions])], onlyClass);
    if (Math.max(classes.size, functions.size) <= MAX_FILES) return choose();
    const key = `${onlyClass} ${target}`;
    let destination = this.#known.get(key);
    if (destination === undefined) {
      destination = choose();
      this.#known.set(key, destination);
    }
    return destination;
  }

  #choose(target: string, paths: readonly string[], onlyClass: boolean): Destination {
    if (paths.length === 0) {
      const name = lower(target);
      const isBuiltin = isPhpClass(name) || (!onlyClass && (isPhpFunction(name) || isPhpConstant(target)));
      return isBuiltin ? external(importReasons.php) : unresolved(importReasons.autoload);
    }
    for (const [rule, found] of this.#autoload.choices(target, paths)) {
      const [first, ...others] = found;
      if (first !== undefined && others.length === 0) return leadsTo([first], rule);
    }
    return leadsTo(paths, 'class-index');
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
