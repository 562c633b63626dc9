import { expect, test } from 'vitest';
import { scanOf } from './fixture.ts';
import { checkShare, ProjectShare } from './share.ts';

/** 12 lines. */
const total = (name: string, limit = 10) => `def ${name}(rows):
    total = 0
    names = []
    for row in rows:
        if row.kind == 'skip' or row.size < 0:
            continue
        names.append(row.name.strip())
        total += row.size * row.factor
    if total > ${limit}:
        raise ValueError('too large')
    names.sort(key=lambda it: it.lower())
    return total, names
`;
/** 8 lines without copies. */
const other = (name: string) => `def ${name}(tree):
    stack = [tree]
    while stack:
        node = stack.pop()
        if node.${name}:
            yield node.${name}
        stack.extend(node.children)
    return None
`;

async function shareOf(files: Record<string, string>): Promise<ProjectShare> {
  return new ProjectShare(await scanOf(files));
}

test('each line in copies of any kind counts once, of product code and of tests apart, in each folder', async () => {
  const share = await shareOf({
    'a/one.py': total('one'),
    'b/two.py': total('two') + other('two_of'),
    'tests/test_a.py': total('test_one'),
    'tests/test_b.py': total('test_two'),
  });
  expect(share.in('')).toEqual({ product: { lines: 32, repeated: 24 }, tests: { lines: 24, repeated: 24 } });
  expect(share.folders().map(({ folder, product, tests }) => [folder, product.repeated, tests.repeated])).toEqual([
    ['a', 12, 0],
    ['b', 12, 0],
    ['tests', 0, 24],
  ]);
});

test('similar functions that were edited count as a whole', async () => {
  const share = await shareOf({
    'a.py': total('one'),
    'b.py': total('two').replace('row.size * row.factor', 'row.area(3)'),
  });
  expect(share.in('').product.repeated).toBe(24);
});

test('two identical scripts are repeated in nearly all lines', async () => {
  const script = Array.from({ length: 18 }, (_, at) => `if run(${at}) > ${at}: stop_${at}(sys.argv[${at}])\n`).join('');
  const { lines, repeated } = (await shareOf({ 'x/a.py': script, 'y/a.py': script })).in('').product;
  expect([lines, repeated]).toEqual([36, 36]);
});

test('a share above its limit is a finding if the change added repeated lines, and always without an earlier state', async () => {
  const before = { 'a.py': total('one'), 'b.py': total('two'), 'c.py': other('three') };
  const { 'c.py': _, ...deleted } = before;
  const pasted = { ...before, 'd.py': total('four') };
  const [old, fewer, more] = [await shareOf(before), await shareOf(deleted), await shareOf(pasted)];
  const limits = [{ percent: 50 }];
  expect(checkShare(limits, old).exceeded).toMatchObject([{ folder: '', files: 'product', share: { repeated: 24 } }]);
  expect(checkShare(limits, fewer, old).exceeded).toEqual([]);
  expect(checkShare(limits, more, old).exceeded).toMatchObject([{ share: { repeated: 36 }, before: { repeated: 24 } }]);
  expect(checkShare([{ percent: 90 }], more, old).exceeded).toEqual([]);
  expect(checkShare([{ percent: 0, files: 'tests' }], more).exceeded).toEqual([]);
});

test('a limit of a folder only counts the files below it', async () => {
  const share = await shareOf({ 'lib/a.py': total('one'), 'lib/b.py': total('two'), 'library/c.py': other('three') });
  const of = (folder: string) => checkShare([{ percent: 5, folder }], share).exceeded.map((it) => it.folder);
  expect([of('lib'), of('lib/'), of('library')]).toEqual([['lib'], ['lib'], []]);
});
