import { posix } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { effectsOf, type LanguageEffects } from './effects.ts';
import { lastOf, NameGlob } from './name-glob.ts';
import type { CodeProject } from './project.ts';
import { ofEach } from './requirement.ts';

/** A remark on an entry that no verdict says. */
export interface Note {
  pointer: string;
  message: string;
}

/** Finds the entries with names that are probably typing errors: such an entry of `forbid` holds. */
export class UnknownNames {
  readonly #project: CodeProject;
  readonly #paths: readonly string[];
  #names: ReadonlySet<string> | undefined;

  constructor(project: CodeProject) {
    this.#project = project;
    this.#paths = [...project.files.keys(), ...project.unread.keys()];
  }

  notesOn(text: string, pointer: string): Note[] {
    const [, kind, source = ''] = /^\s*(import|call):\s*(\S+)\s*$/.exec(ofEach(text) ?? text) ?? [];
    const message = kind === undefined ? undefined : kind === 'import' ? this.#path(source) : this.#call(source);
    return message === undefined ? [] : [{ pointer, message }];
  }

  /** A path that starts with a folder of the project, or nearly so, but matches no file. Others may be of a package. */
  #path(source: string): string | undefined {
    const folders = source.split('/').slice(0, -1);
    const [first = ''] = folders;
    if (folders.includes('') || first === '') return undefined;
    const glob = globOf(source);
    if (glob === undefined || this.#paths.some((path) => glob.matches(path))) return undefined;
    const isInside = this.#paths.some((path) => path.startsWith(`${first}/`));
    if (!isInside && this.#isPackage(first)) return undefined;
    const literal = isInside ? folders.slice(0, indexOfWildcard(folders)).join('/') : first;
    const meant = nearest(literal, [...new Set(this.#paths.map(isInside ? posix.dirname : firstFolderOf))]);
    if (!isInside && (meant === undefined || meant === '.')) return undefined;
    const hint = meant === undefined || meant === literal ? '' : `; there is ${meant}`;
    return `${source} matches no file of the project${hint}`;
  }

  #isPackage(name: string): boolean {
    const start = `${name}/`;
    return (
      this.#languages().some(({ knownModules }) => knownModules.matchesModule(name)) ||
      [...this.#project.files.values()].some(({ imports }) =>
        imports.some(({ specifier }) => `${specifier.replaceAll('.', '/')}/`.startsWith(start)),
      )
    );
  }

  /** A call of a name that the code neither calls nor declares and no language knows, but nearly so. */
  #call(source: string): string | undefined {
    const glob = /[*?[{]/.test(source) ? undefined : globOf(source);
    if (glob === undefined) return undefined;
    this.#names ??= namesIn(this.#project, this.#languages());
    if (this.#names.has(lastOf(source)) || [...this.#names].some((name) => glob.matches(name))) return undefined;
    const meant = nearest(source, [...this.#names]);
    return meant === undefined ? undefined : `nothing is named ${source}; there is ${meant}`;
  }

  #languages(): LanguageEffects[] {
    const names = new Set(Array.from(this.#project.files.values(), ({ language }) => language));
    return [...names].flatMap((name) => effectsOf(name) ?? []);
  }
}

/** What code can call: names of the languages, and those of the project with their last parts. */
function namesIn({ files }: CodeProject, languages: readonly LanguageEffects[]): Set<string> {
  const names = new Set(languages.flatMap(({ callNames }) => callNames));
  for (const { declarations, calls, imports } of files.values()) {
    for (const { qualifiedName } of declarations) names.add(qualifiedName).add(lastOf(qualifiedName));
    for (const { callee } of calls) if (!callee.includes('…')) names.add(callee).add(lastOf(callee));
    for (const { name } of imports.flatMap((it) => it.names)) names.add(name);
  }
  return names;
}

function firstFolderOf(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? '.' : path.slice(0, end);
}

function globOf(source: string): NameGlob | undefined {
  try {
    return new NameGlob(source);
  } catch (error) {
    if (error instanceof AnalyzerError) return undefined;
    throw error;
  }
}

function indexOfWildcard(folders: readonly string[]): number {
  const at = folders.findIndex((it) => /[*?[{]/.test(it));
  return at < 0 ? folders.length : at;
}
