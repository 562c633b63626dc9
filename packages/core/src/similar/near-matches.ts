import type { Snapshot } from '#index/port.ts';
import { visitPosted } from '#index/postings/posting-lists.ts';
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
  const { node, size, last } = indexed.sets(snapshot);
  const values = valuesOf(grams).sort();
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  const common = new Uint32Array(node.length);
  const touched: number[] = [];
  let [open, set, same] = [-1, -1, 0];
  visitPosted(snapshot, 'grams', [...times.keys()], (value, number) => {
    // A set that has several elements of one value is posted as often.
    same = value === open && number === set ? same + 1 : 1;
    [open, set] = [value, number];
    if (same > (times.get(value) ?? 0)) return;
    if (common[number] === 0) touched.push(number);
    common[number] = (common[number] ?? 0) + 1;
  });
  return touched.filter((at) => {
    return mayBeSimilar(size[at] ?? 0, grams.size, common[at] ?? 0, countAbove(values, last[at] ?? 0));
  });
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
