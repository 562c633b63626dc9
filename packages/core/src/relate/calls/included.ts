import { compareBytes } from '@analyzer/contracts/order';
import { isPhpClass, isPhpFunction } from '#languages/builtin-modules.ts';
import type { CallVia, Outcome } from '../model.ts';
import { callReasons, importReasons } from '../reasons.ts';
import type { BaseClasses, DeclarationIn, FoundMember } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import { fileScope, type Inherited, type NameTable } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';
import { IncludedFiles, type Includes } from './included-files.ts';
import { mostCandidates } from './most-candidates.ts';
import { callOf, externalCall, idsOf, memberCall, unresolvedCall } from './outcome.ts';

/** The possible full names of a callee. */
export interface NamesToTry {
  /** In order of precedence. */
  names: { name: string; kind: 'function' | 'class' | 'any' }[];
  /** The reason when no file declares any of them. */
  otherwise: string;
}

/**
 * Finds names in a file and in the files it includes, transitively: an include runs the other file's declarations in
 * the same process (PHP `include`, Bash `source`). A declaration of the file itself takes precedence; otherwise all
 * included files that declare the name are candidates.
 */
export class IncludedNames {
  /** In order of their paths. */
  readonly #filesByName = new Map<string, CallFile[]>();
  /** Of names that many files declare. */
  readonly #common = new Map<string, AutoloadedClasses>();
  readonly #closure: IncludedFiles;

  constructor(files: ReadonlyMap<string, CallFile>) {
    for (const file of files.values()) if (file.rules.includes) this.#index(file);
    this.#closure = new IncludedFiles(files);
  }

  /** @param bases for members that classes inherit */
  outcome(file: CallFile, names: NamesToTry, bases: BaseClasses, table: NameTable): Outcome {
    const { found, via, heirs, miss } = this.#search(file, names, table);
    if (found.length > 0) {
      const isHere = found.some((it) => it.file === file);
      const other = isHere ? undefined : this.#uncertain(file, names, table, 'possible', found.length);
      return other ?? declaredAnywhere(found, via);
    }
    if (miss === undefined && file.rules.autoloads) {
      const classes = this.#autoloaded(names, table);
      classes.outcome ??= outcomeOf(classes, names, bases, table);
      return classes.outcome;
    }
    const inherited = inheritedBy(heirs, bases, table);
    if (inherited !== undefined) return memberCall(inherited, 'inherited');
    return this.#uncertain(file, names, table, 'around', 0) ?? unresolvedCall(miss ?? names.otherwise);
  }

  /**
   * With the declarations in files that are possibly included, or that run in the same process if a file that includes this one runs.
   *
   * @param certain number of certain declarations
   * @returns undefined without others
   */
  #uncertain(
    file: CallFile,
    names: NamesToTry,
    table: NameTable,
    includes: Includes,
    certain: number,
  ): Outcome | undefined {
    if (!this.#closure.isLinked || file.rules.autoloads) return undefined;
    const { found } = this.#search(file, names, table, includes);
    if (found.length <= certain) return undefined;
    const outcome = callOf(idsOf(found), 'import');
    return { ...outcome, state: 'ambiguous', reason: outcome.reason ?? callReasons.possible_include };
  }

  /** The only declaration that the name leads to, without inherited members. */
  declaration(file: CallFile, names: NamesToTry, table: NameTable): DeclarationIn | undefined {
    const { found, miss } = this.#search(file, names, table);
    const isHere = found.length > 0 || miss !== undefined || !file.rules.autoloads;
    const all = isHere ? found : this.#autoloaded(names, table).found;
    return all.length === 1 ? all[0] : undefined;
  }

  /** In the file itself and its included files. */
  #search(file: CallFile, { names }: NamesToTry, table: NameTable, includes: Includes = 'certain'): Search {
    const search: Search = { found: [], via: 'import', heirs: [], miss: undefined };
    for (const { name, kind } of names) {
      for (const from of this.#declaring(file, name, includes)) {
        const hit = from.declared.find(fileScope, name, table);
        if (hit === undefined) continue;
        if ('miss' in hit) {
          search.miss ??= hit.miss;
          addHeirs(search, from, hit.inherited);
          continue;
        }
        const found = name.includes('.') ? hit.indices : hit.indices.filter((it) => isOfKind(from, it, kind));
        search.found.push(...from.in(found));
        if (from === file && found.length > 0) return { ...search, via: hit.via };
      }
      if (search.found.length > 0) return search;
    }
    return search;
  }

  /**
   * Classes with a full name, their members, and functions, in any file: an autoloader includes the file of a class when it is
   * first used, and the files of functions at the start.
   */
  #autoloaded({ names, otherwise }: NamesToTry, table: NameTable): AutoloadedClasses {
    const written = names.filter(({ kind }) => kind !== 'any');
    const isCommon = written.some(({ name }) => this.#filesWith(firstPartOf(name)).length > mostCandidates);
    if (!isCommon) return this.#searchAll(written, table);
    const key = [table, otherwise, ...names.map(({ name, kind }) => `${name} ${kind}`)].join('\n');
    let classes = this.#common.get(key);
    if (classes === undefined) {
      classes = this.#searchAll(written, table);
      this.#common.set(key, classes);
    }
    return classes;
  }

  #searchAll(names: NamesToTry['names'], table: NameTable): AutoloadedClasses {
    const classes: AutoloadedClasses = { found: [], heirs: [] };
    for (const { name, kind } of names) {
      if (kind === 'function' && isPhpFunction(name)) break;
      const isMember = name.includes('.');
      for (const from of this.#filesWith(firstPartOf(name))) {
        const hit = from.rules.autoloads ? from.declared.find(fileScope, name, table) : undefined;
        if (hit === undefined) continue;
        if ('miss' in hit) addHeirs(classes, from, hit.inherited);
        else classes.found.push(...from.in(hit.indices.filter((it) => isMember || isOfKind(from, it, kind))));
      }
      if (classes.found.length > 0) break;
    }
    return classes;
  }

  /** The file itself and its included files, those that declare the name. */
  #declaring(file: CallFile, name: string, includes: Includes): CallFile[] {
    const all = this.#filesWith(fileLevelName(file, name));
    if (all.length === 0) return [];
    const closure = this.#closure.of(file, includes);
    // The smaller of the two is searched in the other one.
    const both =
      all.length <= closure.size
        ? all.filter((it) => closure.has(it))
        : [...closure].filter((it) => isAmong(all, it)).sort((a, b) => compareBytes(a.path, b.path));
    return both.includes(file) ? [file, ...both.filter((it) => it !== file)] : both;
  }

  #filesWith(name: string): readonly CallFile[] {
    return this.#filesByName.get(name) ?? [];
  }

  #index(file: CallFile): void {
    for (const name of new Set(Array.from(file.declared.names(), (it) => fileLevelName(file, it)))) {
      const files = this.#filesByName.get(name);
      if (files === undefined) this.#filesByName.set(name, [file]);
      else files.push(file);
    }
  }
}

function declaredAnywhere(found: readonly DeclarationIn[], via: CallVia): Outcome {
  const outcome = callOf(idsOf(found), via);
  const isReassigned = found.some(({ file, index }) => file.isReassigned([index]));
  return isReassigned ? { ...outcome, state: 'ambiguous', reason: callReasons.reassigned } : outcome;
}

function isBuiltIntoPhp({ name, kind }: NamesToTry['names'][number]): boolean {
  return kind === 'function' ? isPhpFunction(name) : kind === 'class' && isPhpClass(firstPartOf(name));
}

/** Classes that an autoloader finds by name, the same for all files. */
interface AutoloadedClasses extends Pick<Search, 'found' | 'heirs'> {
  /** Of a call with these names; computed on first use. */
  outcome?: Outcome;
}

function outcomeOf(
  { found, heirs }: AutoloadedClasses,
  { names, otherwise }: NamesToTry,
  bases: BaseClasses,
  table: NameTable,
): Outcome {
  if (found.length > 0) {
    const outcome = callOf(idsOf(found), 'import');
    // A function of the namespace replaces the one of PHP only where its file is included, often in tests.
    const isReplacement = names.some((it) => it.kind === 'function' && isBuiltIntoPhp(it));
    return isReplacement ? { ...outcome, state: 'ambiguous', reason: importReasons.php } : outcome;
  }
  const inherited = inheritedBy(heirs, bases, table);
  if (inherited !== undefined) return memberCall(inherited, 'inherited');
  return names.some(isBuiltIntoPhp) ? externalCall(importReasons.php) : unresolvedCall(otherwise);
}

interface Search {
  found: DeclarationIn[];
  via: CallVia;
  /** Classes without the member, which may inherit it. */
  heirs: { class: DeclarationIn; member: string }[];
  /** Why a name that a file binds has no declaration. */
  miss: string | undefined;
}

function addHeirs({ heirs }: Pick<Search, 'heirs'>, file: CallFile, inherited: Inherited | undefined): void {
  for (const index of inherited?.classes ?? []) heirs.push({ class: { file, index }, member: inherited?.member ?? '' });
}

/** The member of several classes is that of each of them; undefined without a class. */
function inheritedBy(heirs: Search['heirs'], bases: BaseClasses, table: NameTable): FoundMember | undefined {
  const members = heirs.map((heir) => bases.inherited(heir.class, heir.member, table));
  const found = members.flatMap((it) => ('found' in it ? it.found : []));
  if (found.length === 0) return members[0];
  const doubts = members.map((it) => ('found' in it ? it.doubt : it.miss));
  return { found, doubt: doubts.find((it) => it !== undefined) };
}

/** @param files in order of their paths */
function isAmong(files: readonly CallFile[], file: CallFile): boolean {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compareBytes(files[middle]?.path ?? '', file.path) < 0) low = middle + 1;
    else high = middle;
  }
  return files[low] === file;
}

function isOfKind(file: CallFile, index: number, kind: NamesToTry['names'][number]['kind']): boolean {
  return kind === 'any' || (file.declaration(index)?.kind === 'function') === (kind === 'function');
}

/** The file-level name that a file must declare for a dotted name to be found in it. */
function fileLevelName(file: CallFile, name: string): string {
  return file.rules.flat ? name : firstPartOf(name);
}
