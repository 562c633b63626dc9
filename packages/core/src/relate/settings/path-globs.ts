import { hasTooManyStars, MAX_STARS, matchesGlob } from './path-glob.ts';

/** Maximum number of patterns with wildcards: each is compared with each path. */
const MAX_WILDCARDS = 256;

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
    if (hasTooManyStars(pattern)) return `has a pattern with more than ${MAX_STARS} "*"`;
    if (this.#wildcards.length >= MAX_WILDCARDS) return `has more than ${MAX_WILDCARDS} patterns with wildcards`;
    this.#wildcards.push(pattern);
    return undefined;
  }

  match(path: string): boolean {
    return this.#literal.has(path) || this.#wildcards.some((pattern) => matchesGlob(pattern, path));
  }
}
