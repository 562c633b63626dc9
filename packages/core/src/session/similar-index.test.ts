import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { filesWithBodies } from '#relate/copies/arbitrary-fixture.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { comparedFile } from '#relate/copies/fixture.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { type Comparable, readComparableFile } from './similar/comparable-file.ts';
import { SimilarSearch } from './similar/similar-search.ts';
import { SimilarIndex } from './similar-index.ts';

const LIMITS = { nodes: 3, grams: 4, shapeNodes: 5 };

test('the similar declarations of a leader equal those of brute force over all pairs', () => {
  fc.assert(
    fc.property(filesWithBodies, (generated) => {
      const files = generated.flatMap((file, number) => {
        return readComparableFile(`${number}.js`, comparedFile(file), LIMITS) ?? [];
      });
      const all = files.flatMap(({ declarations }) => declarations);
      const leading = files.slice(0, 2);
      const search = new SimilarSearch(leading);
      const found = files.flatMap((file) => [...search.similarTo(file)]);
      const sets = new Map<string, Comparable>();
      for (const it of leading.flatMap(({ declarations }) => declarations)) {
        const set = [...gramSet(it)].sort().join();
        if (!sets.has(set)) sets.set(set, it);
      }
      const expected = [...sets.values()].flatMap((leader) => all.flatMap((copy) => pairOf(leader, copy)));
      expect(found.map(written).sort()).toEqual(expected.map(written).sort());
    }),
    { numRuns: 500 },
  );
});

interface Pair {
  leader: Comparable;
  copy: Comparable;
  similarity: number;
}

function pairOf(leader: Comparable, copy: Comparable): Pair | [] {
  const isNested = leader.path === copy.path && leader.start_byte < copy.end_byte && copy.start_byte < leader.end_byte;
  const [one, other] = [gramSet(leader), gramSet(copy)];
  const common = [...one].filter((gram) => other.has(gram)).length;
  if (isNested || 3 * common < one.size + other.size) return [];
  return { leader, copy, similarity: Math.floor((1000 * common) / (one.size + other.size - common)) };
}

function gramSet({ elements, body }: Comparable): Set<string> {
  const block = decodeElementBlock(elements);
  const table = gramsOf(block, rangeOf(block, body));
  return new Set(Array.from({ length: table.size }, (_, gram) => `${table.high(gram)}:${table.low(gram)}`));
}

function written({ leader, copy, similarity }: Pair): string {
  return `${leader.path}@${leader.start_byte} ${copy.path}@${copy.start_byte} ${similarity}`;
}

describe('a file of 10,000 declarations', () => {
  const elements = Array.from({ length: 30 }, (_, text) => ({ role: 0, text, closings: 0 }));
  const bodies = Array.from({ length: 10_000 }, (_, at) => {
    return { first: at * 30, count: 30, lastClosings: 1, nodes: 40, within: -1 };
  });
  const large = comparedFile({ elements: bodies.flatMap(() => elements), bodies, units: [] });

  test('with equal 5-grams has one family, found in linear time', () => {
    const index = new SimilarIndex(LIMITS);
    index.replace('a.js', large);
    const [family, ...others] = index.familiesIn(['a.js']);
    expect(others).toEqual([]);
    expect(family?.copies).toHaveLength(10_000);
    expect(family?.copies.at(-1)).toMatchObject({ similarity: 1000 });
    index.replace('a.js', undefined);
    expect(index.familiesIn(['a.js'])).toEqual([]);
  });
});
