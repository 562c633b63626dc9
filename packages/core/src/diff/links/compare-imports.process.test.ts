import { expect, test } from 'vitest';
import { diffOfFiles } from '../fixture.ts';

test('unchanged imports of a changed or moved file, and from it, are listed', async () => {
  const common = {
    'a.js': "import './lib/b.js';\nimport './other.js';\n",
    'c.js': "import './lib/b.js';\nimport 'react';\n",
    'other.js': "import './c.js';\n",
  };
  const before = { ...common, 'lib/b.js': "import '../other.js';\nexport const b = 1;\n" };
  const after = { ...common, 'lib/b.js': "import '../other.js';\nexport const b = 2;\n" };
  const { imports, unchanged_imports } = await diffOfFiles(before, after);
  expect(imports).toEqual([]);
  expect(unchanged_imports).toEqual([
    { path: 'a.js', line: 1, target: 'lib/b.js' },
    { path: 'c.js', line: 1, target: 'lib/b.js' },
    { path: 'lib/b.js', line: 1, target: 'other.js' },
  ]);
  expect((await diffOfFiles(before, before)).unchanged_imports).toEqual([]);
});

test('an import of a moved file is unchanged, with its path after', async () => {
  const before = { 'a.js': "import { b } from './b.js';\n", 'b.js': 'export const b = 1;\n' };
  const after = { 'a.js': "import { b } from './lib/b.js';\n", 'lib/b.js': 'export const b = 1;\n' };
  const { imports, unchanged_imports } = await diffOfFiles(before, after);
  expect(imports).toEqual([]);
  expect(unchanged_imports).toEqual([{ path: 'a.js', line: 1, target: 'lib/b.js' }]);
});
