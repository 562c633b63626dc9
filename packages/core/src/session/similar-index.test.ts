import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { filesWithBodies } from '#relate/copies/arbitrary-fixture.ts';
import { comparedFile } from '#relate/copies/fixture.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { atOnce } from '#relate/turns.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { areNested } from './located.ts';
import { type Comparable, readComparables } from './similar/comparable.ts';
import { SimilarSearch } from './similar/similar-search.ts';
import { SimilarIndex } from './similar-index.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 4 };

test('the similar declarations of a leader equal those of brute force over all pairs', () => {
  fc.assert(
    fc.property(filesWithBodies, (generated) => {
      const files = generated.flatMap((file, number) => {
        return [atOnce(readComparables(`${number}.js`, comparedFile(file), LIMITS))];
      });
      const leaders = files.slice(0, 2).flat();
      const search = SimilarSearch.of(leaders);
      const found = files.flatMap((file) => [...search.pairsWith(file)]);
      const expected = leaders.flatMap((leader) => {
        return files.flat().flatMap((copy) => (areNested(leader, copy) ? [] : pairOf(leader, copy)));
      });
      expect(found.map(written).sort()).toEqual(expected.map(written).sort());
    }),
    { numRuns: searchRuns(500) },
  );
});

test('families after changes equal those of a new index, also where earlier searches are known', () => {
  const edit = fc.record({ file: fc.nat(3), version: fc.nat(11), asked: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(filesWithBodies, { minLength: 1, maxLength: 3 }), fc.array(edit), (generated, edits) => {
      const versions = generated.flat().map(comparedFile);
      const index = new SimilarIndex(LIMITS);
      const files = new Map<string, (typeof versions)[number]>();
      for (const { file, version, asked } of edits) {
        const path = `${file}.js`;
        const facts = versions[version];
        index.replace(path, facts);
        files.delete(path);
        if (facts !== undefined) files.set(path, facts);
        const fresh = new SimilarIndex(LIMITS);
        for (const [its, present] of files) fresh.replace(its, present);
        for (const paths of [[path], [`${asked}.js`], ['0.js', '1.js']]) {
          expect(index.familiesIn(paths)).toEqual(fresh.familiesIn(paths));
        }
      }
    }),
    { numRuns: searchRuns(300) },
  );
});

interface Pair {
  leader: Comparable;
  copy: Comparable;
  similarity: number;
}

function pairOf(leader: Comparable, copy: Comparable): Pair | [] {
  const [one, other] = [gramSet(leader), gramSet(copy)];
  const common = [...one].filter((gram) => other.has(gram)).length;
  if (3 * common < one.size + other.size) return [];
  return { leader, copy, similarity: Math.floor((1000 * common) / (one.size + other.size - common)) };
}

function gramSet({ elements, range }: Comparable): Set<string> {
  const table = gramsOf(decodeElementBlock(elements), range);
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
