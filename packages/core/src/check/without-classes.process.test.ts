import { expect, test } from 'vitest';
import { CODE_CLASSES } from '#lists/list-classes.ts';
import type { FileClass } from '#scan/file-classes.ts';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { scanOf } from './fixture.ts';

const add = (name: string) =>
  `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;

async function findingsWithout(
  without: readonly FileClass[],
  before: Record<string, string>,
  after: Record<string, string>,
) {
  const known = { without, include: CODE_CLASSES };
  const result = check(await scanOf(after), baselineOf(await scanOf(before)), { baseline: 'x' }, known);
  const paths = result.groups.map(({ family }) => family.copies.map(({ path }) => path));
  return { paths, cycles: result.cycles.map(({ files }) => files), ignored: result.ignored?.findings };
}

test('copies count if two of them, one of these new, are in files of other classes', async () => {
  const [one, two] = [{ 'a.py': add('a') }, { 'b.py': add('b') }];
  const [first, second] = [{ 'test_a.py': add('c') }, { 'test_b.py': add('d') }];
  const of = (before: Record<string, string>, added: Record<string, string>) =>
    findingsWithout(['tests'], before, { ...before, ...added });
  expect(await of({}, { ...first, ...second })).toMatchObject({ paths: [], ignored: 1 });
  expect(await of(first, one)).toMatchObject({ paths: [], ignored: 1 });
  expect(await of({ ...one, ...two }, first)).toMatchObject({ paths: [], ignored: 1 });
  expect(await of({ ...one, ...first }, two)).toMatchObject({ paths: [['a.py', 'b.py', 'test_a.py']], ignored: 0 });
  const all = await findingsWithout([], first, { ...first, ...one });
  expect(all).toMatchObject({ paths: [['a.py', 'test_a.py']], ignored: 0 });
});

test('a cycle counts if files of other classes alone form it, and one of them is new in it', async () => {
  const ring = { 'a.ts': "import './b';\n", 'b.ts': "import './a';\n" };
  const throughTest = { 'a.ts': "import './b.test';\n", 'b.test.ts': "import './a';\n" };
  const grown = {
    'a.ts': "import './b';\n",
    'b.ts': "import './a';\nimport './c.test';\n",
    'c.test.ts': "import './b';\n",
  };
  const of = (before: Record<string, string>, after: Record<string, string>) =>
    findingsWithout(['tests'], before, after);
  expect(await of({}, ring)).toMatchObject({ cycles: [['a.ts', 'b.ts']], ignored: 0 });
  expect(await of({}, throughTest)).toMatchObject({ cycles: [], ignored: 1 });
  expect(await of({}, grown)).toMatchObject({ cycles: [['a.ts', 'b.ts', 'c.test.ts']], ignored: 0 });
  expect(await of(ring, grown)).toMatchObject({ cycles: [], ignored: 1 });
});
