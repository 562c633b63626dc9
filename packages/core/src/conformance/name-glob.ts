import { isNodeBuiltin } from '#languages/builtin-modules.ts';
import { Glob } from '#tree/globs/glob.ts';

/** Optional prefix of built-in Node.js modules. */
const NODE = /^node:/;
/** A glob without any of these matches only itself. */
const PLAIN = /^[\w$/@-]+$/;

/**
 * A glob over dotted names and module names. All separators are equal; `*` matches one name and `**` any number of
 * names. Matching takes time linear in the name.
 */
export class NameGlob {
  readonly #glob: Glob;
  /** Matches the last name; absent when any last name matches. */
  readonly #last: Glob | undefined;
  /** Matches the first name; absent when any first name matches. */
  readonly #first: Glob | undefined;

  /** The names of the glob; absent when any names match. */
  readonly #names: readonly string[] | undefined;

  /** @throws AnalyzerError `usage` for an invalid glob */
  constructor(source: string) {
    const path = asPath(/[*?[{]/.test(source) ? source : source.replace(NODE, ''));
    this.#glob = new Glob(path, source);
    const last = path.slice(path.lastIndexOf('/') + 1);
    this.#last = last === '**' || /[{}]/.test(path) ? undefined : new Glob(last, source);
    this.#names = /[{}]|\*\*/.test(path) ? undefined : path.split('/');
    const first = path.split('/', 1)[0] ?? path;
    this.#first = first === '**' || /[{}]/.test(path) ? undefined : new Glob(first, source);
  }

  matches(name: string): boolean {
    return withoutNode(name).some((it) => this.matchesPath(asPath(it)));
  }

  /** Whether the name or one of its prefixes matches: a module includes its submodules. */
  matchesModule(name: string): boolean {
    return withoutNode(name).some((it) => modulesAbove(asPath(it)).some((path) => this.matchesPath(path)));
  }

  /**
   * Likewise for a specifier of JavaScript, in whose names of packages a dot separates nothing: `lodash.get` is not in
   * `lodash`. A built-in module has its name with and without `node:`.
   */
  matchesPackage(specifier: string): boolean {
    const names =
      isNodeBuiltin(specifier) && !NODE.test(specifier) ? [specifier, `node:${specifier}`] : withoutNode(specifier);
    return names.some((it) => modulesAbove(it).some((path) => this.matchesPath(asPath(path))));
  }

  /** @param path a name in the form of `asPath` */
  matchesPath(path: string): boolean {
    return path !== '' && this.#glob.matches(path, false, path);
  }

  /** Whether a longer name with this first name could match. */
  couldStartWith(first: string): boolean {
    return this.#first === undefined || this.#first.matches(first, false, first);
  }

  /** Whether a name, a longer one or a part of it from the start could match. */
  couldPass(name: string): boolean {
    const parts = name.split('.');
    return parts.every((part, at) => {
      const wanted = this.#names?.[at];
      return wanted === undefined || !PLAIN.test(wanted) || wanted === part;
    });
  }

  /** The first name, if it has no wildcard. */
  get firstName(): string | undefined {
    const first = this.#first?.source;
    return first !== undefined && PLAIN.test(first) ? first : undefined;
  }

  /** The first of several names, if it has no wildcard. */
  get module(): string | undefined {
    return this.#names === undefined || this.#names.length > 1 ? this.firstName : undefined;
  }

  /** Whether the last name is written so, without a wildcard. */
  endsOnlyWith(last: string): boolean {
    return this.#last?.source === last;
  }

  /** It has no wildcard. */
  get isPlain(): boolean {
    return this.#names?.every((it) => PLAIN.test(it)) === true;
  }

  /** Whether a longer name with this last name could match. */
  couldEndWith(last: string): boolean {
    return this.#last === undefined || this.#last.matches(last, false, last);
  }
}

/** The last part of a dotted name. */
export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** A set of globs. Globs without wildcards are looked up in a set, so their number does not matter. */
export class NameGlobs {
  readonly #plain = new Set<string>();
  readonly #others: NameGlob[] = [];

  /** @throws AnalyzerError `usage` for an invalid glob */
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

  /** Like `NameGlob.matchesModule`. */
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

/** A path and its prefixes. */
function modulesAbove(path: string): string[] {
  const modules: string[] = [];
  for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) modules.push(path.slice(0, end));
  modules.push(path);
  return modules;
}

function asPath(name: string): string {
  return name
    .replaceAll('::', '/')
    .replace(/[.\\]|(?<=[^:]):(?=[^:])/g, '/')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/');
}
