import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { callOf, type Outcome, unresolvedCall } from './outcome.ts';

/** How many includes lie at most between a call and a declaration it sees. */
const farthest = 8;
/** How many included files are looked through at most, nearest first. */
const mostFiles = 1000;

/** What a callee may be called in full. */
export interface NamesToTry {
  /** In order; the first that anything declares counts. */
  names: { name: string; functionsOnly?: boolean }[];
  /** The reason when nothing does. */
  otherwise: string;
}

/**
 * Finds names in a file and in the files it includes, transitively: an include runs the other file's declarations in
 * the same process (PHP `include`, Bash `source`). The file's own declaration comes first; of included files that
 * declare a name all count.
 */
export class IncludedNames {
  readonly #files: ReadonlyMap<string, CallFile>;
  #closed: readonly CallFile[] = [];

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#files = files;
  }

  outcome(file: CallFile, { names, otherwise }: NamesToTry): Outcome {
    let miss: string | undefined;
    for (const { name, functionsOnly = false } of names) {
      const ids: string[] = [];
      for (const from of this.#closure(file)) {
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
    return unresolvedCall(miss ?? otherwise);
  }

  /** A file and what it includes. Calls come file by file, so one is kept. */
  #closure(file: CallFile): readonly CallFile[] {
    if (this.#closed[0] !== file) this.#closed = this.#reach(file);
    return this.#closed;
  }

  #reach(start: CallFile): CallFile[] {
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
    return [...distance.keys()];
  }
}

function isFunction(file: CallFile, index: number): boolean {
  return file.declaration(index)?.kind === 'function';
}
