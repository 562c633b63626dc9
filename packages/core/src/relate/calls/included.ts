import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { callOf, type Outcome, unresolvedCall } from './outcome.ts';

/** How many includes lie at most between a call and a declaration it sees. */
const farthest = 8;
/** How many included files are looked through at most, nearest first. */
const mostFiles = 1000;

/**
 * Finds names in a file and in the files it includes, transitively: an include runs the other file's declarations in
 * the same process (PHP `include`, Bash `source`). Several files that declare a name are ambiguous, as is a name that
 * the including file declares too only through them: its own declaration comes first.
 */
export class IncludedNames {
  readonly #files: ReadonlyMap<string, CallFile>;
  #closureOf: CallFile | undefined;
  #closure: readonly CallFile[] = [];

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#files = files;
  }

  /**
   * @param names full names to try in order; the first that anything declares counts
   * @param key what tells this lookup from others of the file
   */
  outcome(file: CallFile, key: string, names: readonly string[]): Outcome {
    let outcome = file.outcomes.get(key);
    if (outcome === undefined) {
      outcome = this.#find(file, names);
      file.outcomes.set(key, outcome);
    }
    return outcome;
  }

  #find(file: CallFile, names: readonly string[]): Outcome {
    let miss: string | undefined;
    for (const name of names) {
      const own = file.declared.find(fileScope, name);
      if (own !== undefined && 'indices' in own) return callOf(file.ids(own.indices), own.via);
      miss ??= own?.miss;
      const ids: string[] = [];
      for (const included of this.#includedBy(file)) {
        const hit = included.declared.find(fileScope, name);
        if (hit !== undefined && 'indices' in hit) ids.push(...included.ids(hit.indices));
        else miss ??= hit?.miss;
      }
      if (ids.length > 0) return callOf(ids, 'import');
    }
    return unresolvedCall(miss ?? callReasons.not_included);
  }

  /** Calls come file by file, so one closure is kept. */
  #includedBy(file: CallFile): readonly CallFile[] {
    if (this.#closureOf !== file) {
      this.#closureOf = file;
      this.#closure = this.#reach(file);
    }
    return this.#closure;
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
    distance.delete(start);
    return [...distance.keys()];
  }
}
