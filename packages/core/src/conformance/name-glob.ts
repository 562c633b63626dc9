import { Glob } from '#tree/globs/glob.ts';

/** Modules of Node.js bear their names with and without it. */
const NODE = /^node:/;

/**
 * A glob over dotted names and module names. Whatever separates the names of a path in a language is one thing here, so
 * that `*` stands for one name and `**` for any number of them. It matches in time linear in the name.
 */
export class NameGlob {
  readonly #glob: Glob;
  /** Of the last name alone; absent when the last may be any. */
  readonly #last: Glob | undefined;

  /** @throws AnalyzerError `usage` when it is no glob */
  constructor(source: string) {
    const path = asPath(/[*?[{]/.test(source) ? source : source.replace(NODE, ''));
    this.#glob = new Glob(path, source);
    const last = path.slice(path.lastIndexOf('/') + 1);
    this.#last = last === '**' || /[{}]/.test(path) ? undefined : new Glob(last, source);
  }

  matches(name: string): boolean {
    if (NODE.test(name) && this.matches(name.replace(NODE, ''))) return true;
    const path = asPath(name);
    return path !== '' && this.#glob.matches(path, false, path);
  }

  /** Whether the name, or some of its first names, match: what lies in a module belongs to it. */
  matchesModule(name: string): boolean {
    if (NODE.test(name) && this.matchesModule(name.replace(NODE, ''))) return true;
    const path = asPath(name);
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      const start = path.slice(0, end);
      if (this.#glob.matches(start, false, start)) return true;
    }
    return this.matches(name);
  }

  /** Whether some longer name that ends like this could match. */
  couldEndWith(last: string): boolean {
    return this.#last === undefined || this.#last.matches(last, false, last);
  }
}

function asPath(name: string): string {
  return name
    .replaceAll('::', '/')
    .replace(/[.\\]/g, '/')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/');
}
