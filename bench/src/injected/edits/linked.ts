import type { CloneGroup, Fragment } from './detectors.ts';

/**
 * Whether groups connect two ranges: the fragments in them that are reported as copies of each other, also through a
 * third one, together cover at least half of the lines of each. An edit may split a copy into several fragments.
 */
export class Links {
  /** By path: its fragments, with their groups' number. */
  readonly #fragments = new Map<string, { fragment: Fragment; set: number }[]>();
  readonly #parent: number[] = [];

  constructor(groups: readonly CloneGroup[]) {
    for (const { fragments } of groups) {
      const set = this.#parent.push(this.#parent.length) - 1;
      for (const fragment of fragments) {
        const its = this.#fragments.get(fragment.path) ?? [];
        this.#fragments.set(fragment.path, its);
        its.push({ fragment, set });
      }
    }
    for (const fragments of this.#fragments.values()) this.#joinOverlapping(fragments);
  }

  connects(one: Fragment, other: Fragment): boolean {
    const [its, others] = [this.#setsIn(one), this.#setsIn(other)];
    return [one, other].every((range) => {
      const covered = this.#lines(range, (set) => its.has(set) && others.has(set));
      return covered.size * 2 >= range.to - range.from + 1;
    });
  }

  #setsIn(range: Fragment): Set<number> {
    return new Set(this.#overlapping(range).map(({ set }) => this.#root(set)));
  }

  /** Lines of a range in fragments of some sets. */
  #lines(range: Fragment, isIn: (set: number) => boolean): Set<number> {
    const lines = new Set<number>();
    for (const { fragment, set } of this.#overlapping(range)) {
      if (!isIn(this.#root(set))) continue;
      const last = Math.min(range.to, fragment.to);
      for (let line = Math.max(range.from, fragment.from); line <= last; line++) lines.add(line);
    }
    return lines;
  }

  #overlapping({ path, from, to }: Fragment): { fragment: Fragment; set: number }[] {
    return (this.#fragments.get(path) ?? []).filter(({ fragment }) => fragment.from <= to && from <= fragment.to);
  }

  /** Fragments of one file that share half of the lines of the smaller one are the same code. */
  #joinOverlapping(fragments: { fragment: Fragment; set: number }[]): void {
    const sorted = fragments.sort((a, b) => a.fragment.from - b.fragment.from);
    for (const [index, { fragment, set }] of sorted.entries()) {
      for (let next = index + 1; next < sorted.length; next++) {
        const other = sorted[next];
        if (other === undefined || other.fragment.from > fragment.to) break;
        const shared = Math.min(fragment.to, other.fragment.to) - other.fragment.from + 1;
        const smaller = Math.min(fragment.to - fragment.from, other.fragment.to - other.fragment.from) + 1;
        if (shared * 2 >= smaller) this.#parent[this.#root(other.set)] = this.#root(set);
      }
    }
  }

  #root(set: number): number {
    let root = set;
    for (let next = this.#parent[root] ?? root; next !== root; next = this.#parent[root] ?? root) root = next;
    this.#parent[set] = root;
    return root;
  }
}
