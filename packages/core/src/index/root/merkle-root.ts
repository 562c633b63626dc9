import { createHash, hash } from 'node:crypto';
import { RANGES, type RangeSum, WORDS } from './range-sums.ts';

/** Prefixes of leaves and inner nodes, as in RFC 6962, so that a leaf is never equal to an inner node. */
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

/** SHA-256 of the text of a range: range, number of lines and eight sums in decimal, separated by TAB, then LF. */
function rangeDigest({ range, lines, sums }: RangeSum): Uint8Array {
  return hash('sha256', `${[range, lines, ...sums].join('\t')}\n`, 'buffer');
}

/**
 * The root of a Merkle tree over the digests of 256 ranges, 64 hex digits.
 *
 * @param found in any order; ranges without lines may be absent
 */
export function merkleRoot(found: Iterable<RangeSum>): string {
  const all = Array.from({ length: RANGES }, (_, range) => noLines(range));
  for (const its of found) all[its.range] = its;
  let level = all.map((its) => sha256(LEAF, rangeDigest(its)));
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, at) => sha256(NODE, ...level.slice(2 * at, 2 * at + 2)));
  }
  return Buffer.concat(level).toString('hex');
}

export function noLines(range: number): RangeSum {
  return { range, lines: 0n, sums: Array.from({ length: WORDS }, () => 0n) };
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
