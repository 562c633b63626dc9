import estree from '../../../../languages/estree.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import { Bindings } from './bindings.ts';
import { isComputed } from './computed-import.ts';
import { effectsOf, tableName } from './effects.ts';
import { lastOf, type NameGlob } from './name-glob.ts';
import { type CodeFile, type CodeProject, JSX_GAP } from './project.ts';

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
    if (name === undefined || GLOBALS[family]?.has(name) !== true || this.#hasUnread) return true;
    const known = this.#known.get(glob) ?? new Map<string, boolean>();
    this.#known.set(glob, known);
    const isOutside = file.isTest || file.isApart;
    const key = `${family} ${isOutside}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const files = [...this.#project.files.values()].filter((it) => tableName(it.language) === family);
    const isNamed = files.some((it) => (isOutside || !(it.isTest || it.isApart)) && mayName(it, name, glob));
    known.set(key, isNamed);
    return isNamed;
  }
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
