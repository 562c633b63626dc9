import type { DeclarationKind } from '#parse/facts.ts';
import type { RelateFile } from '../../input.ts';
import { importReasons } from '../../reasons.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Destination, leadsTo, unresolved } from '../link.ts';
import { Autoload } from './autoload.ts';

const IMPORTED: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  'class',
  'interface',
  'trait',
  'enum',
  'function',
]);

/** The files of a project that declare each PHP class or function. */
export class PhpClasses {
  readonly #autoload: Autoload;
  /** By full name in lower case, in byte order of their paths. */
  readonly #files = new Map<string, Set<string>>();

  constructor(files: Iterable<RelateFile>, settings: Settings) {
    this.#autoload = new Autoload(settings);
    for (const { path, language, facts } of files) {
      if (language !== 'php') continue;
      for (const { kind, qualified_name, within } of facts?.declarations ?? []) {
        if (within >= 0 || !IMPORTED.has(kind)) continue;
        const name = lower(qualified_name);
        const paths = this.#files.get(name);
        if (paths === undefined) this.#files.set(name, new Set([path]));
        else paths.add(path);
      }
    }
  }

  /**
   * The file that declares a class or function. Of several, the one at the path where an autoloader searches it; without
   * one they are ambiguous.
   */
  resolve(target: string): Destination {
    const paths = [...(this.#files.get(lower(target)) ?? [])];
    if (paths.length === 0) return unresolved(importReasons.autoload);
    const searched = this.#autoload.pathsOf(target);
    const [first, ...others] = paths.filter((path) => searched.has(path));
    const standard = searched.get(first ?? '');
    if (first !== undefined && others.length === 0 && standard !== undefined) return leadsTo([first], standard);
    return leadsTo(paths, 'class-index');
  }
}

function lower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
