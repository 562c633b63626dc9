import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, sideBySide } from './compare-lines.ts';

test('shows changed, added and removed lines with a line of context, without common indentation', () => {
  const before = ['a', '  b', '    c', '    d', '  e', 'f'];
  const after = ['a', '  b', '    c2', '    d', '  e', '  e2', 'f'];
  expect(compareLines(before, after, 20)).toEqual({
    isCut: false,
    lines: [
      { mark: ' ', text: '  b' },
      { mark: '-', text: '    c' },
      { mark: '+', text: '    c2' },
      { mark: ' ', text: '    d' },
      { mark: ' ', text: '  e' },
      { mark: '+', text: '  e2' },
      { mark: ' ', text: 'f' },
    ],
  });
  expect(compareLines(before, after, 3)).toMatchObject({ isCut: true, lines: { length: 3 } });
  expect(compareLines(['x', ' y'], ['  x', 'y '], 20)).toEqual({ isCut: false, lines: [] });
});

test('each side has the lines of its text in order, except common lines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' d'), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { lines } = compareLines(before, after, 1000);
      const removed = lines.filter(({ mark }) => mark === '-').length;
      const added = lines.filter(({ mark }) => mark === '+').length;
      expect(before.length - removed).toBe(after.length - added);
    }),
  );
});

test('compares texts of many lines in bounded time', () => {
  const lines = (name: string) => Array.from({ length: 100_000 }, (_, index) => `${name} ${index}`);
  expect(compareLines(lines('a'), lines('b'), 12)).toMatchObject({ isCut: true, lines: { length: 12 } });
});

test('two texts side by side have equal lines in one row, and differing ones next to each other', () => {
  const before = ['  a', '  b', '    c', '  d'];
  const after = ['a', 'x', 'y', '  c', 'd', 'e'];
  expect(sideBySide(before, after)).toEqual([
    { left: 'a', right: 'a', isSame: true },
    { left: 'b', right: 'x', isSame: false },
    { right: 'y', isSame: false },
    { left: '  c', right: '  c', isSame: true },
    { left: 'd', right: 'd', isSame: true },
    { right: 'e', isSame: false },
  ]);
});
