import { expect, test } from 'vitest';
import { collectIfLarge } from '../../collect-garbage.ts';
import { LeafTexts } from './leaf-texts.ts';

const COUNT = 100_000;

function heap(): number {
  collectIfLarge(new Uint8Array(1_000_000));
  return process.memoryUsage().heapUsed;
}

test('leaves with equal texts share one string', () => {
  const before = heap();
  const texts = new LeafTexts(COUNT);
  for (let node = 0; node < COUNT; node++) texts.set(node, JSON.stringify(`name${node % 10}`));
  // A reference and a string of its own take 40 bytes for each.
  expect(heap() - before).toBeLessThan(10 * COUNT);
  expect(texts.of(COUNT - 1)).toBe('"name9"');
});

test('a tree can have more nodes than expected, and nodes without a text', () => {
  const texts = new LeafTexts(0);
  texts.set(1, 'a');
  texts.set(100, 'b');
  expect([0, 1, 2, 100, 101].map((node) => texts.of(node))).toEqual(['', 'a', '', 'b', '']);
});
