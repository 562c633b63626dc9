import { Glob } from '#tree/globs/glob.ts';

/** Modules of Node.js bear their names with and without it. */
const NODE = /^node:/;
/** What a glob without any of these matches is itself alone. */
const PLAIN = /^[\w$/@-]+$/;

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
    return withoutNode(name).some((it) => this.matchesPath(asPath(it)));
  }

  /** Whether the name, or some of its first names, match: what lies in a module belongs to it. */
  matchesModule(name: string): boolean {
    return withoutNode(name).some((it) => modulesAbove(asPath(it)).some((path) => this.matchesPath(path)));
  }

  /** @param path a name as `asPath` writes it */
  matchesPath(path: string): boolean {
    return path !== '' && this.#glob.matches(path, false, path);
  }

  /** Whether some longer name that ends like this could match. */
  couldEndWith(last: string): boolean {
    return this.#last === undefined || this.#last.matches(last, false, last);
  }
}

/** Many globs, of which most stand for one name. It takes the same time whether there are ten of these or a thousand. */
export class NameGlobs {
  readonly #plain = new Set<string>();
  readonly #others: NameGlob[] = [];

  /** @throws AnalyzerError `usage` when one is no glob */
  constructor(sources: readonly string[]) {
    for (const source of sources) {
      const path = asPath(source.replace(NODE, ''));
      if (PLAIN.test(path)) this.#plain.add(path);
      else this.#others.push(new NameGlob(source));
    }
  }

  matches(name: string): boolean {
    return withoutNode(name).some((it) => this.#matchesPath(asPath(it)));
  }

  /** As of one glob. */
  matchesModule(name: string): boolean {
    return withoutNode(name).some((it) => modulesAbove(asPath(it)).some((path) => this.#matchesPath(path)));
  }

  #matchesPath(path: string): boolean {
    return this.#plain.has(path) || this.#others.some((glob) => glob.matchesPath(path));
  }
}

function withoutNode(name: string): string[] {
  return NODE.test(name) ? [name.replace(NODE, ''), name] : [name];
}

/** A path and what begins it. */
function modulesAbove(path: string): string[] {
  const modules: string[] = [];
  for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) modules.push(path.slice(0, end));
  modules.push(path);
  return modules;
}

function asPath(name: string): string {
  return name
    .replaceAll('::', '/')
    .replace(/[.\\]/g, '/')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/');
}
