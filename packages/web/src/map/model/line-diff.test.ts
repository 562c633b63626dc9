import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonPairs } from './line-diff.ts';

/** Length of a longest common subsequence, by dynamic programming. */
function longest(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, j) => {
      next.push(one === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}

it('finds a longest common subsequence', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const pairs = commonPairs(a, b);
      expect(pairs.length).toBe(longest(a, b));
      pairs.forEach(([x, y], i) => {
        expect(a[x]).toBe(b[y]);
        const [lastX, lastY] = pairs[i - 1] ?? [-1, -1];
        expect(x).toBeGreaterThan(lastX);
        expect(y).toBeGreaterThan(lastY);
      });
    }),
  );
});
