import type { GramSets } from './gram-sets.ts';

/**
 * Declarations by class: those of one class share the same 5-grams with every other declaration, because they have
 * equal sets but for 5-grams that occur nowhere else. A class with no such 5-grams has equal sets.
 */
export interface SetClasses {
  /** By declaration; -1 where no 5-gram is shared. */
  classOf: Int32Array;
  /** By class: number of 5-grams, and of those that occur in no other declaration. */
  size: Uint32Array;
  alone: Uint32Array;
  /** Where the ranks of each start in `ranks`; one more at the end. */
  start: Uint32Array;
  /** Shared 5-grams of each class, ascending: rarest first. */
  ranks: Uint32Array;
  rankCount: number;
}

export function classifySets({ size, start, grams, distinct }: GramSets): SetClasses {
  const { rankOf, rankCount } = rankGrams(grams, distinct);
  const classOf = new Int32Array(size.length).fill(-1);
  const classes = { size: [] as number[], alone: [] as number[], start: [0] };
  const ranks = new Uint32Array(grams.length);
  let end = 0;
  const known = new Map<number, number[]>();
  for (let set = 0; set < size.length; set++) {
    const from = end;
    for (let at = start[set] ?? 0; at < (start[set + 1] ?? 0); at++) {
      const rank = rankOf[grams[at] ?? 0] ?? -1;
      if (rank >= 0) ranks[end++] = rank;
    }
    if (end === from) continue;
    const its = ranks.subarray(from, end).sort();
    const hash = hashOf(its, size[set] ?? 0);
    const same = known.get(hash)?.find((other) => {
      return (
        classes.size[other] === size[set] &&
        areEqual(its, ranks.subarray(classes.start[other], classes.start[other + 1]))
      );
    });
    if (same !== undefined) {
      classOf[set] = same;
      end = from;
      continue;
    }
    const number = classes.size.push(size[set] ?? 0) - 1;
    classes.alone.push((size[set] ?? 0) - its.length);
    classes.start.push(end);
    classOf[set] = number;
    const list = known.get(hash);
    if (list === undefined) known.set(hash, [number]);
    else list.push(number);
  }
  return {
    classOf,
    size: Uint32Array.from(classes.size),
    alone: Uint32Array.from(classes.alone),
    start: Uint32Array.from(classes.start),
    ranks: ranks.slice(0, end),
    rankCount,
  };
}

/** Orders 5-grams by (frequency, number); -1 for one that occurs in a single declaration. */
function rankGrams(grams: Uint32Array, distinct: number): { rankOf: Int32Array; rankCount: number } {
  const counts = new Uint32Array(distinct);
  let largest = 1;
  for (const gram of grams) {
    const count = (counts[gram] ?? 0) + 1;
    counts[gram] = count;
    if (count > largest) largest = count;
  }
  const next = new Uint32Array(largest + 2);
  for (const count of counts) if (count > 1) next[count + 1] = (next[count + 1] ?? 0) + 1;
  for (let count = 1; count < next.length; count++) next[count] = (next[count] ?? 0) + (next[count - 1] ?? 0);
  const rankOf = new Int32Array(distinct).fill(-1);
  let rankCount = 0;
  for (let gram = 0; gram < distinct; gram++) {
    const count = counts[gram] ?? 0;
    if (count < 2) continue;
    rankOf[gram] = next[count] ?? 0;
    next[count] = (next[count] ?? 0) + 1;
    rankCount++;
  }
  return { rankOf, rankCount };
}

function hashOf(values: Uint32Array, size: number): number {
  let hash = size | 0;
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15);
  return hash;
}

function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}
