import { isNodeBuiltin, isPythonStandard } from '#languages/builtin-modules.ts';
import estree from '../../../../languages/estree.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import { Bindings } from './bindings.ts';
import { isComputed } from './computed-import.ts';
import { effectsOf, tableName } from './effects.ts';
import { lastOf, type NameGlob } from './name-glob.ts';
import { type CodeFile, type CodeImport, type CodeProject, JSX_GAP } from './project.ts';

/** By language: names whose use other than by a call is a fact. */
export const GLOBALS: Readonly<Record<string, ReadonlySet<string>>> = {
  javascript: new Set(estree.facts.references.globals),
  python: new Set(python.facts.references.globals),
};

const OTHER_LANGUAGES: readonly string[] = ['unsupported-language', 'missing-parser'];

/**
 * Whether code of a project can call a function of the language through a variable. A variable can hold it only if some
 * code names it other than by a call, or names an object that holds all globals. What code outside of the project passes
 * is that code's call.
 */
export class NamedGlobals {
  /** A file of these languages may be among those that were not read. */
  readonly #hasUnread: boolean;
  readonly #project: CodeProject;
  /** The parts of the names of all files and declarations. */
  #own: ReadonlySet<string> | undefined;
  readonly #aliases = new Map<NameGlob, ReadonlySet<string>>();
  readonly #known = new Map<NameGlob, Map<string, boolean>>();

  constructor(project: CodeProject) {
    this.#project = project;
    this.#hasUnread = [...project.unread.values()].some((status) => !OTHER_LANGUAGES.includes(status));
  }

  /**
   * @param file with the call; in a test or an example, all files can name the function
   * @returns true if it may be
   */
  isNamed(file: CodeFile, glob: NameGlob): boolean {
    const family = tableName(file.language);
    const name = glob.firstName;
    if (name !== undefined && effectsOf(family)?.statements.has(name) === true && glob.isPlain) return false;
    const isGlobal = name !== undefined && GLOBALS[family]?.has(name) === true;
    if (name === undefined || this.#hasUnread || !(isGlobal || this.#isModule(name, family, glob))) return true;
    const known = this.#known.get(glob) ?? new Map<string, boolean>();
    this.#known.set(glob, known);
    const isOutside = file.isTest || file.isApart;
    const key = `${family} ${isOutside}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const files = [...this.#project.files.values()].filter((it) => tableName(it.language) === family);
    const its = files.filter((it) => isOutside || !(it.isTest || it.isApart));
    const isNamed = isGlobal
      ? its.some((it) => mayName(it, name, glob))
      : its.some((it) => mayLoad(it, name)) || mayPassAny(its, name, glob);
    known.set(key, isNamed);
    return isNamed;
  }

  /** Whether a file imports what the glob can match by another name. */
  isAlias(name: string, glob: NameGlob): boolean {
    const aliases = this.#aliases.get(glob) ?? aliasesOf(glob, this.#project);
    this.#aliases.set(glob, aliases);
    return aliases.has(name);
  }

  /** Whether the glob names members of a module of the language, of which nothing in the project has the name. */
  #isModule(name: string, family: string, glob: NameGlob): boolean {
    if (
      glob.module !== name ||
      !(family === 'python' ? isPythonStandard(name) : family === 'javascript' && isNodeBuiltin(name))
    )
      return false;
    this.#own ??= ownNames(this.#project);
    return !this.#own.has(name);
  }
}

function aliasesOf(glob: NameGlob, { files }: CodeProject): Set<string> {
  const aliases = new Set<string>();
  for (const { imports } of files.values()) {
    for (const { names } of imports) {
      for (const { name, alias } of names) if (alias !== undefined && glob.couldEndWith(name)) aliases.add(alias);
    }
  }
  return aliases;
}

function ownNames({ files }: CodeProject): Set<string> {
  const names = new Set<string>();
  for (const { path, declarations } of files.values()) {
    for (const part of path.split('/')) names.add(part.split('.', 1)[0] ?? part);
    for (const { qualifiedName } of declarations) for (const part of qualifiedName.split('.')) names.add(part);
  }
  return names;
}

/** Whether a file is not known completely, or can load modules whose names are not written. */
function mayLoad(file: CodeFile, module: string): boolean {
  const { gap, named, imports, calls, language } = file;
  if ((gap !== undefined && gap !== JSX_GAP) || named === undefined) return true;
  const table = effectsOf(language);
  const bindings = new Bindings(file);
  const isHolder = (it: string) => table?.holdGlobals.has(it) === true || table?.holdGlobals.has(lastOf(it)) === true;
  const loadsAny = (callee: string) =>
    [callee, ...bindings.of(callee).map((it) => it.name)].some((it) => table?.loads.matches(it) === true);
  return (
    named.some((it) => isHolder(it.name) || table?.loads.matches(it.name) === true) ||
    calls.some(({ callee }) => isHolder(callee) || loadsAny(callee)) ||
    imports.some(
      (it) =>
        isComputed(it) ||
        (it.path === undefined && it.names.some(({ name, alias }) => name === '*' && alias === undefined)) ||
        (isOf(it, module) && it.names.length === 0 && language !== 'python'),
    )
  );
}

function mayPassAny(files: readonly CodeFile[], module: string, glob: NameGlob): boolean {
  const names = namesOf(files, module);
  return names.size > 0 && files.some((it) => mayPass(it, glob, names));
}

/** The names by which files bind a module, what they import from it, or something of its name. */
function namesOf(files: readonly CodeFile[], module: string): Set<string> {
  const bound = new Set<string>();
  for (const { imports, renamed } of files) {
    for (const it of imports) {
      const its = it.names.filter(({ name }) => isOf(it, module) || name === module);
      for (const { name, alias } of its) bound.add(name).add(alias ?? name);
      if (isOf(it, module)) bound.add(module);
    }
    for (const [name, local] of renamed) if (bound.has(local)) bound.add(name);
  }
  return bound;
}

function isOf({ specifier }: CodeImport, module: string): boolean {
  return firstOf(specifier.replace(/^node:/, '')) === module;
}

/** Whether a file names, other than by a call, what can be a function that a glob matches or hold it. @param names of `namesOf` */
function mayPass(file: CodeFile, glob: NameGlob, names: ReadonlySet<string>): boolean {
  const bindings = new Bindings(file);
  return (file.named ?? []).some(({ name }) =>
    bindings.of(name).some(({ from, name: its }) => {
      if (from.path === undefined && from.state === 'external')
        return glob.couldPass(its.replace(/^node:/, '').replaceAll('/', '.'));
      const [first = '', ...rest] = name.split('.');
      const imported = from.names.find((it) => (it.alias ?? it.name) === first)?.name;
      // Through a complete module code can reach each name of it.
      const isWhole = rest.length === 0 && (imported === undefined || imported === '*' || isOwnModule(imported, from));
      return isWhole || [imported ?? first, ...rest].some((it) => names.has(it));
    }),
  );
}

function isOwnModule(name: string, { path = '' }: CodeImport): boolean {
  return path.endsWith(`/${name}.py`) || path.endsWith(`/${name}/__init__.py`) || path === `${name}.py`;
}

function mayName(file: CodeFile, name: string, glob: NameGlob): boolean {
  const { gap, named, imports, declarations, calls, language } = file;
  if ((gap !== undefined && gap !== JSX_GAP) || named === undefined) return true;
  const table = effectsOf(language);
  const bindings = new Bindings(file);
  /** Whether a call loads a module, or runs a text. */
  const loadsAny = (callee: string) =>
    [callee, ...bindings.of(callee).map((it) => it.name)].some((it) => table?.loads.matches(it) === true);
  const isHolder = (it: string) => table?.holdGlobals.has(it) === true;
  /** A member of an object that has all globals is a global itself. */
  const mayBeNamed = (it: string): boolean => {
    const [first, last] = [firstOf(it), lastOf(it)];
    if (isHolder(it) || isHolder(last)) return true;
    if (isHolder(first)) return mayBeNamed(it.slice(first.length + 1));
    return first === name ? glob.couldPass(it) : last === name;
  };
  return (
    named.some((it) => mayBeNamed(it.name)) ||
    declarations.some(({ qualifiedName }) => lastOf(qualifiedName) === name) ||
    calls.some(
      ({ callee, line }) => isHolder(callee) || (loadsAny(callee) && !imports.some((it) => it.line === line)),
    ) ||
    imports.some(({ specifier, names, reason }) => {
      const module = firstOf(specifier.replace(/^node:/, ''));
      return (
        isComputed({ reason }) ||
        module === name ||
        table?.globalModules.has(module) === true ||
        names.some((it) => it.name === name)
      );
    })
  );
}

function firstOf(name: string): string {
  return name.split(/[./]/, 1)[0] ?? name;
}
