import { expect, test } from 'vitest';
import { compareLines, renamesOfTexts, sideBySide } from './compare-lines.ts';

const BEFORE = ['def total(items):', '  # sum', '  page = render(items)', '  store(page)', '  return page.size'];
const AFTER = ['def amount(rows):', '  pg = render(rows)', '  store(pg)', '  return pg.size'];
const RENAMES = [
  { from: 'total', to: 'amount' },
  { from: 'items', to: 'rows' },
  { from: 'page', to: 'pg' },
];

test('the renames of two texts are the names that differ in lines with the same other tokens', () => {
  expect(renamesOfTexts(BEFORE, AFTER)).toEqual(RENAMES);
});

test('a name that the other text writes in two ways is not a rename', () => {
  expect(renamesOfTexts(['', 'f(a)', 'g(a)'], ['', 'f(b)', 'g(c)'])).toEqual([]);
});

test('the name of the function and words in strings do not hide the rename of a variable', () => {
  const before = ['def total(page):', '  total = page', '  raise("no page")'];
  const after = ['def sum(pg):', '  total = pg', '  raise("no page")'];
  expect(renamesOfTexts(before, after)).toEqual([{ from: 'page', to: 'pg' }]);
});

test('a name that both texts have elsewhere is not a rename', () => {
  expect(renamesOfTexts(['', 'f(a)', 'g(a)'], ['', 'f(a)', 'g(b)'])).toEqual([]);
});

test('lines that differ only in renames are not different', () => {
  expect(compareLines(BEFORE, AFTER, 20, RENAMES).lines).toEqual([
    { mark: ' ', text: 'def amount(rows):' },
    { mark: '-', text: '  # sum' },
    { mark: ' ', text: '  pg = render(rows)' },
  ]);
  expect(sideBySide(['f(page)'], ['f(pg)'], RENAMES)).toEqual([{ left: 'f(page)', right: 'f(pg)', isSame: true }]);
});
