import { describe, expect, test } from 'vitest';
import { comparedFile } from '#relate/copies/fixture.ts';
import { atOnce } from '#relate/turns.ts';
import { SimilarIndex } from '../similar-index.ts';
import { readComparables } from './comparable.ts';
import { leadersOf } from './leaders.ts';
import { SimilarSearch } from './similar-search.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 4 };
const ELEMENTS = 40;

/** Declarations with one element of their own each, at 30 places in turn: all are similar. */
function crowd(count: number) {
  const elements = Array.from({ length: count }, (_, at) =>
    Array.from({ length: ELEMENTS }, (_, text) => ({
      role: 0,
      text: text === at % 30 ? 1000 + at : text,
      closings: 0,
    })),
  ).flat();
  const bodies = Array.from({ length: count }, (_, at) => {
    return { first: at * ELEMENTS, count: ELEMENTS, lastClosings: 1, nodes: 60, within: -1 };
  });
  return comparedFile({ elements, bodies, units: [] });
}

describe('of declarations that are all similar', () => {
  test('the number of leaders does not grow', () => {
    const sizes = [100, 200, 800].map(
      (count) => atOnce(leadersOf(atOnce(readComparables('a.js', crowd(count), LIMITS)))).size,
    );
    expect(new Set(sizes).size).toBe(1);
    expect(sizes[0]).toBeLessThan(100);
  });

  test('each one is similar to a leader', () => {
    const declarations = atOnce(readComparables('a.js', crowd(200), LIMITS));
    const leaders = [...atOnce(leadersOf(declarations)).values()];
    const followers = new Set(Array.from(SimilarSearch.of(leaders).pairsWith(declarations), ({ copy }) => copy));
    expect(declarations.filter((it) => !followers.has(it))).toEqual([]);
  });

  test('few lead all, as without the limit', () => {
    expect(atOnce(leadersOf(atOnce(readComparables('a.js', crowd(8), LIMITS)))).size).toBe(8);
  });

  test('the copies of their families grow linearly', () => {
    const copiesOf = (count: number) => {
      const index = new SimilarIndex(LIMITS);
      index.replace('a.js', crowd(count));
      return index.familiesIn(['a.js']).reduce((sum, { copies }) => sum + copies.length, 0);
    };
    const [small, large] = [copiesOf(200), copiesOf(800)];
    expect(large).toBeLessThanOrEqual(4 * small + 100);
  });
});
