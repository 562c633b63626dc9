import { isPhpClass, isPhpFunction } from '../imports/builtin-modules.ts';
import type { CallVia } from '../model.ts';
import { importReasons } from '../reasons.ts';
import type { BaseClasses, DeclarationIn, FoundMember } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import { fileScope, type Inherited } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';
import { callOf, externalCall, idsOf, memberCall, type Outcome, unresolvedCall } from './outcome.ts';

/** Maximum depth of includes between a call and a declaration. */
const farthest = 8;
/** Maximum number of included files that are searched, nearest first. */
const mostFiles = 1000;

/** The possible full names of a callee. */
export interface NamesToTry {
  /** In order of precedence. */
  names: { name: string; functionsOnly?: boolean }[];
  /** The reason when no file declares any of them. */
  otherwise: string;
}

/**
 * Finds names in a file and in the files it includes, transitively: an include runs the other file's declarations in
 * the same process (PHP `include`, Bash `source`). A declaration of the file itself takes precedence; otherwise all
 * included files that declare the name are candidates.
 */
export class IncludedNames {
  readonly #files: ReadonlyMap<string, CallFile>;
  readonly #filesByName = new Map<string, CallFile[]>();
  /** Includes of the current file; calls come file by file. */
  #closureOf: CallFile | undefined;
  #closure: ReadonlySet<CallFile> = new Set();

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#files = files;
    for (const file of files.values()) if (file.rules.includes) this.#index(file);
  }

  /** @param bases for members that classes inherit */
  outcome(file: CallFile, names: NamesToTry, bases: BaseClasses): Outcome {
    const { found, via, heirs, miss } = this.#search(file, names);
    if (found.length > 0) return callOf(idsOf(found), via);
    const inherited = inheritedBy(heirs, bases);
    if (inherited !== undefined) return memberCall(inherited, 'inherited');
    const isBuiltin = miss === undefined && file.rules.autoloads && names.names.some(isBuiltIntoPhp);
    return isBuiltin ? externalCall(importReasons.php) : unresolvedCall(miss ?? names.otherwise);
  }

  /** The only declaration that the name leads to, without inherited members. */
  declaration(file: CallFile, names: NamesToTry): DeclarationIn | undefined {
    const { found } = this.#search(file, names);
    return found.length === 1 ? found[0] : undefined;
  }

  #search(file: CallFile, { names }: NamesToTry): Search {
    const search: Search = { found: [], via: 'import', heirs: [], miss: undefined };
    for (const { name, functionsOnly = false } of names) {
      for (const from of this.#declaring(file, name)) {
        const hit = from.declared.find(fileScope, name);
        if (hit === undefined) continue;
        if ('miss' in hit) {
          search.miss ??= hit.miss;
          addHeirs(search, from, hit.inherited);
          continue;
        }
        const found = functionsOnly ? hit.indices.filter((it) => isFunction(from, it)) : hit.indices;
        search.found.push(...from.in(found));
        if (from === file && found.length > 0) return { ...search, via: hit.via };
      }
      if (search.found.length > 0) return search;
    }
    if (search.miss === undefined && file.rules.autoloads) this.#autoloaded(names, search);
    return search;
  }

  /** Classes with a full name, and their members, in any file: an autoloader includes it when the class is first used. */
  #autoloaded(names: NamesToTry['names'], search: Search): void {
    for (const { name, functionsOnly = false } of names) {
      if (functionsOnly || name.startsWith('$')) continue;
      const isMember = name.includes('.');
      for (const from of this.#filesByName.get(firstPartOf(name)) ?? []) {
        const hit = from.rules.autoloads ? from.declared.find(fileScope, name) : undefined;
        if (hit === undefined) continue;
        if ('miss' in hit) addHeirs(search, from, hit.inherited);
        else search.found.push(...from.in(hit.indices.filter((it) => isMember || !isFunction(from, it))));
      }
      if (search.found.length > 0) return;
    }
  }

  /** The file itself and its included files, those that declare the name. */
  #declaring(file: CallFile, name: string): CallFile[] {
    const all = this.#filesByName.get(fileLevelName(file, name)) ?? [];
    if (all.length === 0) return [];
    if (this.#closureOf !== file) {
      this.#closureOf = file;
      this.#closure = this.#reach(file);
    }
    const others = all.filter((it) => it !== file && this.#closure.has(it));
    return all.includes(file) ? [file, ...others] : others;
  }

  #reach(start: CallFile): ReadonlySet<CallFile> {
    const distance = new Map([[start, 0]]);
    for (const [file, hops] of distance) {
      if (hops === farthest) break;
      for (const path of file.imported.includes) {
        const next = this.#files.get(path);
        if (next === undefined || distance.has(next)) continue;
        if (distance.size > mostFiles) break;
        distance.set(next, hops + 1);
      }
    }
    return new Set(distance.keys());
  }

  #index(file: CallFile): void {
    for (const name of new Set(Array.from(file.declared.names(), (it) => fileLevelName(file, it)))) {
      const files = this.#filesByName.get(name);
      if (files === undefined) this.#filesByName.set(name, [file]);
      else files.push(file);
    }
  }
}

function isBuiltIntoPhp({ name, functionsOnly = false }: NamesToTry['names'][number]): boolean {
  const first = firstPartOf(name);
  const isFunctionName = first.length === name.length;
  return (isFunctionName && isPhpFunction(name)) || (!functionsOnly && isPhpClass(first));
}

interface Search {
  found: DeclarationIn[];
  via: CallVia;
  /** Classes without the member, which may inherit it. */
  heirs: { class: DeclarationIn; member: string }[];
  /** Why a name that a file binds has no declaration. */
  miss: string | undefined;
}

function addHeirs({ heirs }: Search, file: CallFile, inherited: Inherited | undefined): void {
  for (const index of inherited?.classes ?? []) heirs.push({ class: { file, index }, member: inherited?.member ?? '' });
}

/** The member of several classes is that of each of them; undefined without a class. */
function inheritedBy(heirs: Search['heirs'], bases: BaseClasses): FoundMember | undefined {
  const members = heirs.map((heir) => bases.inherited(heir.class, heir.member));
  const found = members.flatMap((it) => ('found' in it ? it.found : []));
  if (found.length === 0) return members[0];
  const doubts = members.map((it) => ('found' in it ? it.doubt : it.miss));
  return { found, doubt: doubts.find((it) => it !== undefined) };
}

function isFunction(file: CallFile, index: number): boolean {
  return file.declaration(index)?.kind === 'function';
}

/** The file-level name that a file must declare for a dotted name to be found in it. */
function fileLevelName(file: CallFile, name: string): string {
  return file.rules.flat ? name : firstPartOf(name);
}
