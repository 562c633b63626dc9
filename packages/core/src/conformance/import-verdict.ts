import { posix } from 'node:path';
import { isComputed } from './computed-import.ts';
import { type Effect, effectsOf, tableName } from './effects.ts';
import type { NameGlob } from './name-glob.ts';
import { CONSTANT, isUndeclared, leadsNowhere, OwnNamespaces } from './own-namespaces.ts';
import { bindsOnly, type CodeFile, type CodeImport, type CodeName, type CodeProject, isTypeOnly } from './project.ts';
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

/** Files of a chain that are shown. */
const MAX_CHAIN = 20;

/** Whether an import is one that a requirement names, or has an effect. */
export class ImportVerdicts {
  readonly #files: CodeProject['files'];
  readonly #names = new Map<CodeFile, FileNames>();
  readonly #namespaces: OwnNamespaces;
  readonly #reasonOf: CodeProject['unreadReason'];
  /** The first parts of all paths. */
  #folders: ReadonlySet<string> | undefined;

  constructor(project: Pick<CodeProject, 'files' | 'unreadReason'>) {
    this.#files = project.files;
    this.#reasonOf = (path) => project.unreadReason(path);
    this.#namespaces = new OwnNamespaces(project);
  }

  of(it: CodeImport, file: CodeFile, wanted: Requirement, effect: Effect | undefined): ImportVerdict {
    // The code of a file that PHP includes is not code of the scope.
    const isCode = wanted.kind === 'call' && file.language === 'php';
    if (isComputed(it)) return isCode ? 'no' : { doubt: 'the imported module is computed' };
    if (wanted.kind === 'import') return this.#named(it, file, wanted.glob);
    // A class has effects where it is used, not where it is named; a constant has none.
    if (effect === undefined || it.reason === CONSTANT || leadsNowhere(it, file) || isUndeclared(it, file)) return 'no';
    if (bindsOnly(it, effectsOf(file.language)?.texts ?? new Set()) || isUsedWithout(it, file, effect)) return 'no';
    return effectVerdict(it, effect);
  }

  /** Whether a class that the code names without importing it is one that a requirement names. */
  ofReference(it: CodeImport, file: CodeFile, { glob }: { glob: NameGlob }): ImportVerdict {
    return isNamedBy(it, file, glob) ? { seen: it.specifier } : 'no';
  }

  #named(it: CodeImport, file: CodeFile, glob: NameGlob): ImportVerdict {
    if (isNamedBy(it, file, glob)) return { seen: it.specifier };
    if (it.path !== undefined) return this.#passedOn(it, it.path, glob);
    if (it.state !== 'unresolved' || leadsNowhere(it, file)) return 'no';
    // The name of a PHP import is complete: it can only be in a file of the project, or match itself.
    if (file.language === 'php' && !this.#isPath(glob)) return 'no';
    if (this.#namespaces.isElsewhere(it, file, glob)) return 'no';
    // A relative import leads to no module of another place, even if its file was not read.
    const paths = relativePaths(it.specifier, file) ?? [];
    const matching = paths.filter((path) => glob.matches(path));
    if (paths.length > 0 && matching.length === 0) return 'no';
    const isNamed = paths.length > 0 && matching.length === paths.length;
    return isNamed ? { seen: it.specifier } : { doubt: it.reason ?? 'unresolved' };
  }

  /** Whether a glob can be the path of a file of the project, also of one that was not read, and not only a namespace. */
  #isPath(glob: NameGlob): boolean {
    const first = glob.firstName;
    if (first === undefined || !/^[A-Z]/.test(first)) return true;
    this.#folders ??= new Set([...this.#files.keys()].map((path) => path.split('/', 1)[0] ?? path));
    return this.#folders.has(first) || this.#reasonOf(first) !== undefined;
  }

  /** Whether the imported file passes on one of the names from a module that the glob matches, itself or through others. */
  #passedOn({ names, specifier }: CodeImport, path: string, glob: NameGlob): ImportVerdict {
    const steps: Step[] = names.map(({ name }) => ({ path, name, isCertain: true, from: undefined }));
    const visited = new Set<string>();
    let doubt: ImportVerdict = 'no';
    for (const step of steps) {
      const barrel = this.#files.get(step.path);
      const key = `${step.isCertain} ${step.path} ${step.name}`;
      if (barrel === undefined || visited.has(key)) continue;
      visited.add(key);
      for (const inner of barrel.imports) {
        const passed = this.#passedName(step.name, inner, barrel);
        if (passed === undefined) continue;
        const isCertain = step.isCertain && passed.isCertain;
        if (!isNamedBy(inner, barrel, glob))
          steps.push({ path: inner.path ?? '', name: passed.name, isCertain, from: step });
        else if (isCertain) return { seen: specifier, through: pathsTo(step) };
        else doubt = { doubt: `${step.path} may pass on ${inner.specifier}` };
      }
    }
    return doubt;
  }

  /**
   * The name by which a file imports what it passes on as `name`. Facts do not tell a re-export from a use: a name that the
   * file imports and does not declare itself can only be passed on; of all names together this is not certain.
   */
  #passedName(asked: string, inner: CodeImport, barrel: CodeFile): { name: string; isCertain: boolean } | undefined {
    const name = barrel.renamed.get(asked) ?? asked;
    if (name === '*') return inner.names.length > 0 ? { name, isCertain: false } : undefined;
    if (this.#namesOf(barrel).declared.has(name)) return undefined;
    const own = inner.names.find((it) => (it.alias ?? it.name) === name && it.name !== '*');
    if (own !== undefined) return { name: own.name, isCertain: true };
    if (inner.names.some((it) => it.name === '*' && it.alias === name)) return { name: '*', isCertain: true };
    const target = this.#files.get(inner.path ?? '');
    const passesAll = target !== undefined && inner.names.some(isAll);
    if (!passesAll) return undefined;
    const { exported, passed, reexported, hasAll } = this.#namesOf(target);
    if (exported.has(name)) return { name, isCertain: true };
    // In JavaScript a file passes on only what it exports, in Python all that it imports.
    const areExportsKnown = tableName(target.language) === 'javascript' && target.named !== undefined;
    const isCertain = hasAll || reexported.has(name) || !areExportsKnown;
    return passed.has(name) || reexported.has(name) || hasAll ? { name, isCertain } : undefined;
  }

  #namesOf(file: CodeFile): FileNames {
    const known = this.#names.get(file);
    if (known !== undefined) return known;
    const names: FileNames = {
      declared: new Set(file.declarations.map(({ qualifiedName }) => qualifiedName)),
      exported: new Set(file.declarations.flatMap((it) => (it.exported ? [it.qualifiedName] : []))),
      passed: new Set(file.imports.flatMap((it) => it.names.map(({ name, alias }) => alias ?? name))),
      reexported: new Set([...(file.named ?? []).flatMap(exportedName), ...file.renamed.keys()]),
      hasAll: file.imports.some((it) => it.names.some(isAll)),
    };
    this.#names.set(file, names);
    return names;
  }
}

/** A name that a file passes on, asked for by another file. */
interface Step {
  path: string;
  name: string;
  isCertain: boolean;
  from: Step | undefined;
}

interface FileNames {
  declared: ReadonlySet<string>;
  exported: ReadonlySet<string>;
  /** Names of its imports, in it. */
  passed: ReadonlySet<string>;
  /** Names that it exports without declaring them. */
  reexported: ReadonlySet<string>;
  /** It passes on all names of another file. */
  hasAll: boolean;
}

function exportedName({ kind, name }: CodeName): string[] {
  return kind === 'reexport' ? [name] : [];
}

/** `export * from` and `from x import *`. */
function isAll({ name, alias }: CodeImport['names'][number]): boolean {
  return name === '*' && alias === undefined;
}

/** The last files of a chain, the nearest one first. */
function pathsTo(last: Step): string[] {
  const paths: string[] = [];
  for (let step: Step | undefined = last; step !== undefined && paths.length < MAX_CHAIN; step = step.from) {
    paths.unshift(step.path);
  }
  return paths;
}

/** A relative import is named by its path, not by its text: `./node.js` is not a module of Node.js. */
export function isNamedBy({ specifier, path }: CodeImport, { language }: CodeFile, glob: NameGlob): boolean {
  if (path !== undefined && glob.matches(path)) return true;
  if (specifier.startsWith('.')) return false;
  return tableName(language) === 'javascript' ? glob.matchesPackage(specifier) : glob.matchesModule(specifier);
}

/** The paths in the project that a relative import of a file can lead to; undefined for another import. */
export function relativePaths(specifier: string, { path, language }: CodeFile): string[] | undefined {
  const folder = posix.dirname(path);
  if (language === 'python') {
    const [, dots = '', rest = ''] = /^(\.+)(.*)$/.exec(specifier) ?? [];
    if (dots === '') return undefined;
    const base = posix.join(folder, '../'.repeat(dots.length - 1), rest.replaceAll('.', '/'));
    return ENDINGS.map((ending) => base + ending);
  }
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
  const base = posix.join(folder, specifier.replace(/[?#].*$/, ''));
  const stem = base.replace(/\.[cm]?js$/, '');
  return [base, ...ENDINGS.map((ending) => stem + ending)];
}

/** Whether a file uses of a module of Python only names without the effect, such as classes of errors. */
function isUsedWithout({ specifier, names }: CodeImport, file: CodeFile, { without }: Effect): boolean {
  const [only, other] = names;
  if (file.language !== 'python' || file.named === undefined || other !== undefined) return false;
  if (only !== undefined && (only.name !== '*' || only.alias === undefined)) return false;
  const bound = only?.alias ?? specifier.split('.', 1)[0] ?? specifier;
  const module = only === undefined ? bound : specifier;
  const uses = [...file.named.map(({ name }) => name), ...file.calls.map(({ callee }) => callee)];
  const own = uses.filter((name) => name === bound || name.startsWith(`${bound}.`));
  return own.length > 0 && own.every((name) => without.matchesModule(module + name.slice(bound.length)));
}

function effectVerdict(it: CodeImport, effect: Effect): ImportVerdict {
  if (isTypeOnly(it)) return 'no';
  if (it.state === 'unresolved') return { doubt: it.reason ?? 'unresolved' };
  if (it.state !== 'external') return 'no';
  const names = it.names.map(({ name }) =>
    name === '*' || name === 'default' ? it.specifier : `${it.specifier}/${name}`,
  );
  const has = (name: string) => effect.imports.matchesModule(name) && !effect.without.matchesModule(name);
  return (names.length === 0 ? [it.specifier] : names).some(has) ? { seen: it.specifier } : 'no';
}
