import { expect, test } from 'vitest';
import { visitPostings } from '../postings/posting-block.ts';
import { PostingSorter } from './posting-sorter.ts';

function postingsOf(sorter: PostingSorter, universe: number): string[] {
  const found: string[] = [];
  for (const { first, data } of sorter.blocks(universe)) {
    visitPostings(data, first, 0xffff, (value, number) => found.push(`${value} ${number}`));
  }
  return found;
}

test('postings come back by value, then by number', () => {
  const sorter = new PostingSorter();
  sorter.addAll(Uint16Array.of(7, 3, 7), 0);
  sorter.add(5, 1);
  sorter.addAll(Uint16Array.of(), 2);
  sorter.addAll(Uint16Array.of(65_535, 3), 3);
  expect(postingsOf(sorter, 4)).toEqual(['3 0', '3 3', '5 1', '7 0', '7 0', '65535 3']);
});

test('a number with more values than are sorted at once has all of them', () => {
  const sorter = new PostingSorter();
  sorter.add(2, 0);
  sorter.addAll(new Uint16Array(2 ** 20 + 5).fill(1), 1);
  sorter.add(1, 2);
  const found = postingsOf(sorter, 3);
  expect(found).toHaveLength(2 ** 20 + 7);
  expect(found.slice(-3)).toEqual(['1 1', '1 2', '2 0']);
});
