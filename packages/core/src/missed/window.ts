import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Some statements of a file that follow each other. */
export interface Window {
  start: number;
  /** Exclusive. */
  end: number;
}

/** A consistent renaming: each name has one other name, and no two names have the same one. */
export class Renaming {
  readonly #forward = new Map<number, number>();
  readonly #back = new Map<number, number>();
  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary, of?: Renaming) {
    this.#vocabulary = vocabulary;
    if (of === undefined) return;
    this.#forward = new Map(of.#forward);
    this.#back = new Map(of.#back);
  }

  /** Whether a statement is another one under this renaming, which then includes the names of both. */
  takes(one: Statements, at: number, other: Statements, otherAt: number): boolean {
    if (one.shape[at] !== other.shape[otherAt]) return false;
    const [start, otherStart] = [one.from[at] ?? 0, other.from[otherAt] ?? 0];
    const length = (one.from[at + 1] ?? 0) - start;
    if (length !== (other.from[otherAt + 1] ?? 0) - otherStart) return false;
    for (let offset = 0; offset < length; offset++) {
      const element = one.elements[start + offset] ?? 0;
      const its = other.elements[otherStart + offset] ?? 0;
      if (!this.#vocabulary.isName(element)) {
        if (element !== its) return false;
      } else if (!this.adds(element, its)) return false;
    }
    return true;
  }

  /** The share of the names that are unchanged, in percent. */
  get equalPercent(): number {
    const names = [...this.#forward];
    if (names.length === 0) return 100;
    return Math.floor((100 * names.filter(([one, other]) => one === other).length) / names.length);
  }

  get isIdentity(): boolean {
    return this.equalPercent === 100;
  }

  /** Whether a name is renamed or unchanged. */
  knows(name: number): boolean {
    return this.#forward.has(name);
  }

  /** Whether a name has another one. */
  renames(name: number, other: number): boolean {
    return this.#forward.get(name) === other;
  }

  /** Whether a name is unchanged. */
  keeps(name: number): boolean {
    return this.#forward.get(name) === name;
  }

  /** Includes two names. @returns false if it has others for them */
  adds(one: number, other: number): boolean {
    const [known, back] = [this.#forward.get(one), this.#back.get(other)];
    if (known === undefined && back === undefined) {
      this.#forward.set(one, other);
      this.#back.set(other, one);
      return true;
    }
    return known === other && back === one;
  }
}

/** The renaming under which a window is the window of the same length at a position of another file. */
export function matchWindow(
  vocabulary: Vocabulary,
  one: Statements,
  { start, end }: Window,
  other: Statements,
  at: number,
): Renaming | undefined {
  if (at < 0 || at + end - start > other.length) return undefined;
  for (let offset = 0; offset < end - start; offset++) {
    if (one.shape[start + offset] !== other.shape[at + offset]) return undefined;
  }
  const renaming = new Renaming(vocabulary);
  for (let offset = 0; offset < end - start; offset++) {
    if (!renaming.takes(one, start + offset, other, at + offset)) return undefined;
  }
  return renaming;
}
