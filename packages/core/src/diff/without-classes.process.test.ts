import { expect, test } from 'vitest';
import { diffOfFiles } from './fixture.ts';

const body = (name: string) =>
  `def ${name}(items):\n    total = 0\n    for it in items:\n        total += it * 2\n    return total\n`;

const BEFORE = {
  'src/a.py': 'def a():\n    return 1\n',
  'src/b.py': body('sum_of'),
  'src/helper.py': body('helper').replaceAll('total', 'count').replace('* 2', '- 7'),
  'tests/test_a.py': 'def test_a():\n    assert True\n',
  'tests/test_only.py': 'def check():\n    return 3\n',
};

/** The product code imports a test, which closes a cycle; a test copies a function; a file becomes a test. */
const AFTER = {
  'src/a.py': 'from tests.test_a import test_a\n\n\ndef a():\n    return 2\n',
  'src/b.py': body('sum_of'),
  'tests/test_a.py': `from src.a import a\n\n\ndef test_a():\n    assert a() == 2\n\n\n${body('copied')}`,
  'tests/test_only.py': 'def check():\n    return 4\n',
  'tests/test_new.py': `import os\n\n\n${BEFORE['src/helper.py']}`,
};

test('lists all changes by default', async () => {
  const { cycles, groups, files, ignored } = await diffOfFiles(BEFORE, AFTER);
  expect(cycles).toEqual([{ change: 'appeared', before: [], after: ['src/a.py', 'tests/test_a.py'] }]);
  expect(groups.map(({ change, before, after }) => [change, before, after])).toContainEqual(['appeared', 0, 2]);
  expect(files.length).toBe(4);
  expect(ignored).toBeUndefined();
});

test('without tests, changes are listed that other files have on one side, and counted that only tests have', async () => {
  const { declarations, imports, cycles, groups, files, ignored } = await diffOfFiles(BEFORE, AFTER, {
    without: ['generated', 'tests'],
  });
  expect(declarations.map(({ changes, before, after }) => [changes, before?.path, after?.path])).toEqual([
    [['changed'], 'src/a.py', 'src/a.py'],
  ]);
  expect(imports.map(({ path, target }) => [path, target])).toEqual([['src/a.py', 'tests/test_a.py']]);
  expect({ cycles, groups }).toEqual({ cycles: [], groups: [] });
  expect(files.map(({ change, after }) => [change, after?.path])).toEqual([
    ['modified', 'src/a.py'],
    ['moved-edited', 'tests/test_new.py'],
  ]);
  expect(ignored).toEqual({ classes: ['tests', 'generated'], declarations: 3, imports: 2, files: 2 });
});

test('a cycle that grows by tests only is unchanged without tests, and other files of it are compared', async () => {
  const cycle = { 'src/c.py': 'import src.d\n', 'src/d.py': 'import src.c\n' };
  const grown = { ...cycle, 'src/d.py': 'import src.c\nimport tests.t\n', 'tests/t.py': 'import src.c\n' };
  expect((await diffOfFiles(cycle, grown)).cycles.map(({ change }) => change)).toEqual(['grew']);
  expect((await diffOfFiles(cycle, grown, { without: ['tests'] })).cycles).toEqual([]);
  const larger = { ...grown, 'src/c.py': 'import src.d\nimport src.e\n', 'src/e.py': 'import src.c\n' };
  expect((await diffOfFiles(cycle, larger, { without: ['tests'] })).cycles).toEqual([
    { change: 'grew', before: ['src/c.py', 'src/d.py'], after: ['src/c.py', 'src/d.py', 'src/e.py'] },
  ]);
});
