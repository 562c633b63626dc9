/** Maximum number of patterns with the same text before `*`; others have no effect. */
const MOST_OF_PREFIX = 64;

type Row = readonly [pattern: string, targets: readonly string[]];

/** `paths` of a compiler configuration. A look-up takes time in the specifier, not in the number of patterns. */
export class PathPatterns {
  readonly #exact: ReadonlyMap<string, readonly string[]>;
  /** By the text before their `*`, in written order. */
  readonly #byPrefix = new Map<string, Row[]>();
  /** Lengths of these texts, the longest first. */
  readonly #lengths: readonly number[];

  constructor(rows: readonly Row[]) {
    this.#exact = new Map(rows);
    for (const row of rows) {
      const star = row[0].indexOf('*');
      if (star < 0) continue;
      const prefix = row[0].slice(0, star);
      const same = this.#byPrefix.get(prefix);
      if (same === undefined) this.#byPrefix.set(prefix, [row]);
      else if (same.length < MOST_OF_PREFIX) same.push(row);
    }
    const lengths = new Set(Array.from(this.#byPrefix.keys(), (prefix) => prefix.length));
    this.#lengths = [...lengths].sort((a, b) => b - a);
  }

  /**
   * The targets of a specifier and the text that `*` matches: of the equal pattern, else of the first one with the
   * longest text before its `*`.
   */
  best(specifier: string): { targets: readonly string[]; star: string } | undefined {
    const exact = this.#exact.get(specifier);
    if (exact !== undefined) return { targets: exact, star: '' };
    for (const length of this.#lengths) {
      if (length > specifier.length) continue;
      const rest = specifier.slice(length);
      for (const [pattern, targets] of this.#byPrefix.get(specifier.slice(0, length)) ?? []) {
        const end = pattern.slice(length + 1);
        if (rest.endsWith(end)) return { targets, star: rest.slice(0, rest.length - end.length) };
      }
    }
    return undefined;
  }
}
