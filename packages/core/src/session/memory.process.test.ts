import { expect, test } from 'vitest';
import { collectIfLarge } from '#parse/collect-garbage.ts';
import { comparedFile } from '#relate/copies/fixture.ts';
import { declarationFacts } from '#relate/test-project.ts';
import { atOnce } from '#relate/turns.ts';
import { CopyIndex } from './copy-index.ts';
import { readComparables } from './similar/comparable.ts';
import { SimilarIndex } from './similar-index.ts';

const COUNT = 5_000;
const SIZE = 6;
const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 2 };
// A hidden class of its own, which V8 gives to some copies, takes 350 bytes.
const BYTES = 350;

/** Bytes of the heap without garbage. V8 keeps hidden classes for two collections. */
function heap(): number {
  for (let times = 0; times < 4; times++) collectIfLarge({ length: 1_000_000 });
  return process.memoryUsage().heapUsed;
}

/** Classes with the same two 5-grams each. */
function classes() {
  return comparedFile({
    elements: Array.from({ length: COUNT * SIZE }, (_, at) => ({ role: 0, text: at % SIZE, closings: 0 })),
    units: [],
    bodies: Array.from({ length: COUNT }, (_, body) => {
      return { first: body * SIZE, count: SIZE, lastClosings: 0, nodes: SIZE, within: -1 };
    }),
  });
}

test('a function that can be a copy takes little memory', () => {
  const functions = Array.from({ length: COUNT }, (_, at) => {
    return declarationFacts(at, { nodes: SIZE, function_shape: 'shape' });
  });
  const index = new CopyIndex(SIZE);
  const before = heap();
  index.replace('a.js', functions);
  expect((heap() - before) / COUNT).toBeLessThan(BYTES);
  expect(index.familiesIn(['a.js'])[0]?.copies).toHaveLength(COUNT);
});

test('a declaration that is compared takes little memory', () => {
  const file = classes();
  const before = heap();
  const read = atOnce(readComparables('a.js', file, LIMITS));
  expect((heap() - before) / COUNT).toBeLessThan(BYTES);
  expect(read).toHaveLength(COUNT);
});

test('a copy of a similar declaration takes little memory', () => {
  const index = new SimilarIndex(LIMITS);
  index.replace('a.js', classes());
  const before = heap();
  const families = index.familiesIn(['a.js']);
  expect((heap() - before) / COUNT).toBeLessThan(BYTES);
  expect(families.map(({ copies }) => copies.length)).toEqual([COUNT]);
});
