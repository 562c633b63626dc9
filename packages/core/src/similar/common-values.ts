import type { Snapshot } from '#index/port.ts';
import type { PostedNumbers } from '#index/postings/posting-block.ts';
import { firstFrom } from '#lists/first-from.ts';
import { mayBeSimilar, VALUES } from '#relate/copies/gram-order.ts';
import type { IndexedCode } from './indexed-code.ts';

type Statements = Pick<Snapshot, 'all'>;

/** So few sets are compared without the long lists. */
const FEW = 4;

/** Last posted values are compared in steps of so many. */
const STEP_BITS = 10;
const STEP = 1 << STEP_BITS;

/** A value of a body, with the sets that it is posted for. */
interface Posted {
  value: number;
  /** How many 5-grams of the body have the value. */
  times: number;
  list: PostedNumbers;
}

/** Weights of values are whole numbers, so that their sum does not depend on an order. */
const WEIGHT = 1024;

/** A set with a value of a short list in common. */
export interface WeightedSets {
  /** Positions. */
  set: Uint32Array;
  /** The sum of the weights of the common values of short lists, each counted once: rare values have more weight. */
  weight: Uint32Array;
}

/**
 * Finds posted sets that have values of a body. Common values are counted in short lists; long ones are read only to decide
 * about sets that have enough of the others to be similar, by binary search (DivideSkip; Li, Lu and Lu 2008).
 */
export class CommonValues {
  readonly #statements: Statements;
  readonly #indexed: IndexedCode;
  readonly #size: number;
  /** Ascending; a value is repeated if several 5-grams have it. */
  readonly #values: Uint16Array;
  readonly #long: Posted[] = [];
  /** The sets with a value of a list that was read, and how many 5-grams they have in common. */
  readonly #touched: Uint32Array;
  readonly #found: Uint32Array;
  readonly #weight: Uint32Array;

  /** @param values of the different 5-grams of a body, ascending */
  constructor(statements: Statements, indexed: IndexedCode, values: Uint16Array) {
    this.#statements = statements;
    this.#indexed = indexed;
    this.#size = values.length;
    this.#values = values;
    const times = timesOf(values);
    const short: Posted[] = [];
    for (const [value, list] of indexed.grams.lists(statements, [...times.keys()])) {
      const isLong = list.length > indexed.grams.mostShort;
      (isLong ? this.#long : short).push({ value, times: times.get(value) ?? 0, list });
    }
    const tally = indexed.tally(statements);
    for (const { times: most, list } of short) tally.add(list.numbers, most, weightOf(tally.sets, list.length));
    for (const { times: most, list } of this.#needed()) tally.add(list.numbers, most, 0);
    [this.#touched, this.#found, this.#weight] = tally.take();
  }

  /** All sets with a value of a short list. */
  weighted(): WeightedSets {
    return { set: this.#touched, weight: this.#weight };
  }

  /** Positions of sets that may be similar, in no order: at least all that are. */
  candidates(): number[] {
    const { last } = this.#indexed.sets(this.#statements);
    const least = this.#leastCommon();
    const found = new Map<number, number>();
    for (let at = 0; at < this.#touched.length; at++) {
      const [set, its] = [this.#touched[at] ?? 0, this.#found[at] ?? 0];
      if (its >= (least[(last[set] ?? 0) >>> STEP_BITS] ?? 0) && this.#mayBe(set, its)) found.set(set, its);
    }
    this.#long.sort((a, b) => a.list.length - b.list.length);
    while (found.size > FEW && this.#long.length > 0) {
      const some = this.#complete(this.#long.splice(0, Math.ceil(this.#long.length / 2)));
      for (const [set, before] of found) {
        const its = some.reduce((sum, { times, list }) => sum + Math.min(times, timesIn(list.numbers, set)), before);
        if (this.#mayBe(set, its)) found.set(set, its);
        else found.delete(set);
      }
    }
    return [...found.keys()];
  }

  /**
   * A set without a value of the short lists is not similar if at most a third of the values up to its last one are in long
   * lists (see `#leastCommon`). Long lists are read, the shortest first, until that holds for all last values that occur.
   */
  #needed(): Posted[] {
    const least = this.#indexed.leastLast(this.#statements);
    const longs = new Map(this.#long.map((its) => [its.value, its]));
    const skipped: Posted[] = [];
    let left = 0;
    const needed = new Set<Posted>();
    const values = this.#values;
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      const long = longs.get(value);
      if (long !== undefined) {
        left++;
        if (skipped.at(-1) !== long) skipped.push(long);
      }
      const next = values[at + 1] ?? Number.POSITIVE_INFINITY;
      // No set ends between the two.
      if (next === value || next <= least) continue;
      while (3 * left > at + 1) {
        const shortest = skipped.reduce((best, its) => (its.list.length < best.list.length ? its : best));
        skipped.splice(skipped.indexOf(shortest), 1);
        needed.add(shortest);
        left -= shortest.times;
      }
    }
    for (const its of needed) this.#long.splice(this.#long.indexOf(its), 1);
    return needed.size === 0 ? [] : this.#complete([...needed]);
  }

  /**
   * By last posted value, in steps: how many of the values that are read a similar set has at least, of any size.
   * Of a set of size s, min(not posted, later) · 3 - s is less than `later`.
   */
  #leastCommon(): Int32Array {
    return Int32Array.from({ length: VALUES / STEP }, (_, step) => {
      const later = this.#size - countUpTo(this.#values, step * STEP - 1);
      return Math.ceil((this.#size + 1 - later) / 3) - this.#unread((step + 1) * STEP - 1);
    });
  }

  /** With the numbers of their lists. */
  #complete(some: readonly Posted[]): Posted[] {
    const values = some.map(({ value }) => value).sort((a, b) => a - b);
    const lists = this.#indexed.grams.complete(this.#statements, values);
    return some.map((its) => ({ ...its, list: { ...its.list, numbers: lists.get(its.value) } }));
  }

  /** @param found how many of the values that are read the set has */
  #mayBe(set: number, found: number): boolean {
    const { size, last } = this.#indexed.sets(this.#statements);
    const [its, greatest] = [size[set] ?? 0, last[set] ?? 0];
    const later = this.#size - countUpTo(this.#values, greatest);
    return mayBeSimilar(its, this.#size, found + this.#unread(greatest), later);
  }

  /** How many 5-grams have values up to this one whose lists are not read. */
  #unread(greatest: number): number {
    return this.#long.reduce((sum, { value, times }) => (value <= greatest ? sum + times : sum), 0);
  }
}

/** The rarer a value is among the sets, the greater. */
function weightOf(sets: number, posted: number): number {
  return posted === 0 ? 0 : Math.round(WEIGHT * Math.log2(1 + sets / posted));
}

/** How often a list has a number. */
export function timesIn(list: Uint32Array | undefined, wanted: number): number {
  if (list === undefined) return 0;
  const first = firstFrom(list.length, (at) => list[at], wanted);
  let times = 0;
  while (list[first + times] === wanted) times++;
  return times;
}

/** How often each value occurs. @param values ascending */
function timesOf(values: Uint16Array): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

/** @param values ascending */
function countUpTo(values: Uint16Array, limit: number): number {
  return firstFrom(values.length, (at) => values[at], limit + 1);
}
