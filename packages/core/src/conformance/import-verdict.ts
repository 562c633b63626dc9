import { posix } from 'node:path';
import type { Effect } from './effects.ts';
import type { NameGlob } from './name-glob.ts';
import type { CodeFile, CodeImport, CodeProject } from './project.ts';
import type { Requirement } from './requirement.ts';

export type ImportVerdict = { seen: string; through?: string[] } | { doubt: string } | 'no';

/** What a file of the project can be named by without its ending. */
const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.py',
  '.php',
  '.sh',
  '/index.ts',
  '/index.js',
];

/** Whether an import is one that a requirement names, or has an effect. */
export class ImportVerdicts {
  readonly #files: CodeProject['files'];

  constructor({ files }: Pick<CodeProject, 'files'>) {
    this.#files = files;
  }

  of(it: CodeImport, file: CodeFile, wanted: Requirement, effect: Effect | undefined): ImportVerdict {
    if (it.reason === 'not a literal') return { doubt: 'the imported module is computed' };
    if (wanted.kind === 'import') return this.#named(it, file, wanted.glob);
    return effect === undefined ? 'no' : effectVerdict(it, effect);
  }

  #named(it: CodeImport, file: CodeFile, glob: NameGlob): ImportVerdict {
    if (isNamedBy(it, glob)) return { seen: it.specifier };
    if (it.path !== undefined) return this.#passedOn(it, glob, new Set([file.path]));
    if (it.state !== 'unresolved') return 'no';
    const paths = relativePaths(it.specifier, file);
    if (paths === undefined)
      return it.reason?.startsWith('nothing at') === true ? 'no' : { doubt: it.reason ?? 'unresolved' };
    // A relative import leads to no module of another place.
    return paths.some((path) => glob.matches(path)) ? { doubt: it.reason ?? 'unresolved' } : 'no';
  }

  /** Whether the imported file passes on names of a module that the glob matches. */
  #passedOn({ path = '', names, specifier }: CodeImport, glob: NameGlob, visited: Set<string>): ImportVerdict {
    const barrel = this.#files.get(path);
    if (barrel === undefined || visited.has(path)) return 'no';
    visited.add(path);
    let doubt: ImportVerdict = 'no';
    for (const inner of barrel.imports) {
      const passed = passedNames(names, inner, barrel, this.#files.get(inner.path ?? ''));
      if (passed === 'none') continue;
      const verdict = isNamedBy(inner, glob)
        ? { seen: specifier, through: [path] }
        : this.#passedOn({ ...inner, names: passed === 'any' ? names : passed }, glob, visited);
      if (typeof verdict === 'string') continue;
      if ('doubt' in verdict || passed === 'any') doubt = { doubt: `${path} may pass on ${inner.specifier}` };
      else return { seen: specifier, through: [path, ...(verdict.through ?? []).filter((it) => it !== path)] };
    }
    return doubt;
  }
}

function isNamedBy({ specifier, path }: CodeImport, glob: NameGlob): boolean {
  return glob.matchesModule(specifier) || (path !== undefined && glob.matches(path));
}

/**
 * The names of an inner import that a file passes on as some of `wanted`: `any` if this is not known. Facts do not tell a
 * re-export from a use: a name that the file imports and does not declare itself can only be passed on.
 */
function passedNames(
  wanted: CodeImport['names'],
  inner: CodeImport,
  barrel: CodeFile,
  target: CodeFile | undefined,
): CodeImport['names'] | 'any' | 'none' {
  const declared = new Set(barrel.declarations.map(({ qualifiedName }) => qualifiedName));
  const open = wanted.filter(({ name }) => !declared.has(name));
  const passed = inner.names.flatMap(({ name, alias }) => {
    if (name === '*' && alias === undefined) return open.filter((it) => exports(target, it.name));
    return open.some((it) => it.name === (alias ?? name)) ? [{ name }] : [];
  });
  if (passed.length > 0) return passed;
  const isAll = wanted.some(({ name }) => name === '*');
  return isAll && inner.names.length > 0 ? 'any' : 'none';
}

function exports(file: CodeFile | undefined, name: string): boolean {
  if (file === undefined) return false;
  const isOwn = file.declarations.some(({ qualifiedName, exported }) => exported && qualifiedName === name);
  return (
    isOwn || file.imports.some(({ names }) => names.some((it) => it.name === '*' || (it.alias ?? it.name) === name))
  );
}

/** The paths in the project that a relative import of a file can lead to; undefined for another import. */
function relativePaths(specifier: string, { path, language }: CodeFile): string[] | undefined {
  const folder = posix.dirname(path);
  if (language === 'python') {
    const [, dots = '', rest = ''] = /^(\.+)(.*)$/.exec(specifier) ?? [];
    if (dots === '') return undefined;
    const base = posix.join(folder, '../'.repeat(dots.length - 1), rest.replaceAll('.', '/'));
    return ENDINGS.map((ending) => base + ending);
  }
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
  const base = posix.join(folder, specifier.replace(/[?#].*$/, ''));
  return [...ENDINGS, ...(/\.[cm]?js$/.test(base) ? ['.ts'] : [])].map((ending) =>
    ending === '.ts' ? base.replace(/\.[cm]?js$/, '') + ending : base + ending,
  );
}

function effectVerdict(it: CodeImport, effect: Effect): ImportVerdict {
  if (it.isTypeOnly) return 'no';
  if (it.state === 'unresolved') return { doubt: it.reason ?? 'unresolved' };
  if (it.state !== 'external') return 'no';
  const names = it.names.map(({ name }) =>
    name === '*' || name === 'default' ? it.specifier : `${it.specifier}/${name}`,
  );
  const has = (name: string) => effect.imports.matchesModule(name) && !effect.without.matchesModule(name);
  return (names.length === 0 ? [it.specifier] : names).some(has) ? { seen: it.specifier } : 'no';
}
