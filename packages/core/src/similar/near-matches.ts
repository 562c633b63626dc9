import type { Snapshot } from '#index/port.ts';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { valuesOf } from '#relate/copies/body-values.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { similarityOf } from '#relate/copies/range-grams.ts';
import { rangeHash } from '#relate/copies/range-hash.ts';
import { CommonValues } from './common-values.ts';
import type { IndexedCode } from './indexed-code.ts';

/** A declaration of the index with a common part. */
export interface NearMatch {
  node: number;
  /** Jaccard coefficient in thousandths, rounded down. */
  similarity: number;
  /** The bodies are equal. */
  isSame: boolean;
}

const known = new WeakMap<HashTable, { connection: object; common: CommonValues }>();

/** The sets that have values of some 5-grams: the lists are read once for the similar and the closest declarations. */
export function commonValues(snapshot: Snapshot, indexed: IndexedCode, grams: HashTable): CommonValues {
  const { connection } = snapshot;
  const its = known.get(grams);
  if (its?.connection === connection) return its.common;
  const common = new CommonValues(snapshot, indexed, valuesOf(grams).sort());
  known.set(grams, { connection, common });
  return common;
}

/**
 * Compares a body with declarations of the index.
 *
 * @param nodes by node of their file
 * @param least similarity of those that are returned
 */
export function compareBodies(
  snapshot: Snapshot,
  indexed: IndexedCode,
  body: { grams: HashTable; hash: string | undefined },
  { nodes, least }: { nodes: ReadonlyMap<number, readonly number[]>; least: number },
): NearMatch[] {
  const found: NearMatch[] = [];
  for (const [file, elements] of indexed.elements(snapshot, [...nodes.keys()])) {
    const block = decodeElementBlock(elements);
    for (const node of nodes.get(file) ?? []) {
      const at = block.bodies.declaration.indexOf(node - file - 1);
      if (at < 0) continue;
      const range = rangeOf(block, at);
      const other = gramsOf(block, range);
      const similarity = similarityOf(body.grams, other);
      if (similarity < least) continue;
      found.push({ node, similarity, isSame: similarity === 1000 && rangeHash(block, range) === body.hash });
    }
  }
  return found;
}
