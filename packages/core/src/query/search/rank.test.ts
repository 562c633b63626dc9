import { expect, test } from 'vitest';
import { WORD_FIELDS } from '#index/words/word-block.ts';
import type { Candidate } from './candidates.ts';
import { MatchCollector } from './matches.ts';
import { rank } from './rank.ts';
import type { Term } from './terms.ts';

const SIZE = 10;
const { name: NAME, callees: CALLEES } = WORD_FIELDS;

/** @param matches [node, weight, fields] */
function termOf(word: string, ...matches: [number, number, number][]): Term {
  const collector = new MatchCollector(SIZE);
  for (const match of matches) collector.add(...match);
  return { word, isJoined: false, matches: collector.finish() };
}

function candidate(id: number, file: number, name: string): Candidate {
  return { id, file, kind: 2, name, isExported: false, classes: 0, copyKey: `${id}` };
}

test('a text of few words asks for all of them, a sentence for the words of the name', () => {
  const candidates = [candidate(2, 1, 'series'), candidate(5, 4, 'helper')];
  const terms = [
    termOf('series', [1, 1000, NAME], [2, 1000, NAME]),
    ...['task', 'run'].map((word) => termOf(word, [5, 250, CALLEES])),
  ];
  const best = (some: readonly Term[]) => rank(candidates, some, SIZE)[0]?.node;
  expect(best(terms)).toBe(5);
  expect(best([...terms, termOf('each'), termOf('completed')])).toBe(2);
});
