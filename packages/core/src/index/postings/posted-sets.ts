import { VarintReader, VarintWriter } from '#parse/tokens/varints.ts';
import type { ReadStatements } from '../read-statements.ts';

/** Declarations whose 5-grams are posted, by node. Columns. */
export interface PostedSets {
  /** Node of the declaration. */
  node: Uint32Array;
  /** Number of its different 5-grams. */
  size: Uint32Array;
  /** Its greatest posted value. */
  last: Uint16Array;
}

/** Sets of a block. */
export const SETS_OF_BLOCK = 1024;

/** @param sets of one block */
export function encodePostedSets({ node, size, last }: PostedSets): Uint8Array {
  const out = new VarintWriter();
  let before = 0;
  for (let at = 0; at < node.length; at++) {
    out.unsigned((node[at] ?? 0) - before);
    out.unsigned(size[at] ?? 0);
    out.unsigned(last[at] ?? 0);
    before = node[at] ?? 0;
  }
  return out.bytes.slice();
}

/** All posted sets of an index. */
export function readPostedSets(statements: Pick<ReadStatements, 'all'>): PostedSets {
  const blocks = statements.all('SELECT sets, data FROM posted_set_block ORDER BY first_set', [], (row) => ({
    sets: row.integer('sets'),
    data: row.bytes('data'),
  }));
  const total = blocks.reduce((sum, { sets }) => sum + sets, 0);
  const all = { node: new Uint32Array(total), size: new Uint32Array(total), last: new Uint16Array(total) };
  let at = 0;
  for (const { sets, data } of blocks) {
    const input = new VarintReader(data, 0);
    let node = 0;
    for (const end = at + sets; at < end; at++) {
      node += input.unsigned();
      all.node[at] = node;
      all.size[at] = input.unsigned();
      all.last[at] = input.unsigned();
    }
  }
  return all;
}
