import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { cellsOf, importsOf } from './fixture.ts';

const config = (value: object) => JSON.stringify(value);

const MONOREPO = {
  'm/package.json': '{"workspaces": ["packages/*"]}',
  'm/tsconfig.base.json': config({
    compilerOptions: {
      paths: {
        '@m/core': ['./packages/core/src/index.ts'],
        '@m/*': ['./missing/*', './packages/*/src'],
        '~/*': ['./packages/ui/*', './packages/core/*'],
      },
    },
  }),
  'm/packages/core/package.json': '{"name": "@m/core", "main": "./src/other.ts"}',
  'm/packages/core/tsconfig.json': config({ extends: '../../tsconfig.base.json' }),
  'm/packages/core/src/index.ts': 'export const a = 1;\n',
  'm/packages/core/src/other.ts': "import { b } from '@m/ui/lib';\n",
  'm/packages/ui/package.json': '{"name": "@m/ui"}',
  'm/packages/ui/tsconfig.json': config({ files: [], references: [{ path: './config/tsconfig.app.json' }] }),
  'm/packages/ui/config/tsconfig.app.json': config({ extends: ['../../../tsconfig.base'], include: ['../src'] }),
  'm/packages/ui/src/lib.ts': [
    "import { a } from '@m/core';",
    "import { o } from '~/src/other.js';",
    "import { own } from '~/src/own';",
    "import none from '~/src/none';",
    "import react from 'react';",
    '',
  ].join('\n'),
  'm/packages/ui/src/own.ts': '',
  'm/packages/ui/test.ts': "import '~/src/other';\nimport '@m/core';\n",
};

test('a path map at the root of a split workspace leads to the file of another project', async () => {
  const folder = join(fixtureFolder(MONOREPO), 'm');
  expect(cellsOf(await importsOf(folder, true))).toEqual([
    ['@m/ui/lib', 'unresolved', 'a package of another project in the index without a file for it', null],
    ['@m/core', 'resolved', 'index-path-map', 'm/packages/core:src/index.ts'],
    ['~/src/other.js', 'resolved', 'index-path-map', 'm/packages/core:src/other.ts'],
    ['~/src/own', 'resolved', 'index-path-map', 'm/packages/ui:src/own.ts'],
    ['~/src/none', 'unresolved', 'a path map that no tsconfig.json in the project has', null],
    ['react', 'external', 'a package outside the project', null],
    ['~/src/other', 'unresolved', 'a path map that no tsconfig.json in the project has', null],
    ['@m/core', 'resolved', 'index-package', 'm/packages/core:src/other.ts'],
  ]);
});

test('a folder of another project whose package.json has no name has its entry', async () => {
  const folder = join(
    fixtureFolder({
      'm/package.json': '{"workspaces": ["packages/*"]}',
      'm/packages/a/package.json': '{}',
      'm/packages/a/a.ts': "import '../b';\nimport '../c';\nimport 'b';\n",
      'm/packages/b/package.json': '{"types": "./src/x.d.ts", "main": "./src/x"}',
      'm/packages/b/src/x.ts': '',
      'm/packages/c/package.json': '{"private": true}',
      'm/packages/c/c.ts': '',
    }),
    'm',
  );
  expect(cellsOf(await importsOf(folder, true))).toEqual([
    ['../b', 'resolved', 'index-path', 'm/packages/b:src/x.ts'],
    ['../c', 'unresolved', 'leads outside the project', null],
    ['b', 'external', 'a package outside the project', null],
  ]);
});
