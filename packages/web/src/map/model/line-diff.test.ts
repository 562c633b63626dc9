import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonPairs, linePairs } from './line-diff.ts';

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

it('pairs lines of long lists around those that are once in both, in a fraction of a second', () => {
  const a = Array.from({ length: 6000 }, (_, i) => (i % 3 === 0 ? '}' : `a ${i}`));
  const b = Array.from({ length: 6000 }, (_, i) => (i % 3 === 0 ? '}' : i % 9 < 4 ? `b ${i}` : `a ${i}`));
  const before = performance.now();
  const pairs = linePairs(a, b);
  expect(performance.now() - before).toBeLessThan(1000);
  expect(pairs.length).toBe(a.filter((line, i) => line === b[i]).length);
  pairs.forEach(([x, y], i) => {
    expect(a[x]).toBe(b[y]);
    expect(x).toBeGreaterThan(pairs[i - 1]?.[0] ?? -1);
    expect(y).toBeGreaterThan(pairs[i - 1]?.[1] ?? -1);
  });
});

it('pairs only the equal ends of long lists that have no line once in both', () => {
  const lines = (name: string) => ['{', ...Array.from({ length: 2000 }, (_, i) => `${name} ${i % 7}`), '}', '}'];
  expect(linePairs(lines('a'), lines('b'))).toEqual([
    [0, 0],
    [2001, 2001],
    [2002, 2002],
  ]);
});
