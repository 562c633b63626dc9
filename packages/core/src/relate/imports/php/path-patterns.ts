import { folderOf, follow, inFolder } from '../../paths.ts';
import { matchesGlob } from '../../settings/path-glob.ts';

/** Maximum number of patterns with wildcards; further ones match nothing. */
const MOST_WILDCARDS = 256;

/** Files and folders of `classmap` and similar lists in `composer.json`; `*` and `**` are wildcards. */
export class PathPatterns {
  readonly #literal = new Set<string>();
  readonly #wildcards: string[] = [];
  readonly #known = new Map<string, boolean>();

  add(folder: string, written: string): void {
    const path = follow(folder, written);
    if (path === undefined) return;
    if (!/[*?]/.test(path)) this.#literal.add(path);
    else if (this.#wildcards.length < MOST_WILDCARDS) this.#wildcards.push(inFolder(path, '**'));
  }

  /** Whether a file or one of its folders is listed. */
  has(path: string): boolean {
    let known = this.#known.get(path);
    if (known === undefined) {
      known = this.#isLiteral(path) || this.#wildcards.some((pattern) => matchesGlob(pattern, path));
      this.#known.set(path, known);
    }
    return known;
  }

  #isLiteral(path: string): boolean {
    for (let at = path; ; at = folderOf(at)) {
      if (this.#literal.has(at)) return true;
      if (at === '') return false;
    }
  }
}
