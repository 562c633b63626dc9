import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import { valuesOf } from '#relate/copies/body-values.ts';
import { lastPosted } from '#relate/copies/gram-order.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { RangeGrams, similarityOf } from '#relate/copies/range-grams.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { dataOf, HELPER, WRITTEN_AGAIN, withIndexOf } from './asked-code-fixture.ts';
import { MAX_CLOSEST, MIN_CLOSEST } from './closest-matches.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const OTHER = `def lines_of(path):
    lines = []
    with open(path) as file:
        for line in file:
            if line.strip() != '' and not line.startswith('#'):
                lines.append(line.rstrip())
    return sorted(lines)
`;

test('code that nothing is like has the declarations that are closest to it, with their similarity', async () => {
  await withIndexOf({ 'p/.git/HEAD': '', 'p/a.py': HELPER, 'p/test_b.py': OTHER }, engine, async (ask) => {
    const { items, subjects } = dataOf(await ask({ code: WRITTEN_AGAIN, language: 'python' }));
    expect(items).toMatchObject([{ subject: 0, match: 'closest', node: { qualified_name: 'create' } }]);
    expect(items[0]?.similarity).toBeGreaterThan(MIN_CLOSEST);
    expect(items[0]?.similarity).toBeLessThan(500);
    expect(subjects).toMatchObject([{ state: 'compared', matches: 1 }]);
    for (const params of [{ min_similarity: 501 }, { with_classes: ['test'] }]) {
      expect(dataOf(await ask({ code: WRITTEN_AGAIN, language: 'python', ...params })).items).toEqual([]);
    }
    // The same code is in the index.
    expect(dataOf(await ask({ code: HELPER, language: 'python' })).items).toMatchObject([{ match: 'identical' }]);
  });
});

const STATEMENTS = Array.from({ length: 30 }, (_, n) =>
  [`    a${n % 3}.call_${n}(b, ${n})`, `    if b.of_${n}:`, `        c = a0.get('${n}') + b.of_${n % 4}`].join('\n'),
);
const functions = fc.array(fc.uniqueArray(fc.nat(STATEMENTS.length - 1), { minLength: 2, maxLength: 9 }), {
  minLength: 6,
  maxLength: 16,
});

test('the closest declarations are those with the most weight of posted 5-grams, as by comparing each pair', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(functions, async (bodies) => {
      const texts = bodies.map(
        (body, n) => `def f${n}(a0, a1, a2, b):\n${body.map((at) => STATEMENTS[at]).join('\n')}\n`,
      );
      const grams = await Promise.all(texts.map(gramsOf));
      await withIndexOf({ 'p/.git/HEAD': '', 'p/a.py': texts.slice(1).join('\n') }, engine, async (ask) => {
        const { items } = dataOf(await ask({ code: texts[0], language: 'python', limit: 200 }));
        const found = items.map(({ match, similarity, node }) => `${match} ${node.qualified_name} ${similarity}`);
        const named = items.filter(({ match }) => match !== 'closest');
        const isEqual = named.some(({ match }) => match === 'identical' || match === 'renamed');
        const names = new Set(named.map(({ node }) => node.qualified_name));
        const closest = isEqual ? [] : closestOf(grams, names);
        expect(found.slice(named.length)).toEqual(closest);
        compared += closest.length;
      });
    }),
    { numRuns: searchRuns(40) / 4, seed: 7 },
  );
  expect(compared).toBeGreaterThan(5);
}, 60_000);

/**
 * @param grams of the code, then of the declarations of the index
 * @param named declarations that are other matches
 */
function closestOf([own, ...others]: readonly HashTable[], named: ReadonlySet<string | undefined>): string[] {
  if (own === undefined) return [];
  const posted = others.map((grams) => {
    const values = valuesOf(grams);
    const last = lastPosted(values);
    return [...values].filter((value) => value <= last);
  });
  const values = new Set(valuesOf(own));
  const scoreOf = (set: number) => {
    const common = [...new Set(posted[set])].filter((value) => values.has(value));
    const weights = common.map((value) => {
      const times = posted.flat().filter((it) => it === value).length;
      return Math.round(1024 * Math.log2(1 + posted.length / times));
    });
    return weights.reduce((sum, weight) => sum + weight, 0) / Math.sqrt(others[set]?.size ?? 1);
  };
  return [...others.entries()]
    .map(([set, grams]) => ({ set, score: scoreOf(set), similarity: similarityOf(own, grams) }))
    .filter(({ set, score }) => score > 0 && !named.has(`f${set + 1}`))
    .sort((a, b) => b.score - a.score || a.set - b.set)
    .slice(0, Math.max(0, MAX_CLOSEST - named.size))
    .filter(({ similarity }) => similarity >= MIN_CLOSEST)
    .map(({ set, similarity }) => `closest f${set + 1} ${similarity}`);
}

async function gramsOf(text: string): Promise<HashTable> {
  const bytes = Buffer.from(text);
  const outcome = await engine.parse({ path: 'a.py', mode: { language: 'python' }, bytes, elements: true });
  const elements = outcome.status === 'analyzed' ? outcome.facts.elements : undefined;
  const grams = elements && new RangeGrams(elements).ofDeclaration(0);
  if (grams === undefined) throw new Error(text);
  return grams;
}
