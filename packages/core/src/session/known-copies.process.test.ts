import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { familyWithoutBytes } from './located.ts';
import { ProjectSession } from './session.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await sharedEngine();
});

const options = completeOptions({
  ...{ kinds: [...GROUP_KINDS], min_nodes: 8, min_near_nodes: 20, min_block_nodes: 20, min_block_shape_nodes: 24 },
});
/** Lines that each stand alone; a row of them is a block in many functions. */
const LINES = [
  'let total = start + 1;',
  'for (const item of items) total += item * rate - total;',
  'if (total > limit) total = limit - items.length;',
  'items.push(total, start, items.indexOf(total));',
  'const last = items.at(-1) ?? rate;',
  'log(last, total, [start, limit].join());',
  'while (total < limit) total += step(total, rate);',
  'return { total, last: items[0], rate: rate / 2 };',
];
const PATHS = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'];

const body = fc.record({
  from: fc.nat(LINES.length - 1),
  length: fc.integer({ min: 1, max: 7 }),
  name: fc.constantFrom('total', 'sum', 'all'),
  isCallback: fc.boolean(),
});
const text = fc.array(body, { maxLength: 3 }).map((bodies) =>
  bodies
    .map(({ from, length, name, isCallback }, at) => {
      const lines = LINES.slice(from, from + length).map((line) => `  ${line.replaceAll('total', name)}`);
      const head = '(items: number[], start: number, limit: number, rate: number) => {';
      return isCallback
        ? [`run('${name}', ${head}`, ...lines, '});'].join('\n')
        : [`export const f${at}_${name} = ${head}`, ...lines, '};'].join('\n');
    })
    .join('\n'),
);
const edits = fc.array(
  fc.record({ path: fc.constantFrom(...PATHS), text: fc.option(text, { nil: undefined }), asked: fc.subarray(PATHS) }),
  { minLength: 4, maxLength: 16 },
);

test('copies that are searched in turns with edits are those of a new session with the same texts', async () => {
  let now = 0;
  // Each step takes a whole turn.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  const choices = { engine, include: ['small', 'data'] as const, withoutCopyChanges: true };
  await fc.assert(
    fc.asyncProperty(edits, async (made) => {
      const session = await ProjectSession.open(fixtureFolder({}), options, choices);
      const texts = new Map<string, string>();
      const searches: Promise<unknown>[] = [];
      for (const edit of made) {
        const isSet = session.setText(edit.path, edit.text);
        searches.push(...edit.asked.map((path) => session.familiesInTurns(path)));
        await isSet;
        if (edit.text === undefined) texts.delete(edit.path);
        else texts.set(edit.path, edit.text);
        searches.push(...edit.asked.map((path) => session.familiesInTurns(path)));
      }
      const found = await Promise.all(PATHS.map((path) => session.familiesInTurns(path)));
      await Promise.all(searches);
      const fresh = await ProjectSession.open(fixtureFolder({}), options, choices);
      for (const [path, its] of texts) await fresh.setText(path, its);
      for (const [at, path] of PATHS.entries())
        expect(found[at]?.map(familyWithoutBytes), path).toEqual(fresh.familiesIn(path));
    }),
    { numRuns: searchRuns(25) },
  );
  clock.mockRestore();
}, 120_000);

test('copies in files after edits elsewhere are those of a new session with the same texts', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(edits, async (made) => {
      const session = await ProjectSession.open(fixtureFolder({}), options, { engine, include: ['small', 'data'] });
      const texts = new Map<string, string>();
      for (const edit of made) {
        await session.setText(edit.path, edit.text);
        if (edit.text === undefined) texts.delete(edit.path);
        else texts.set(edit.path, edit.text);
        for (const path of edit.asked) session.familiesIn(path);
      }
      const fresh = await ProjectSession.open(fixtureFolder({}), options, { engine, include: ['small', 'data'] });
      for (const [path, its] of texts) await fresh.setText(path, its);
      for (const path of PATHS) {
        const families = session.familiesIn(path);
        expect(families, path).toEqual(fresh.familiesIn(path));
        found += families.length;
      }
    }),
    { numRuns: searchRuns(25) },
  );
  expect(found).toBeGreaterThan(50);
}, 120_000);
