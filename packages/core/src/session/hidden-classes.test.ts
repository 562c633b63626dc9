import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { comparedFile } from '#relate/copies/fixture.ts';
import { atOnce } from '#relate/turns.ts';
import { readComparables } from './similar/comparable.ts';
import { SimilarIndex } from './similar-index.ts';

const COUNT = 100;
const SIZE = 6;
const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 2 };

setFlagsFromString('--allow-natives-syntax');
const haveSameClass: (a: object, b: object) => boolean = runInThisContext('(a, b) => %HaveSameMap(a, b)');
// V8 compiles a function when it is called first.
haveSameClass({}, {});
setFlagsFromString('--no-allow-natives-syntax');

/** A hidden class of V8 takes 350 bytes: more than the object that has one of its own. */
function expectOneHiddenClass(objects: readonly object[] = []): void {
  expect(objects).toHaveLength(COUNT);
  // The first ones are made before V8 knows the types of their properties.
  const last = objects.at(-1) ?? {};
  expect(objects.slice(COUNT / 2).every((it) => haveSameClass(it, last))).toBe(true);
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

test('declarations that are compared share a hidden class', () => {
  expectOneHiddenClass(atOnce(readComparables('a.js', classes(), LIMITS)));
});

test('copies of a similar declaration share a hidden class', () => {
  const index = new SimilarIndex(LIMITS);
  index.replace('a.js', classes());
  expectOneHiddenClass(index.familiesIn(['a.js'])[0]?.copies);
});
