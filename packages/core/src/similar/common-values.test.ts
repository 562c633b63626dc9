import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListRow } from '#index/postgres/row.ts';
import { encodePostedSets } from '#index/postings/posted-sets.ts';
import { encodePostings } from '#index/postings/posting-block.ts';
import { postingId } from '#index/postings/posting-lists.ts';
import type { ReadStatements } from '#index/read-statements.ts';
import { lastPosted } from '#relate/copies/gram-order.ts';
import { setsWithRuns } from './block-candidates.ts';
import { CommonValues } from './common-values.ts';
import { IndexedCode } from './indexed-code.ts';
import { PostedGrams } from './posted-grams.ts';

/** Elements of a set; several have the same value. */
const valueIn = (element: number) => element >> 1;
const valuesOf = (set: ReadonlySet<number>) => Uint16Array.from(set, valueIn).sort();

/** Small numbers are in most sets, as idioms are. */
const element = fc.oneof(fc.nat(40), fc.nat(40), fc.integer({ min: 41, max: 2000 }));
const elements = fc.uniqueArray(element, { minLength: 24, maxLength: 60 }).map((list) => new Set(list));
const few = { minLength: 0, maxLength: 30 };
/** Some copies of a set with other elements in it, and unrelated sets. */
const sets = fc
  .tuple(elements, fc.array(fc.array(element, few), { maxLength: 20 }), fc.array(elements, { maxLength: 60 }))
  .map(([own, edits, others]) => {
    const copies = edits.map((edit) => new Set([...[...own].slice(edit.length >> 1), ...edit]));
    return { own, all: [...copies, ...others].filter(({ size }) => size >= 24) };
  })
  .filter(({ all }) => all.length > 0);
const limit = fc.constantFrom(1, 3, 10, 1000);

/** An index that has only posted sets. */
function indexOf(all: readonly ReadonlySet<number>[]): Pick<ReadStatements, 'all'> {
  const last = all.map((set) => lastPosted(valuesOf(set)));
  const pairs = all.flatMap((set, at) =>
    [...valuesOf(set)].filter((it) => it <= (last[at] ?? 0)).map((it) => [it, at]),
  );
  pairs.sort(([a = 0, m = 0], [b = 0, n = 0]) => a - b || m - n);
  const blocks: { first: number; data: Uint8Array }[] = [];
  for (let from = 0; from < pairs.length; ) {
    let to = Math.min(pairs.length, from + 256);
    while (to < pairs.length && pairs[to]?.[0] === pairs[to - 1]?.[0]) to++;
    const its = pairs.slice(from, to);
    const postings = { values: its.map(([it = 0]) => it), numbers: its.map(([, at = 0]) => at), length: its.length };
    const first = its[0]?.[0] ?? 0;
    blocks.push({ first, data: encodePostings(postings, first, all.length) });
    from = to;
  }
  const sizes = Uint32Array.from(all, ({ size }) => size);
  const data = encodePostedSets({ node: Uint32Array.from(all.keys()), size: sizes, last: Uint16Array.from(last) });
  return {
    all: (sql, [, list], read) => {
      if (sql.includes('posted_set_block')) return [read(new ListRow(['sets', 'data']).set([all.length, data]))];
      const wanted: number[] = JSON.parse(String(list));
      return blocks
        .filter(({ first }, at) => {
          const next = blocks[at + 1]?.first ?? 1 << 16;
          return wanted.some((id) => id >= postingId('grams', first) && id < postingId('grams', next));
        })
        .map(({ first, data: its }) => {
          // Sometimes too short.
          const start = sql.includes('substr') ? its.subarray(0, 40) : its;
          const row = new ListRow(['id', 'size', 'data']);
          return read(row.set([postingId('grams', first), its.length, start]));
        });
    },
  };
}

test('sets with a Jaccard coefficient of at least 1/2 are candidates, however many lists are long', () => {
  let similar = 0;
  fc.assert(
    fc.property(sets, limit, ({ own, all }, mostShort) => {
      const statements = indexOf(all);
      const indexed = new IndexedCode(new PostedGrams(mostShort));
      const found = new Set(new CommonValues(statements, indexed, valuesOf(own)).candidates());
      // A second question: nothing of the first one is left.
      expect(new Set(new CommonValues(statements, indexed, valuesOf(own)).candidates())).toEqual(found);
      for (const [at, set] of all.entries()) {
        const common = [...own].filter((it) => set.has(it)).length;
        if (3 * common < own.size + set.size) continue;
        similar++;
        expect(found.has(at)).toBe(true);
      }
    }),
  );
  expect(similar).toBeGreaterThan(100);
});

test('sets with all elements of a run are found, however many lists are long', () => {
  let complete = 0;
  const run = fc.tuple(fc.nat(15), fc.integer({ min: 5, max: 12 }));
  fc.assert(
    fc.property(sets, fc.array(run, { minLength: 1, maxLength: 4 }), limit, ({ own, all }, ranges, mostShort) => {
      const list = [...own];
      const runs = ranges.map(([from, length]) => ({
        start: 0,
        length: 1,
        firstGram: from,
        lastGram: from + length - 1,
      }));
      const indexed = new IndexedCode(new PostedGrams(mostShort));
      const values = Uint16Array.from(list, valueIn);
      const found = new Set(setsWithRuns(indexOf(all), indexed, { runs, values }));
      for (const [at, set] of all.entries()) {
        const last = lastPosted(valuesOf(set));
        const has = runs.some(({ firstGram, lastGram }) => {
          const its = list.slice(firstGram, lastGram + 1);
          return its.every((it) => set.has(it)) && its.some((it) => valueIn(it) <= last);
        });
        if (!has) continue;
        complete++;
        expect(found.has(at)).toBe(true);
      }
    }),
  );
  expect(complete).toBeGreaterThan(50);
});
