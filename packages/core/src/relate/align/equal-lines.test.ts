import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { type AlignedCode, equalLines } from './equal-lines.ts';

const ROLES: Record<string, TokenRole> = { v: 'variable', f: 'function', l: 'literal' };

/** Lines of leaves as `role text, role text`; an empty line has none. */
function code(first: number, ...lines: string[]): AlignedCode {
  const leaves: TokenRecord = { role: [], kind: [], text: [], line: [] };
  for (const [at, line] of lines.entries()) {
    for (const leaf of line === '' ? [] : line.split(', ')) {
      const [role = '', text = ''] = leaf.split(' ');
      leaves.role.push(ROLES[role] ?? 'syntax');
      leaves.kind.push('k');
      leaves.text.push(text);
      leaves.line.push(first + at);
    }
  }
  return { first, last: first + lines.length - 1, leaves };
}

test('declarations with the same leaves share all lines, from the first to the last one', () => {
  const lines = ['', 'v items', '', 'f log, l 1', ''];
  expect(equalLines(code(10, ...lines), code(50, ...lines))).toEqual([
    [{ first: 10, last: 14 }],
    [{ first: 50, last: 54 }],
  ]);
});

test('changed, added and removed lines are not shared, nor are lines without leaves next to them', () => {
  const one = code(1, 'f a', 'f b', '', 'l 1', '', 'f c', '');
  const other = code(1, 'f a', 'f b', 'l 2', 'f c', 'f d', '');
  expect(equalLines(one, other)).toEqual([
    [
      { first: 1, last: 2 },
      { first: 6, last: 6 },
    ],
    [
      { first: 1, last: 2 },
      { first: 4, last: 4 },
    ],
  ]);
});

test('names of variables are equal, names of functions and literals are not', () => {
  const ranges = equalLines(code(1, 'v a, f log', 'l 1', 'f end'), code(1, 'v b, f log', 'l 2', 'f stop'));
  expect(ranges).toEqual([[{ first: 1, last: 1 }], [{ first: 1, last: 1 }]]);
});

test('declarations without a line in common share none', () => {
  expect(equalLines(code(1, 'f a', 'f b'), code(1, 'f c'))).toEqual([[], []]);
  expect(equalLines(code(1, ''), code(1, 'f a'))).toEqual([[], []]);
});

test('both declarations share equally many lines with leaves, in ascending ranges inside of them', () => {
  const lines = fc.array(fc.constantFrom('', 'f a', 'f b', 'l 1', 'v x'), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(lines, lines, fc.nat(50), (left, right, first) => {
      const codes = [code(1, ...left), code(first, ...right)] as const;
      const counts = equalLines(...codes).map((ranges, side) => {
        const { leaves, first: start, last } = codes[side === 0 ? 0 : 1];
        let before = start - 1;
        for (const range of ranges) {
          expect(range.first).toBeGreaterThan(before);
          expect(range.last).toBeGreaterThanOrEqual(range.first);
          before = range.last;
        }
        expect(before).toBeLessThanOrEqual(last);
        return leaves.line.filter((line) => ranges.some((its) => its.first <= line && line <= its.last)).length;
      });
      expect(counts[0]).toBe(counts[1]);
    }),
  );
});
