import { compareBytes } from '@analyzer/contracts/order';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordBlockWriter, WordPostings, wordsOfBlock } from './word-block.ts';

const posting = fc.tuple(fc.integer({ min: 1, max: 2 ** 27 - 1 }), fc.integer({ min: 1, max: 15 }));
const entries = fc.array(posting, { minLength: 1, maxLength: 50 });
const words = fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), entries, { minKeys: 1 });

test('a block returns the words, nodes and fields that were added', () => {
  fc.assert(
    fc.property(words, (given) => {
      const wanted = Object.entries(given)
        .sort(([a], [b]) => compareBytes(a, b))
        .map(([word, list]): [string, [number, number][]] => [word, [...new Map(list)].sort(([a], [b]) => a - b)]);
      const block = new WordBlockWriter();
      for (const [word, list] of wanted) {
        const postings = new WordPostings();
        for (const [node, fields] of list) postings.add(node, fields);
        block.add(word, postings);
      }
      expect(block.first).toBe(wanted[0]?.[0]);
      const found = [...wordsOfBlock(block.finish())].map(({ word, count, visit }) => {
        const list: [number, number][] = [];
        visit((node, fields) => list.push([node, fields]));
        expect(list).toHaveLength(count);
        return [word, list];
      });
      expect(found).toEqual(wanted);
    }),
  );
});

test('bytes that end within a word are refused', () => {
  const block = new WordBlockWriter();
  const postings = new WordPostings();
  postings.add(5, 1);
  block.add('retry', postings);
  const bytes = block.finish();
  expect(() => [...wordsOfBlock(bytes.subarray(0, -1))]).toThrow('not a block of words');
});
