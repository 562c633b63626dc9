import type { Snapshot } from '#index/port.ts';
import type { PostedNumbers } from '#index/postings/posting-block.ts';
import type { CodeRun, CodeRuns } from './code-runs.ts';
import { timesIn } from './common-values.ts';
import type { IndexedCode } from './indexed-code.ts';

/** So few sets are compared without the long lists. */
const FEW = 8;

/**
 * Positions of posted sets that may have all 5-grams of one of the runs: at least all that have. Of a set, all 5-grams up
 * to its greatest posted value are posted (relate/copies/gram-order.ts), so those of a run up to that value must be found:
 * in the shortest list that each of the sets must be in, then in the others.
 */
export function setsWithRuns(
  statements: Pick<Snapshot, 'all'>,
  indexed: IndexedCode,
  { runs, values }: Pick<CodeRuns, 'runs' | 'values'>,
): number[] {
  const valuesByRun = runs.map((run) => valuesOf(run, values));
  const all = [...Uint16Array.from(new Set(valuesByRun.flat())).sort()];
  const lists = new Map(indexed.grams.lists(statements, all));
  const read = (wanted: Iterable<number>) => {
    const missing = [...new Set(wanted)].filter((value) => lists.get(value)?.numbers === undefined);
    for (const [value, numbers] of indexed.grams.complete(
      statements,
      missing.sort((a, b) => a - b),
    ))
      lists.set(value, { length: numbers.length, numbers });
  };
  const least = indexed.leastLast(statements);
  const shortest = valuesByRun.map((its) => shortestList(its, least, lists));
  read(shortest);
  const { last } = indexed.sets(statements);
  const select = (sets: readonly ReadonlySet<number>[]) =>
    valuesByRun.map((its, run) => {
      const ordered = its.toSorted((a, b) => lengthOf(lists, a) - lengthOf(lists, b));
      return new Set([...(sets[run] ?? [])].filter((set) => mayHave(set, last[set] ?? 0, ordered, lists)));
    });
  let found = select(shortest.map((value) => new Set(lists.get(value)?.numbers)));
  while (found.reduce((sum, { size }) => sum + size, 0) > FEW) {
    const unread = new Set(
      valuesByRun.flatMap((its, run) =>
        found[run]?.size === 0 ? [] : its.filter((value) => lists.get(value)?.numbers === undefined),
      ),
    );
    if (unread.size === 0) break;
    const ordered = [...unread].sort((a, b) => lengthOf(lists, a) - lengthOf(lists, b));
    read(ordered.slice(0, Math.ceil(ordered.length / 2)));
    found = select(found);
  }
  return [...new Set(found.flatMap((sets) => [...sets]))];
}

/** Ascending, each once. */
function valuesOf({ firstGram, lastGram }: CodeRun, values: Uint16Array): number[] {
  return [...new Set(values.slice(firstGram, lastGram + 1).sort())];
}

/**
 * The value with the shortest list of those that each set with a common value has.
 *
 * @param values of a run
 * @param least of the greatest posted values of all sets
 */
function shortestList(values: readonly number[], least: number, lists: ReadonlyMap<number, PostedNumbers>): number {
  const [first = 0] = values;
  return values.reduce(
    (best, value) => (value <= least && lengthOf(lists, value) < lengthOf(lists, best) ? value : best),
    first,
  );
}

function lengthOf(lists: ReadonlyMap<number, PostedNumbers>, value: number): number {
  return lists.get(value)?.length ?? 0;
}

/** Lists that are not read may have the set. */
function mayHave(
  set: number,
  last: number,
  values: readonly number[],
  lists: ReadonlyMap<number, PostedNumbers>,
): boolean {
  return values.every((value) => {
    if (value > last) return true;
    const numbers = lists.get(value)?.numbers;
    return numbers === undefined || timesIn(numbers, set) > 0;
  });
}
