import { expect, test } from 'vitest';
import { comparisonText, mergeText } from './diff-text.ts';

const one = { title: 'a.py:1', lines: ['def f(a):', '    return a'] };

test('a comparison shows the lines of both copies that differ', () => {
  const other = { title: 'b.py:9', lines: ['def g(a):', '    return a'] };
  expect(comparisonText(one, other)).toBe('--- a.py:1\n+++ b.py:9\n@@ @@\n-def f(a):\n+def g(a):\n     return a\n');
});

test('a comparison of equal copies shows their lines', () => {
  expect(comparisonText(one, { ...one, title: 'b.py:9' })).toBe(
    '--- a.py:1\n+++ b.py:9\n@@ no difference @@\n def f(a):\n     return a\n',
  );
});

test('a merge shows the changes of one copy, and none of a copy that does not exist', () => {
  const lines = (path: string, start_line: number) => ({ path, start_line, end_line: start_line + 3 });
  const hunk = (path: string, merged: string[]) => ({
    origin: lines('a.py', 1),
    target: lines(path, 5),
    class: 'behavior' as const,
    evidence: 'exact' as const,
    similarity: 100,
    merges: true,
    change: ['+x'],
    merged,
  });
  const edit = {
    id: 'm_0',
    edited: lines('a.py', 1),
    copies: [lines('b.py', 5), lines('c.py', 5)],
    hunks: [hunk('b.py', ['+b']), hunk('c.py', ['+c'])],
  };
  expect(mergeText(edit, 1)).toBe('--- c.py\n+++ c.py with the change of a.py:1-4\n@@ c.py:5-8 @@\n+c\n');
  expect(mergeText(edit, 2)).toBeUndefined();
});
