import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { align, type Change } from './align.ts';

const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

/** The right sequence, from the left one and the changes. */
function applied(left: readonly string[], right: readonly string[], changes: readonly Change[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const change of changes) {
    result.push(...left.slice(at, change.left.start), ...right.slice(change.right.start, change.right.end));
    at = change.left.end;
  }
  return [...result, ...left.slice(at)];
}

const editsOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { left, right }) => sum + left.end - left.start + right.end - right.start, 0);

/** Length of the longest common subsequence. */
function common(left: readonly string[], right: readonly string[]): number {
  let row = Array.from({ length: right.length + 1 }, () => 0);
  for (const item of left) {
    const next = [0];
    for (const [index, other] of right.entries()) {
      next.push(item === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('changes turn the left sequence into the right one with the smallest number of edits', () => {
  fc.assert(
    fc.property(items, items, (left, right) => {
      const changes = align(left, right);
      expect(applied(left, right, changes)).toEqual(right);
      expect(editsOf(changes)).toBe(left.length + right.length - 2 * common(left, right));
      for (const [index, change] of changes.entries()) {
        const before = changes[index - 1];
        // An equal item is between two changes.
        if (before !== undefined) expect(change.left.start).toBeGreaterThan(before.left.end);
      }
    }),
    { numRuns: searchRuns(1000) },
  );
});

test('equal sequences have no changes, an empty one is one change', () => {
  expect(align(['a', 'b'], ['a', 'b'])).toEqual([]);
  expect(align([], ['a', 'b'])).toEqual([{ left: { start: 0, end: 0 }, right: { start: 0, end: 2 } }]);
  expect(align(['a', 'b'], [])).toEqual([{ left: { start: 0, end: 2 }, right: { start: 0, end: 0 } }]);
  expect(align([], [])).toEqual([]);
});

test('adjacent removed and added items are one change', () => {
  expect(align(['f', '1', 'g'], ['f', '2', '3', 'g'])).toEqual([
    { left: { start: 1, end: 2 }, right: { start: 1, end: 3 } },
  ]);
});

test('items added between equal ones are at the first position', () => {
  const left = ['log', '(', 'a', ')', 'end'];
  const right = ['log', '(', 'a', ')', 'log', '(', 'b', ')', 'end'];
  expect(align(left, right)).toEqual([{ left: { start: 3, end: 3 }, right: { start: 3, end: 7 } }]);
  expect(align(['log', 'end'], ['log', 'log', 'end'])).toEqual([
    { left: { start: 0, end: 0 }, right: { start: 0, end: 1 } },
  ]);
});

test('sequences with more edits than are searched together still align', () => {
  const same = Array.from({ length: 20_000 }, (_, n) => `s${n % 7}`);
  const left = same.flatMap((item, n) => (n % 3 === 0 ? [item, `l${n}`] : [item]));
  const right = same.flatMap((item, n) => (n % 4 === 0 ? [item, `r${n}`] : [item]));
  const changes = align(left, right);
  expect(applied(left, right, changes)).toEqual(right);
  // Far fewer items than in the sequences are edited.
  expect(editsOf(changes)).toBeLessThan(left.length);
});

test('entirely different sequences are one change', () => {
  const of = (text: string) => Array.from({ length: 2000 }, (_, n) => text + n);
  expect(align(of('a'), of('b'))).toEqual([{ left: { start: 0, end: 2000 }, right: { start: 0, end: 2000 } }]);
});
