import { at, isList, isTable, tableAt } from '../../settings/json.ts';
import type { Settings } from '../../settings/settings.ts';

/** The namespaces of the packages that `composer.lock` files name, by their `psr-4` and `psr-0`. */
export class LockedPackages {
  /** In lower case, without a backslash at the end. */
  readonly #namespaces = new Set<string>();

  constructor(settings: Settings) {
    for (const path of settings.paths()) {
      if (path !== 'composer.lock' && !path.endsWith('/composer.lock')) continue;
      for (const section of ['packages', 'packages-dev']) {
        const packages = at(settings.value(path), section);
        if (isList(packages)) for (const it of packages) this.#add(at(it, 'autoload'));
      }
    }
  }

  #add(autoload: ReturnType<typeof at>): void {
    if (!isTable(autoload)) return;
    for (const standard of ['psr-4', 'psr-0']) {
      for (const [prefix] of tableAt(autoload, standard) ?? []) {
        const namespace = lower(prefix.replace(/\\+$/, ''));
        if (namespace !== '') this.#namespaces.add(namespace);
      }
    }
  }

  /**
   * The number of segments of the longest namespace of a package that a name is in; 0 without one. A prefix of PSR-0 can end
   * at an underscore: `Twig_` of `Twig_Environment`.
   */
  depth(name: string): number {
    const segments = lower(name).split('\\');
    for (let count = segments.length; count > 0; count--) {
      const namespace = segments.slice(0, count).join('\\');
      if (this.#namespaces.has(namespace)) return count;
    }
    const [first = ''] = segments;
    const underscore = first.indexOf('_');
    return underscore > 0 && this.#namespaces.has(first.slice(0, underscore + 1)) ? 1 : 0;
  }
}

function lower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
