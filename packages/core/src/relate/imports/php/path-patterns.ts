import { folderOf, follow, inFolder } from '../../paths.ts';
import { hasTooManyStars, MAX_STARS, matchesGlob } from '../../settings/path-glob.ts';

/** Maximum number of patterns with wildcards: each is compared with each path. */
const MAX_WILDCARDS = 256;

/** Files and folders of `classmap` and similar lists in `composer.json`; `*` and `**` are wildcards. */
export class PathPatterns {
  readonly #literal = new Set<string>();
  readonly #wildcards: string[] = [];
  readonly #known = new Map<string, boolean>();

  /** @returns why a pattern has no effect; a path outside the project has none either */
  add(folder: string, written: string): string | undefined {
    const path = follow(folder, written);
    if (path === undefined) return undefined;
    if (!/[*?]/.test(path)) {
      this.#literal.add(path);
      return undefined;
    }
    const pattern = inFolder(path, '**');
    if (hasTooManyStars(pattern)) return `has a pattern with more than ${MAX_STARS - 2} "*"`;
    if (this.#wildcards.length >= MAX_WILDCARDS) {
      return `has patterns with wildcards after the first ${MAX_WILDCARDS} of the project`;
    }
    this.#wildcards.push(pattern);
    return undefined;
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
