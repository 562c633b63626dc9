import { posix } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { CheckedEntry } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { nearest } from '@analyzer/contracts/nearest';
import { isNodeBuiltin } from '#languages/builtin-modules.ts';
import { meantBy } from '#manifest/entry-words.ts';
import { effectsOf, type LanguageEffects } from './effects.ts';
import { lastOf, NameGlob } from './name-glob.ts';
import type { CodeProject } from './project.ts';
import { ofEach } from './requirement.ts';
import { validationOf } from './validated/validated.ts';

/** A remark on an entry that no verdict says. */
export interface Note {
  pointer: string;
  message: string;
}

/** An entry with its verdict. */
type NamingEntry = Pick<CheckedEntry, 'list' | 'status' | 'text' | 'pointer'>;

/** Lists in which a word can be an entry that is decided. */
const WITH_WORDS: ReadonlySet<CheckedEntry['list']> = new Set(['forbid', 'require', 'effect']);

/** Finds the entries with names that are probably typing errors: such an entry of `forbid` holds, or is read as text. */
export class UnknownNames {
  readonly #project: CodeProject;
  readonly #paths: readonly string[];
  #names: ReadonlySet<string> | undefined;

  constructor(project: CodeProject) {
    this.#project = project;
    this.#paths = [...project.files.keys(), ...project.unread.keys()];
  }

  notesOn({ list, status, text, pointer }: NamingEntry): Note[] {
    const checker = list === 'validate' && status === 'stated' ? validationOf(text)?.checker : undefined;
    const known = status === 'stated' ? wordNote(list, text) : this.#nameNote(text);
    const message = checker === undefined ? known : this.#call(checker);
    return message === undefined ? [] : [{ pointer, message }];
  }

  #nameNote(text: string): string | undefined {
    const [, kind, source = ''] = /^\s*(import|reach|call):\s*(\S+)\s*$/.exec(ofEach(text) ?? text) ?? [];
    if (kind === undefined) return undefined;
    return kind === 'call' ? this.#call(source) : this.#path(source);
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
    const glob = globOf(source);
    if (glob === undefined) return undefined;
    this.#names ??= namesIn(this.#project, this.#languages());
    if (this.#names.has(lastOf(source)) || [...this.#names].some((name) => glob.matches(name))) return undefined;
    const meant = /[*?[{]/.test(source) ? this.#object(glob.firstName) : nearest(source, [...this.#names]);
    return meant === undefined ? undefined : `nothing is named ${source}; there is ${meant}`;
  }

  /** The object or module that the first name of a glob was probably meant as. */
  #object(first: string | undefined): string | undefined {
    if (first === undefined || isNodeBuiltin(first) || this.#isPackage(first)) return undefined;
    const ofProject = Array.from(this.#names ?? [], firstPartOf);
    const objects = new Set([...ofProject, ...this.#languages().flatMap(({ globals }) => [...globals])]);
    return objects.has(first) ? undefined : nearest(first, [...objects]);
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

function wordNote(list: CheckedEntry['list'], text: string): string | undefined {
  const meant = WITH_WORDS.has(list) ? meantBy(text.trim()) : undefined;
  return meant && `${text.trim()} is read as text, which no check decides; there is ${meant.entry}`;
}

/** The first part of a dotted name. */
function firstPartOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
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
