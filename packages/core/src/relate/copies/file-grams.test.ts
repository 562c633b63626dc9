import { expect, test } from 'vitest';
import type { ElementBlock } from '#parse/elements/element-block.ts';
import { newCallbacks, newUnits } from '#parse/elements/element-block.ts';
import { FileGrams } from './file-grams.ts';

/** A body of so many elements, with an opening for each of the first ones. */
function blockOf(elements: number, openings: number): ElementBlock {
  const hashes = Int32Array.from({ length: openings }, (_, at) => at);
  const zeros = new Int32Array(openings);
  const none = new Int32Array(0);
  return {
    openings: {
      ...{ high: zeros, low: hashes, bareHigh: zeros, bareLow: zeros },
      ...{ role: new Uint8Array(openings), name: new Uint32Array(openings) },
    },
    opening: Uint32Array.from({ length: elements }, (_, at) => at % openings),
    closings: new Uint32Array(elements),
    units: { ...newUnits(0), high: none, low: none, shapeHigh: none, shapeLow: none },
    bodies: {
      declaration: Uint32Array.of(0),
      first: Uint32Array.of(0),
      count: Uint32Array.of(elements),
      lastClosings: Uint32Array.of(0),
    },
    callbacks: newCallbacks(0),
  };
}

test('5-grams of a file that repeats few of them take a few bytes for each element', () => {
  const block = blockOf(1_000_000, 100);
  const before = process.memoryUsage().arrayBuffers;
  const { sets, table } = new FileGrams(block, () => true);
  // Garbage included: a table for as many different 5-grams as elements takes 41 bytes.
  expect((process.memoryUsage().arrayBuffers - before) / 1_000_000).toBeLessThan(10);
  expect([table.size, sets[0]?.length]).toEqual([100, 100]);
});

test('5-grams of a file that repeats none are all different', () => {
  const count = 100_000;
  const { sets, isRepeated } = new FileGrams(blockOf(count, count), () => true);
  expect(sets[0]).toEqual(Uint32Array.from({ length: count - 4 }, (_, at) => at));
  // The last one, whose closings may differ from those of its element, counts as repeated.
  expect([...isRepeated].filter((it) => it === 1)).toHaveLength(1);
});
