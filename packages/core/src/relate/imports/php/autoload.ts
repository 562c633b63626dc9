import { compareBytes } from '@analyzer/contracts/order';
import { folderOf, follow, inFolder } from '../../paths.ts';
import { at, isTable, tableAt, texts } from '../../settings/json.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ImportRule } from '../rules.ts';
import { PathPatterns } from './path-patterns.ts';

const STANDARDS = ['psr-4', 'psr-0'] as const;
type Standard = (typeof STANDARDS)[number];

/** Maximum number of folders of one prefix of which each is tried for a class without a file. */
const MAX_FOLDERS = 64;

/** A path below some folders: many folders can have one prefix. */
interface Search {
  standard: Standard;
  folders: ReadonlySet<string>;
  below: string;
}

/** Where the `composer.json` files of a project say that classes and functions are. */
export class Autoload {
  /** By prefix in lower case, without a backslash at its end. */
  readonly #folders: Readonly<Record<Standard, Map<string, Set<string>>>> = { 'psr-4': new Map(), 'psr-0': new Map() };

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
        for (const standard of STANDARDS) this.#add(standard, folder, autoload);
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
    const searches = this.#searches(name);
    const standards = new Map(paths.map((path) => [path, searches.find((it) => finds(it, path))?.standard]));
    const found = paths.filter((path) => standards.get(path) !== undefined);
    return [
      [standards.get(found[0] ?? '') ?? 'psr-4', found],
      ['classmap', paths.filter((path) => this.#classmap.has(path) && !this.#excluded.has(path))],
      ['autoload-files', paths.filter((path) => this.#included.has(path))],
    ];
  }

  /** The paths at which an autoloader searches a class below a prefix of its namespace; none of a prefix with very many folders. */
  paths(name: string): string[] {
    const few = this.#searches(name).filter(({ folders }) => folders.size <= MAX_FOLDERS);
    return few.flatMap(({ folders, below }) =>
      [...folders].sort(compareBytes).map((folder) => inFolder(folder, below)),
    );
  }

  /** The number of segments of the longest prefix of PSR-4 or PSR-0 that a name starts with; 0 without one. */
  depth(name: string): number {
    const segments = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).split('\\');
    for (let count = segments.length - 1; count > 0; count--) {
      const prefix = segments.slice(0, count).join('\\');
      if (STANDARDS.some((standard) => this.#folders[standard].has(prefix))) return count;
    }
    return 0;
  }

  /** Where an autoloader searches a class, PSR-4 first. */
  #searches(name: string): Search[] {
    const segments = name.split('\\');
    const last = segments.at(-1)?.replaceAll('_', '/') ?? '';
    const searches: Record<Standard, Search[]> = { 'psr-4': [], 'psr-0': [] };
    for (let count = segments.length - 1; count >= 0; count--) {
      const prefix = segments
        .slice(0, count)
        .join('\\')
        .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      const below = { 'psr-4': segments.slice(count), 'psr-0': [...segments.slice(0, -1), last] };
      for (const standard of STANDARDS) {
        const folders = this.#folders[standard].get(prefix);
        if (folders !== undefined)
          searches[standard].push({ standard, folders, below: `${below[standard].join('/')}.php` });
      }
    }
    return [...searches['psr-4'], ...searches['psr-0']];
  }

  #add(standard: Standard, folder: string, autoload: ReturnType<typeof tableAt>): void {
    for (const [prefix, written] of tableAt(autoload, standard) ?? []) {
      const key = prefix.replace(/\\+$/, '').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      for (const path of texts(written)) {
        const target = follow(folder, path);
        if (target === undefined) continue;
        const folders = this.#folders[standard].get(key);
        if (folders === undefined) this.#folders[standard].set(key, new Set([target]));
        else folders.add(target);
      }
    }
  }
}

function finds({ folders, below }: Search, path: string): boolean {
  if (path === below) return folders.has('');
  return path.endsWith(`/${below}`) && folders.has(path.slice(0, -below.length - 1));
}
