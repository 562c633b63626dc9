import { folderOf, follow, inFolder } from '../../paths.ts';
import { at, isTable, tableAt, texts } from '../../settings/json.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ImportRule } from '../rules.ts';
import { PathPatterns } from './path-patterns.ts';

type Standard = 'psr-4' | 'psr-0';

/** Where the `composer.json` files of a project say that classes and functions are. */
export class Autoload {
  /** By prefix in lower case, without a backslash at its end. */
  readonly #folders: Readonly<Record<Standard, Map<string, string[]>>> = { 'psr-4': new Map(), 'psr-0': new Map() };

  readonly #classmap = new PathPatterns();
  readonly #excluded = new PathPatterns();
  /** Files that are always included. */
  readonly #included = new PathPatterns();

  constructor(settings: Settings) {
    for (const path of settings.paths()) {
      if (path !== 'composer.json' && !path.endsWith('/composer.json')) continue;
      const composer = settings.value(path);
      for (const section of ['autoload', 'autoload-dev']) {
        const autoload = at(composer, section);
        if (!isTable(autoload)) continue;
        const folder = folderOf(path);
        for (const standard of ['psr-4', 'psr-0'] as const) this.#add(standard, folder, autoload);
        const lists: [string, PathPatterns][] = [
          ['classmap', this.#classmap],
          ['exclude-from-classmap', this.#excluded],
          ['files', this.#included],
        ];
        for (const [key, patterns] of lists) {
          for (const written of texts(at(autoload, key))) {
            const problem = patterns.add(folder, written);
            if (problem !== undefined) settings.report(path, `"${key}" ${problem}`);
          }
        }
      }
    }
  }

  /** Which of the files that declare a name an autoloader can load, by rule. The rules are in order of precedence. */
  choices(name: string, paths: readonly string[]): [ImportRule, string[]][] {
    const searched = this.#pathsOf(name);
    const found = paths.filter((path) => searched.has(path));
    return [
      [searched.get(found[0] ?? '') ?? 'psr-4', found],
      ['classmap', paths.filter((path) => this.#classmap.has(path) && !this.#excluded.has(path))],
      ['autoload-files', paths.filter((path) => this.#included.has(path))],
    ];
  }

  /** The paths at which an autoloader searches a class, with the standard that defines them. */
  #pathsOf(name: string): Map<string, Standard> {
    const paths = new Map<string, Standard>();
    const segments = name.split('\\');
    for (let count = segments.length - 1; count >= 0; count--) {
      const prefix = segments
        .slice(0, count)
        .join('\\')
        .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      for (const folder of this.#folders['psr-4'].get(prefix) ?? []) {
        paths.set(`${inFolder(folder, segments.slice(count).join('/'))}.php`, 'psr-4');
      }
      for (const folder of this.#folders['psr-0'].get(prefix) ?? []) {
        const last = segments.at(-1)?.replaceAll('_', '/') ?? '';
        const path = inFolder(folder, [...segments.slice(0, -1), last].join('/'));
        if (!paths.has(`${path}.php`)) paths.set(`${path}.php`, 'psr-0');
      }
    }
    return paths;
  }

  #add(standard: Standard, folder: string, autoload: ReturnType<typeof tableAt>): void {
    for (const [prefix, written] of tableAt(autoload, standard) ?? []) {
      const key = prefix.replace(/\\+$/, '').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      for (const path of texts(written)) {
        const target = follow(folder, path);
        if (target === undefined) continue;
        const folders = this.#folders[standard].get(key);
        if (folders === undefined) this.#folders[standard].set(key, [target]);
        else folders.push(target);
      }
    }
  }
}
