import type { DeclarationKind } from '#parse/facts.ts';
import type { RelateFile } from '../../input.ts';
import { importReasons } from '../../reasons.ts';
import type { Settings } from '../../settings/settings.ts';
import { isPhpClass, isPhpFunction } from '../builtin-modules.ts';
import { type Destination, external, leadsTo, unresolved } from '../link.ts';
import { Autoload } from './autoload.ts';

const CLASSES: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(['class', 'interface', 'trait', 'enum']);

/** The files that declare a name, in byte order of their paths. */
type Declaring = Map<string, Set<string>>;

/** The files of a project that declare each PHP class or function. */
export class PhpClasses {
  readonly #autoload: Autoload;
  /** By full name in lower case. */
  readonly #classes: Declaring = new Map();
  readonly #functions: Declaring = new Map();

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
    const classes = this.#classes.get(name) ?? [];
    const functions = onlyClass ? [] : (this.#functions.get(name) ?? []);
    const paths = [...new Set([...classes, ...functions])];
    if (paths.length === 0) {
      const isBuiltin = isPhpClass(name) || (!onlyClass && isPhpFunction(name));
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
