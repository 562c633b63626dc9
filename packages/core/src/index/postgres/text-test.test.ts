import { expect, test } from 'vitest';
import { textTest } from './text-test.ts';

test.each([
  ['a = 1 AND instr(file.path, ', 'src', ') > 0 AND b', 'a = 1 AND file.path LIKE ', '%src%', ' AND b'],
  ['instr(text, ', 'a%_\\é', ') > 0', 'text LIKE ', '%a\\%\\_\\\\é%', ''],
  ['glob(', 'a_*.?s', ', text) AND b', 'text LIKE ', 'a\\_%._s', ' AND b'],
])('%s%s%s', (before, value, after, ...expected) => {
  const [start, pattern, rest] = expected;
  expect(textTest(before, value, after)).toEqual({ before: start, pattern, after: rest });
});

test('a part without a trigram, and any other condition, stay as they are', () => {
  expect(textTest('instr(text, ', 'ab', ') > 0')).toBeUndefined();
  expect(textTest('instr(text, ', 'abc', ') = 0')).toBeUndefined();
  expect(textTest('text >= ', 'abc', ' AND glob')).toBeUndefined();
});
