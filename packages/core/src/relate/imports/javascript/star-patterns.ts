interface Group<Value> {
  /** By the text after `*`. */
  rows: Map<string, { value: Value; order: number }>;
  /** Lengths of these texts, the longest first. */
  lengths: number[];
}

export interface StarMatch<Value> {
  value: Value;
  /** Position of the pattern in the given order. */
  order: number;
  /** The text that `*` matches. */
  star: string;
}

/**
 * Patterns with `*` for any text, of which the first one counts. A look-up takes time in the text and in the number of
 * patterns that match its start, not in the number of all patterns.
 */
export class StarPatterns<Value> {
  /** By the text before `*`. */
  readonly #groups = new Map<string, Group<Value>>();
  /** Lengths of these texts, the longest first. */
  readonly #lengths: readonly number[];

  /** @param rows patterns without `*` have no effect; no pattern occurs twice */
  constructor(rows: Iterable<readonly [pattern: string, value: Value]>) {
    let order = 0;
    for (const [pattern, value] of rows) {
      const star = pattern.indexOf('*');
      if (star < 0) continue;
      const prefix = pattern.slice(0, star);
      let group = this.#groups.get(prefix);
      if (group === undefined) {
        group = { rows: new Map(), lengths: [] };
        this.#groups.set(prefix, group);
      }
      group.rows.set(pattern.slice(star + 1), { value, order: order++ });
    }
    for (const group of this.#groups.values()) group.lengths = descending(group.rows.keys());
    this.#lengths = descending(this.#groups.keys());
  }

  /**
   * The matching patterns among which a rule of precedence chooses: those with the longest text before `*`, in descending
   * order of the text after it.
   *
   * @param least the smallest length of the text that `*` matches
   */
  matches(text: string, least: 0 | 1): StarMatch<Value>[] {
    for (const length of this.#lengths) {
      if (length > text.length) continue;
      const group = this.#groups.get(text.slice(0, length));
      if (group === undefined) continue;
      const rest = text.slice(length);
      const found: StarMatch<Value>[] = [];
      for (const after of group.lengths) {
        const end = rest.length - after;
        const row = end < least ? undefined : group.rows.get(rest.slice(end));
        if (row !== undefined) found.push({ ...row, star: rest.slice(0, end) });
      }
      if (found.length > 0) return found;
    }
    return [];
  }
}

function descending(texts: Iterable<string>): number[] {
  return [...new Set(Array.from(texts, ({ length }) => length))].sort((a, b) => b - a);
}
