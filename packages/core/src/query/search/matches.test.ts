import { expect, test } from 'vitest';
import { MatchCollector } from './matches.ts';

test('matches of a node have its greatest weight and all its fields; other nodes have none', () => {
  const collector = new MatchCollector(10);
  collector.add(9, 5, 1);
  collector.add(3, 2, 1);
  collector.add(3, 7, 4);
  collector.add(3, 1, 8);
  const matches = collector.finish();
  expect([...matches.nodes]).toEqual([3, 9]);
  expect([0, 3, 4, 9].map((node) => matches.weight(node))).toEqual([0, 7, 0, 5]);
  expect([0, 3, 4, 9].map((node) => matches.fields(node))).toEqual([0, 13, 0, 1]);
});

test('a node without a weight and a node that the index does not have are not matches', () => {
  const collector = new MatchCollector(4);
  collector.add(1, 0, 1);
  collector.add(4, 5, 1);
  expect([...collector.finish().nodes]).toEqual([]);
});

test('matches of the next word do not have those of the word before', () => {
  const collector = new MatchCollector(4);
  collector.add(1, 5, 2);
  const first = collector.finish();
  collector.add(2, 6, 1);
  const next = collector.finish();
  expect([first.weight(1), first.weight(2), next.weight(1), next.weight(2), next.fields(1)]).toEqual([5, 0, 0, 6, 0]);
});
