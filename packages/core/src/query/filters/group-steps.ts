import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import { ID_BITS, LAST_STEP } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { idList } from '../describe/lists.ts';
import type { GroupFilter } from './group-filter.ts';
import type { Range } from './scope.ts';

/** A combination of the columns that a list of groups filters by, in an index with totals. */
interface Category {
  id: number;
  kind: number;
  language: number;
  classes: number;
  contained: number;
  sameAs: number;
  shared: number;
  n: number;
}

/** The column that a list is sorted by. */
export type SortKey = 'id' | 'score' | 'occurrences' | 'nodes';

export const SORT_KEYS: Readonly<Record<CompleteClonesParams['sort'], SortKey>> = {
  score: 'id',
  projects: 'id',
  weight: 'score',
  occurrences: 'occurrences',
  nodes: 'nodes',
  // Ordered without steps.
  ease: 'id',
};

/** Number of groups by category and step of a column, as columns of equal length, by step. */
interface Steps {
  step: number[];
  category: number[];
  n: number[];
}

const CATEGORIES = 'SELECT id, kind, language_id, classes, contained, same_as, shared, n FROM group_total ORDER BY id';
const STEPS = `
  SELECT json_group_array(step) AS step, json_group_array(category_id) AS category, json_group_array(n) AS n
  FROM (SELECT step, category_id, n FROM group_step WHERE key = ? ORDER BY step) AS its`;

/** An index does not change while it is open. */
const CATEGORIES_OF = new WeakMap<object, readonly Category[]>();
const STEPS_OF = new WeakMap<object, Map<SortKey, Steps>>();

/** The categories that a filter matches, with their number of groups by steps of a column. */
export class GroupSteps {
  readonly #snapshot: Snapshot;
  readonly #ids: ReadonlySet<number>;
  /** Groups in them. */
  readonly groups: number;

  constructor(snapshot: Snapshot, filter: GroupFilter, shared: Range) {
    const matching = categoriesOf(snapshot).filter((category) => matches(category, filter, shared));
    this.#snapshot = snapshot;
    this.#ids = new Set(matching.map(({ id }) => id));
    this.groups = matching.reduce((sum, { n }) => sum + n, 0);
  }

  /** Ids of the categories, as a JSON array. */
  get ids(): string {
    return JSON.stringify([...this.#ids]);
  }

  /** Groups with at least so many nodes; undefined if the steps do not show it. */
  groupsWith(leastNodes: number): number | undefined {
    if (leastNodes <= 1) return this.groups;
    if (leastNodes > LAST_STEP) return undefined;
    return this.#counted('nodes', [leastNodes, LAST_STEP]).reduce((sum, [, n]) => sum + n, 0);
  }

  /**
   * The values of a column of the first so many groups of the list.
   *
   * @param isReversed of the last groups of the list
   * @param least least value that matches
   * @returns a range with at least so many groups, if there are so many
   */
  rangeOf(key: SortKey, wanted: number, { isReversed, least }: { isReversed: boolean; least: number }): Range {
    const fromEnd = (key === 'id') === isReversed;
    const counted = this.#counted(key, [key === 'id' ? 0 : Math.min(least, LAST_STEP), Number.MAX_SAFE_INTEGER]);
    if (fromEnd) counted.reverse();
    let sum = 0;
    for (const [step, n] of counted) {
      sum += n;
      if (sum >= wanted) return fromEnd ? [firstOf(key, step), LARGEST] : [least, lastOf(key, step)];
    }
    return [least, LARGEST];
  }

  /** Groups of each step in a range, by step. */
  #counted(key: SortKey, [least, most]: Range): [step: number, n: number][] {
    const sums = new Map<number, number>();
    const { step, category, n } = stepsOf(this.#snapshot, key);
    for (let at = 0; at < step.length; at++) {
      const its = step[at] ?? 0;
      if (its < least || its > most || !this.#ids.has(category[at] ?? 0)) continue;
      sums.set(its, (sums.get(its) ?? 0) + (n[at] ?? 0));
    }
    return [...sums];
  }
}

/** Larger than each value of a column. */
const LARGEST = Number.MAX_SAFE_INTEGER;

function firstOf(key: SortKey, step: number): number {
  return key === 'id' ? step * 2 ** ID_BITS : step;
}

function lastOf(key: SortKey, step: number): number {
  if (key === 'id') return (step + 1) * 2 ** ID_BITS - 1;
  return step === LAST_STEP ? LARGEST : step;
}

function categoriesOf(snapshot: Snapshot): readonly Category[] {
  const known =
    CATEGORIES_OF.get(snapshot.connection) ??
    snapshot.all(CATEGORIES, [], (row) => ({
      id: row.integer('id'),
      kind: row.integer('kind'),
      language: row.integer('language_id'),
      classes: row.integer('classes'),
      contained: row.integer('contained'),
      sameAs: row.integer('same_as'),
      shared: row.integer('shared'),
      n: row.integer('n'),
    }));
  CATEGORIES_OF.set(snapshot.connection, known);
  return known;
}

function matches(category: Category, filter: GroupFilter, shared: Range): boolean {
  const within = (value: number, [least, most]: Range) => value >= least && value <= most;
  return (
    within(category.kind, filter.kinds) &&
    within(category.language, filter.languages) &&
    within(category.shared, shared) &&
    category.contained <= Number(filter.withContained) &&
    category.sameAs <= Number(filter.withSame) &&
    (category.classes & filter.unwanted) === 0
  );
}

function stepsOf(snapshot: Snapshot, key: SortKey): Steps {
  const known = STEPS_OF.get(snapshot.connection) ?? new Map<SortKey, Steps>();
  STEPS_OF.set(snapshot.connection, known);
  const steps = known.get(key) ??
    snapshot.first(STEPS, [key], (row) => ({
      step: idList(row.text('step')),
      category: idList(row.text('category')),
      n: idList(row.text('n')),
    })) ?? { step: [], category: [], n: [] };
  known.set(key, steps);
  return steps;
}
