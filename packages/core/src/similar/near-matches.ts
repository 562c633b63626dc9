import type { Snapshot } from '#index/port.ts';
import { valuesOf } from '#relate/copies/body-values.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { mayBeSimilar } from '#relate/copies/gram-order.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { commonGrams } from '#relate/copies/range-grams.ts';
import { rangeHash } from '#relate/copies/range-hash.ts';
import { areSimilar } from '#relate/copies/similar-classes.ts';
import type { IndexedCode } from './indexed-code.ts';

/** A declaration of the index with a Jaccard coefficient of at least 1/2. */
export interface NearMatch {
  node: number;
  /** In thousandths, rounded down. */
  similarity: number;
  /** The bodies are equal. */
  isSame: boolean;
}

/** Positions of posted sets that may be similar: at least all that are. */
export function candidates(snapshot: Snapshot, indexed: IndexedCode, grams: HashTable): number[] {
  const sets = indexed.sets(snapshot);
  const { size, last } = sets;
  const values = valuesOf(grams).sort();
  const times = timesOf(
    values.subarray(0, values.length - countAbove(values, greatestPosted(indexed.greatest(snapshot), grams.size))),
  );
  const common = new Uint32Array(size.length);
  const touched: number[] = [];
  for (const [value, list] of indexed.grams.lists(snapshot, [...times.keys()])) {
    const most = times.get(value) ?? 0;
    let [set, same] = [-1, 0];
    for (let at = 0; at < list.length; at++) {
      const number = list[at] ?? 0;
      // A set that has several elements of one value is posted as often.
      same = number === set ? same + 1 : 1;
      set = number;
      if (same > most) continue;
      const before = common[number] ?? 0;
      if (before === 0) touched.push(number);
      common[number] = before + 1;
    }
  }
  return touched.filter((at) => {
    const [its, found] = [size[at] ?? 0, common[at] ?? 0];
    if (!mayBeSimilar(its, grams.size, found, grams.size)) return false;
    return mayBeSimilar(its, grams.size, found, countAbove(values, last[at] ?? 0));
  });
}

/**
 * The greatest posted value of the sets that are not too small or too large to be similar; later values need no lookup.
 *
 * @param ofSizes as `greatestOfSizes`
 */
function greatestPosted(ofSizes: Int32Array, other: number): number {
  return ofSizes.subarray(Math.ceil(other / 2), 2 * other + 1).reduce((most, its) => Math.max(most, its), -1);
}

/** How often each value occurs. @param values ascending */
function timesOf(values: Uint16Array): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

/** @param values ascending */
function countAbove(values: Uint16Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return values.length - low;
}

/**
 * Compares a body with declarations of the index.
 *
 * @param nodes by node of their file
 */
export function compareBodies(
  snapshot: Snapshot,
  indexed: IndexedCode,
  body: { grams: HashTable; hash: string | undefined },
  nodes: ReadonlyMap<number, readonly number[]>,
): NearMatch[] {
  const found: NearMatch[] = [];
  for (const [file, block] of indexed.blocks(snapshot, [...nodes.keys()])) {
    for (const node of nodes.get(file) ?? []) {
      const at = block.bodies.declaration.indexOf(node - file - 1);
      if (at < 0) continue;
      const range = rangeOf(block, at);
      const other = gramsOf(block, range);
      const common = commonGrams(body.grams, other).size;
      if (!areSimilar(common, body.grams.size, other.size)) continue;
      const similarity = Math.floor((1000 * common) / (body.grams.size + other.size - common));
      found.push({ node, similarity, isSame: similarity === 1000 && rangeHash(block, range) === body.hash });
    }
  }
  return found;
}
