import { StarPatterns } from './star-patterns.ts';

type Row = readonly [pattern: string, targets: readonly string[]];

/** `paths` of a compiler configuration. */
export class PathPatterns {
  readonly #exact: ReadonlyMap<string, readonly string[]>;
  readonly #patterns: StarPatterns<readonly string[]>;

  constructor(rows: readonly Row[]) {
    this.#exact = new Map(rows);
    this.#patterns = new StarPatterns(rows);
  }

  /**
   * The targets of a specifier and the text that `*` matches: of the equal pattern, else of the first one with the
   * longest text before its `*`.
   */
  best(specifier: string): { targets: readonly string[]; star: string } | undefined {
    const exact = this.#exact.get(specifier);
    if (exact !== undefined) return { targets: exact, star: '' };
    const [first, ...others] = this.#patterns.matches(specifier, 0);
    if (first === undefined) return undefined;
    const { value, star } = others.reduce((a, b) => (b.order < a.order ? b : a), first);
    return { targets: value, star };
  }
}
