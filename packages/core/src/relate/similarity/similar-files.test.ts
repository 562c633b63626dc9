import { compareBytes } from '@analyzer/contracts/order';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { ONE } from './bounds.ts';
import { findSimilarFiles, type GramFile, type SimilarPair } from './similar-files.ts';

function file(path: string, grams: Iterable<bigint>, language = 'python'): GramFile {
  return { path, language, grams: BigUint64Array.from(new Set(grams)).sort() };
}

/** Brute force over all pairs. */
function bruteForce(removed: readonly GramFile[], added: readonly GramFile[], threshold: number): SimilarPair[] {
  const pairs = removed.flatMap((before) =>
    added.flatMap((after) => {
      const intersection = before.grams.filter((gram) => after.grams.includes(gram)).length;
      const union = before.grams.length + after.grams.length - intersection;
      const isSimilar = intersection > 0 && intersection * ONE >= threshold * union;
      return isSimilar ? [{ removed: before.path, added: after.path, intersection, union }] : [];
    }),
  );
  return pairs.sort((a, b) => compareBytes(a.removed, b.removed) || compareBytes(a.added, b.added));
}

/** Sets that often nearly agree: runs of few values, some at both ends of the 64-bit range. */
const grams = fc
  .array(fc.record({ from: fc.nat(12), length: fc.nat(10), high: fc.boolean() }), { maxLength: 4 })
  .map((runs) =>
    runs.flatMap(({ from, length, high }) =>
      Array.from({ length }, (_, i) => BigInt(from + i) + (high ? 0xffff_ffff_ffff_ff00n : 0n)),
    ),
  );
const side = (name: string) =>
  fc.array(fc.tuple(grams, fc.constantFrom('python', 'php')), { maxLength: 12 }).map((sets) =>
    sets.map(([values, language], i) =>
      // As in real parsers, languages share no n-gram.
      file(`${name}${i}`, language === 'php' ? values.map((it) => it ^ 0x8000n) : values, language),
    ),
  );

test('finds the same pairs as brute force, and the counts add up', () => {
  fc.assert(
    fc.property(side('r'), side('a'), fc.integer({ min: 1, max: ONE }), (removed, added, threshold) => {
      const { pairs, search } = findSimilarFiles(removed, added, { threshold, max_pairs: 1000 });
      expect(pairs).toEqual(bruteForce(removed, added, threshold));
      expect(search.truncated).toBe(false);
      expect(search.verified + search.pruned).toBe(search.pairs);
      expect(search.considered).toBeGreaterThanOrEqual(search.verified);
    }),
    { numRuns: searchRuns(300) },
  );
});

test('a search that exceeds its budget is marked truncated and keeps the pairs found so far', () => {
  fc.assert(
    fc.property(side('r'), side('a'), fc.nat(20), (removed, added, max_pairs) => {
      const whole = findSimilarFiles(removed, added, { threshold: 500_000, max_pairs: 1000 });
      const { pairs, search } = findSimilarFiles(removed, added, { threshold: 500_000, max_pairs });
      expect(search.truncated).toBe(whole.search.considered > max_pairs);
      expect(search.considered).toBe(Math.min(max_pairs, whole.search.considered));
      expect(whole.pairs.slice(0, pairs.length)).toEqual(pairs);
      expect(search.verified + search.pruned).toBeLessThanOrEqual(search.pairs);
    }),
  );
});

test('most pairs of dissimilar files are never candidates', () => {
  const unlike = (name: string, seed: number) =>
    Array.from({ length: 40 }, (_, i) =>
      file(
        `${name}${i}`,
        Array.from({ length: 50 }, (_, k) => BigInt(seed * 1_000_000 + i * 1000 + k)),
      ),
    );
  const removed = unlike('r', 1);
  const added = [...unlike('a', 2), file('twin', [...(removed[7]?.grams ?? []), 1n])];
  const { pairs, search } = findSimilarFiles(removed, added, { threshold: 700_000, max_pairs: 20_000 });
  expect(pairs).toEqual([{ removed: 'r7', added: 'twin', intersection: 50, union: 51 }]);
  expect(search).toEqual({ pairs: 40 * 41, considered: 1, verified: 1, pruned: 40 * 41 - 1, truncated: false });
});

test('sets that span several slices are ranked equally', () => {
  // Spread over the 64-bit range, so that they span several slices.
  const spread = (from: number, count: number) =>
    BigUint64Array.from({ length: count }, (_, i) => BigInt(from + i) * 0x7_ffff_ffffn);
  const [old, now] = [spread(0, 1_300_000), spread(100_000, 1_300_000)];
  const { pairs } = findSimilarFiles(
    [{ path: 'a', language: 'php', grams: old }],
    [{ path: 'b', language: 'php', grams: now }],
    { threshold: 800_000, max_pairs: 1 },
  );
  expect(pairs).toEqual([{ removed: 'a', added: 'b', intersection: 1_200_000, union: 1_400_000 }]);
});
