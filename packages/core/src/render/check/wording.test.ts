import { expect, test } from 'vitest';
import { likenessWord } from './wording.ts';

test('a copy whose parts are all equal, such as swapped statements, is not "edited 100 %"', () => {
  const copy = { id: 'a', location: 'a', path: 'a', qualified_name: '', start_line: 1, end_line: 2 };
  const wordOf = (similarity: number) => likenessWord({ ...copy, likeness: { relation: 'edited', similarity } });
  expect([wordOf(999), wordOf(1000)]).toEqual(['edited 99 %', 'equal parts']);
});
