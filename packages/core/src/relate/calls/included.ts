import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';
import { callOf, type Outcome, unresolvedCall } from './outcome.ts';

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

  outcome(file: CallFile, { names, otherwise }: NamesToTry): Outcome {
    let miss: string | undefined;
    for (const { name, functionsOnly = false } of names) {
      const ids: string[] = [];
      for (const from of this.#declaring(file, name)) {
        const hit = from.declared.find(fileScope, name);
        if (hit === undefined) continue;
        if ('miss' in hit) {
          miss ??= hit.miss;
          continue;
        }
        const found = functionsOnly ? hit.indices.filter((it) => isFunction(from, it)) : hit.indices;
        for (const id of from.ids(found)) ids.push(id);
        if (from === file && ids.length > 0) return callOf(ids, hit.via);
      }
      if (ids.length > 0) return callOf(ids, 'import');
    }
    const autoloaded = miss === undefined && file.rules.autoloads ? this.#autoloaded(names) : [];
    return autoloaded.length > 0 ? callOf(autoloaded, 'import') : unresolvedCall(miss ?? otherwise);
  }

  /** Classes with a full name, and their members, in any file: an autoloader includes it when the class is first used. */
  #autoloaded(names: NamesToTry['names']): string[] {
    for (const { name, functionsOnly = false } of names) {
      if (functionsOnly || name.startsWith('$')) continue;
      const ids: string[] = [];
      for (const from of this.#filesByName.get(firstPartOf(name)) ?? []) {
        const hit = from.rules.autoloads ? from.declared.find(fileScope, name) : undefined;
        if (hit === undefined || 'miss' in hit) continue;
        const isMember = name.includes('.');
        for (const id of from.ids(hit.indices.filter((it) => isMember || !isFunction(from, it)))) ids.push(id);
      }
      if (ids.length > 0) return ids;
    }
    return [];
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

function isFunction(file: CallFile, index: number): boolean {
  return file.declaration(index)?.kind === 'function';
}

/** The file-level name that a file must declare for a dotted name to be found in it. */
function fileLevelName(file: CallFile, name: string): string {
  return file.rules.flat ? name : firstPartOf(name);
}
