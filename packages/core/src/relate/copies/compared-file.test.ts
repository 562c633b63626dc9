import { expect, test } from 'vitest';
import { ElementBlocks } from './compared-file.ts';
import { comparedFile } from './fixture.ts';

test.each([
  [100, true],
  [20_000, false],
])('of %i files with a small block each, all decoded blocks are cached: %s', (count, areCached) => {
  const file = comparedFile({ elements: [{ role: 0, text: 1, closings: 0 }], units: [], bodies: [] });
  const blocks = new ElementBlocks(new Array(count).fill(file));
  const first = blocks.of(0);
  expect(blocks.of(0)).toBe(first);
  blocks.of(1);
  expect(blocks.of(0) === first).toBe(areCached);
});
