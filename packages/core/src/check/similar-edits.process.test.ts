import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { scanOf } from './fixture.ts';
import { findingsOf } from './model.ts';

const STATEMENTS = 16;

/** One function as a file: by statement whether it differs from that of the other functions, and how. */
interface Variant {
  /** Index of a changed statement, and which change. */
  changes: [statement: number, change: number][];
  /** Statements that are missing. */
  removed: number[];
}

const variant = (most: number) =>
  fc.record({
    changes: fc.array(fc.tuple(fc.nat(STATEMENTS - 1), fc.nat(3)), { maxLength: most }),
    removed: fc.array(fc.nat(STATEMENTS - 1), { maxLength: most }),
  });

function statement(index: number, change: number | undefined): string {
  const call = change === undefined ? `read${index}` : `other${index}v${change}`;
  return index % 4 === 3
    ? `    if items.${call}(limit, ${index}) > ${index}:\n        found.append(items.at${index}[limit] * ${index + 7})\n`
    : `    value${index} = items.${call}(limit, found[${index}], 'text ${index}') + limit * ${index}\n`;
}

function sourceOf({ changes, removed }: Variant, name: string): string {
  const change = new Map(changes);
  const lines = Array.from({ length: STATEMENTS }, (_, index) =>
    removed.includes(index) ? '' : statement(index, change.get(index)),
  );
  return `def ${name}(items, limit):\n    found = []\n${lines.join('')}    return found\n`;
}

function project(variants: readonly Variant[]): Record<string, string> {
  return Object.fromEntries(variants.map((it, index) => [`m${index}.py`, sourceOf(it, `f${index}`)]));
}

const RUNS = { numRuns: inputSize({ quick: 15, deep: 40 }) };

test('removing any files is not a finding, however the remaining functions are grouped', async () => {
  let members = 0;
  let blocks = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(variant(8), { minLength: 3, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      async (variants, isRemoved) => {
        const files = Object.entries(project(variants));
        const baseline = baselineOf(await scanOf(Object.fromEntries(files)));
        members += baseline.members.length;
        blocks += baseline.blocks.length;
        const remaining = files.filter((_, index) => isRemoved[index] !== true);
        const { groups } = check(await scanOf(Object.fromEntries(remaining)), baseline, { baseline: 'b' });
        expect(groups).toEqual([]);
      },
    ),
    RUNS,
  );
  expect(Math.min(members, blocks)).toBeGreaterThan(inputSize({ quick: 30, deep: 100 }));
}, 120_000);

test('editing, moving and reformatting listed similar functions is not a finding; a new one is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(variant(1), { minLength: 2, maxLength: 5 }),
      fc.nat(4),
      variant(2),
      fc.boolean(),
      async (variants, pick, edit, isMoved) => {
        const index = pick % variants.length;
        const before = project(variants);
        const baseline = baselineOf(await scanOf(before));
        expect(baseline.members).toHaveLength(variants.length);
        const edited = { ...before, [`m${index}.py`]: sourceOf(edit, `f${index}`) };
        const files = Object.entries(edited).map(([path, text]): [string, string] => {
          const isOther = path !== `m${index}.py`;
          return isMoved && isOther ? [`moved/${path}`, `# moved\n\n\n${text.replaceAll('    ', '\t')}`] : [path, text];
        });
        const after = Object.fromEntries(files);
        expect(check(await scanOf(after), baseline, { baseline: 'b' }).groups).toEqual([]);
        const { groups } = check(await scanOf({ ...after, 'new.py': sourceOf(edit, 'added') }), baseline, {
          baseline: 'b',
        });
        expect(groups.flatMap(({ unlisted }) => unlisted.map(({ path }) => path))).toContain('new.py');
      },
    ),
    RUNS,
  );
}, 120_000);

test('a block that is edited in the same way in all its functions, or only in one, is not a finding', async () => {
  const around = (name: string, block: string, rest: string) =>
    `def ${name}(items, limit, found):\n${rest}${block}    return found\n`;
  const lines = Array.from({ length: 8 }, (_, index) => statement(index, undefined));
  const rest = (from: number) => Array.from({ length: 24 }, (_, index) => statement(from + index, from)).join('');
  const project = (a: string, b: string) => ({
    'a.py': around('one', a, rest(100)),
    'b.py': around('two', b, rest(200)),
  });
  const [block, edited] = [lines.join(''), lines.with(4, statement(4, 9)).join('')];
  const scanned = await scanOf(project(block, block));
  expect(scanned.groups.map(({ kind }) => kind)).toEqual(['block']);
  const baseline = baselineOf(scanned);
  for (const now of [project(edited, edited), project(edited, block)]) {
    expect(findingsOf(check(await scanOf(now), baseline, { baseline: 'b' }))).toBe(0);
  }
  const third = { ...project(edited, edited), 'c.py': around('three', edited, rest(300)) };
  expect(check(await scanOf(third), baseline, { baseline: 'b' }).groups).toMatchObject([
    { change: 'grown', listed: 2, unlisted: [{ path: 'c.py' }] },
  ]);
  const again = { ...project(block, block), 'c.py': around('three', block, rest(300)) };
  expect(check(await scanOf(again), baseline, { baseline: 'b' }).groups).toMatchObject([
    { change: 'grown', listed: 2, unlisted: [{ path: 'c.py', qualified_name: 'three' }] },
  ]);
});
