import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, dbOf } from '#index/fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { cellsOf, importsOf } from './fixture.ts';

const MONOREPO = {
  'm/package.json': '{"name": "m", "workspaces": ["packages/*"]}',
  'm/packages/core/package.json':
    '{"name": "@m/core", "exports": {".": "./dist/index.js", "./deep/*": "./src/deep/*.ts"}}',
  'm/packages/core/src/index.ts': 'export const a = 1;\n',
  'm/packages/core/src/deep/x.ts': 'export const x = 1;\n',
  'm/packages/ui/package.json': '{"name": "@m/ui"}',
  'm/packages/ui/index.ts': [
    "import { a } from '@m/core';",
    "import type { b } from '@m/core';",
    "import { x } from '@m/core/deep/x';",
    "import '@m/core/missing';",
    "import react from 'react';",
    "import { own } from '@m/ui';",
    '',
  ].join('\n'),
};

/** The code of the phase: no file uses the names that it imports. */
const TYPE_ONLY = 4;

test('an import of a workspace package leads to the project of that package', async () => {
  const folder = join(fixtureFolder(MONOREPO), 'm');
  expect(cellsOf(await importsOf(folder, true))).toEqual([
    ['@m/core', 'resolved', 'index-package-source', 'm/packages/core:src/index.ts'],
    ['@m/core', 'resolved', 'index-package-source', 'm/packages/core:src/index.ts'],
    ['@m/core/deep/x', 'resolved', 'index-package', 'm/packages/core:src/deep/x.ts'],
    ['@m/core/missing', 'unresolved', 'a package of another project in the index without a file for it', null],
    ['react', 'external', 'a package outside the project', null],
    ['@m/ui', 'resolved', 'self-reference', 'm/packages/ui:index.ts'],
  ]);
  const { edge = [], edge_count = [] } = await contentOf(dbOf(folder));
  expect(edge.map((row) => Object(row)).map(({ state, line, phase, sites }) => [state, line, phase, sites])).toEqual([
    [0, 3, TYPE_ONLY, 1],
    [0, 1, TYPE_ONLY, 2],
    [0, 6, TYPE_ONLY, 1],
  ]);
  const imports = edge_count.map((row) => Object(row)).filter(({ kind, project_id }) => kind === 1 && project_id === 3);
  expect(imports.map(({ state, edges, sites }) => [state, edges, sites])).toEqual([
    [0, 3, 4],
    [2, 0, 1],
    [3, 0, 1],
  ]);
});

test('as one project, the same imports lead to the same files', async () => {
  const folder = join(fixtureFolder(MONOREPO), 'm');
  const files = (await importsOf(folder, false)).map(
    ({ target }) => target?.replace('m:packages', 'm/packages') ?? null,
  );
  const split = (await importsOf(folder, true)).map(({ target }) => target?.replace(':', '/') ?? null);
  expect(files).toEqual(split);
});

test('a name that several projects have is ambiguous, and the importing project is not one of them', async () => {
  const folder = join(
    fixtureFolder({
      'w/a/package.json': '{"name": "same", "main": "a.js"}',
      'w/a/a.js': "import 'other';\n",
      'w/b/package.json': '{"name": "same", "main": "b.js"}',
      'w/b/b.js': '',
      'w/c/package.json': '{"name": "other", "main": "./c"}',
      'w/c/c.js': "import 'same';\nconst s = require('same');\n",
      'w/d/package.json': '{"name": "same"}',
      'w/d/none.js': "import 'same/none';\n",
      'w/e/package.json': '{"name": "deep", "exports": '.concat('['.repeat(100), ']'.repeat(100), '}'),
    }),
    'w',
  );
  expect(cellsOf(await importsOf(folder, false))).toEqual([
    ['other', 'resolved', 'index-package', 'c:c.js'],
    ['same', 'ambiguous', 'index-package', null],
    ['same', 'ambiguous', 'index-package', null],
    ['same/none', 'resolved', 'self-reference', 'd:none.js'],
  ]);
  const { edge = [] } = await contentOf(dbOf(folder));
  expect(edge.map((row) => Object(row).sites).sort()).toEqual([1, 1, 2, 2]);
});
