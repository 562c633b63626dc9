import { hasTooManyStars, MOST_STARS, matchesGlob } from './path-glob.ts';

/** Maximum number of patterns with wildcards: each is compared with each path. */
const MOST_WILDCARDS = 256;

/** A list of patterns. Those without wildcards are looked up. */
export class PathGlobs {
  readonly #literal = new Set<string>();
  readonly #wildcards: string[] = [];

  /** @returns why the pattern has no effect */
  add(pattern: string): string | undefined {
    if (!/[*?]/.test(pattern)) {
      const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
      this.#literal.add(parts.join('/'));
      return undefined;
    }
    if (hasTooManyStars(pattern)) return `has a pattern with more than ${MOST_STARS} "*"`;
    if (this.#wildcards.length >= MOST_WILDCARDS) return `has more than ${MOST_WILDCARDS} patterns with wildcards`;
    this.#wildcards.push(pattern);
    return undefined;
  }

  match(path: string): boolean {
    return this.#literal.has(path) || this.#wildcards.some((pattern) => matchesGlob(pattern, path));
  }
}
