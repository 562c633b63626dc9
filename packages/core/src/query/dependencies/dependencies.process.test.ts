import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery, type Outcome } from '../query.ts';

const query = createQuery(INDEX_OPERATIONS);
const FILES = {
  'shop/package.json': '{"name": "shop", "workspaces": ["packages/*"]}',
  'shop/packages/core/package.json': '{"name": "@shop/core", "main": "src/index.ts"}',
  'shop/packages/core/src/index.ts': "import { b } from './b';\nexport const a = b;\n",
  'shop/packages/core/src/b.ts': "import { c } from './c';\nexport const b = c;\n",
  'shop/packages/core/src/c.ts':
    "import { a } from './index';\nimport { b } from './b';\nexport const c = () => a + b;\n",
  'shop/packages/core/src/lazy.ts': "export const late = () => import('./later');\n",
  'shop/packages/core/src/later.ts': "import { late } from './lazy';\nexport const later = late;\n",
  'shop/packages/web/package.json': '{"name": "@shop/web", "dependencies": {"@shop/core": "*"}}',
  'shop/packages/web/src/page.ts': "import { a } from '@shop/core';\nexport const page = a;\n",
  'shop/packages/web/test/page.test.ts':
    "import { a } from '@shop/core';\nimport { page } from '../src/page';\nexport const t = a + page;\n",
  'shop/tools/build.ts': "import { a } from '../packages/core/src/index';\nexport const built = a;\n",
};

let indexed: IndexedProjects;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  writeFiles(folder, FILES);
  indexed = await indexProjects(folder);
  rmSync(folder, { recursive: true });
});
afterAll(() => indexed.remove());

const ask = (operation: string, params: object): Outcome =>
  query(indexed.reader, { schema: 'analyzer.request.v1', operation, params });

function items(operation: string, params: object): object[] {
  const outcome = ask(operation, params);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return Reflect.get(outcome.ok.data, 'items');
}

const pairs = (params: object): string[] =>
  items('dependencies', params).map((item) => {
    const { from, to, imports } = Object(item);
    return `${from.name} → ${to.name} ${imports}`;
  });

describe('dependencies', () => {
  test('are between packages, and the top folders of other files', () => {
    expect(pairs({})).toEqual(['@shop/web → @shop/core 2', 'tools → @shop/core 1']);
  });

  test('of a package, a folder or a project have it at one end', () => {
    expect(pairs({ of: '@shop/core', direction: 'in' })).toEqual(['@shop/web → @shop/core 2', 'tools → @shop/core 1']);
    expect(pairs({ of: '@shop/core', direction: 'out' })).toEqual([]);
    expect(pairs({ of: 'packages/web/', direction: 'out' })).toEqual(['packages/web → @shop/core 2']);
    expect(pairs({ of: 'tools' })).toEqual(['tools → @shop/core 1']);
    expect(pairs({ of: 'shop' })).toEqual([]);
    expect(pairs({ of: 'shop/packages/web', direction: 'out' })).toEqual(['packages/web → @shop/core 2']);
  });

  test('of the name of a project are those of its folder of that name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
    writeFiles(folder, {
      'cart/package.json': '{}',
      'cart/cart/__init__.py': '',
      'cart/cart/money.py': 'from tools import scale\n',
      'cart/tools/scale.py': '',
      'cart/tools/__init__.py': '',
    });
    const own = await indexProjects(folder);
    rmSync(folder, { recursive: true });
    const params = { of: 'cart' };
    expect(query(own.reader, { schema: 'analyzer.request.v1', operation: 'dependencies', params })).toMatchObject({
      ok: { data: { items: [{ from: { name: 'cart' }, to: { name: 'tools' } }] } },
    });
    own.remove();
  });

  test('on packages outside of the index are there on request, and who uses one of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
    writeFiles(folder, {
      'app/package.json': '{"name": "app", "dependencies": {"lodash": "4", "@a/b": "1"}}',
      'app/src/a.ts': "import get from 'lodash/get';\nimport set from 'lodash/set';\nimport { b } from '@a/b/c';\n",
      'app/tools/c.ts': "import 'pkg/AKIAIOSFODNN7EXAMPLE';\n",
      'app/lib/b.ts': "import { a } from '../src/a';\nimport get from 'lodash/get';\n",
    });
    const own = await indexProjects(folder);
    rmSync(folder, { recursive: true });
    const asked = (params: object) =>
      query(own.reader, { schema: 'analyzer.request.v1', operation: 'dependencies', params });
    const outside = (name: string) => ({ project: '', name, external: true });
    expect(asked({ of: 'src', external: true, direction: 'out' })).toMatchObject({
      ok: {
        data: {
          items: [
            {
              ...{ from: { project: 'app', name: 'src' }, to: outside('lodash'), files: 1, imports: 2 },
              edges: [
                { path: 'src/a.ts', line: 1, target: 'lodash/get' },
                { path: 'src/a.ts', line: 2, target: 'lodash/set' },
              ],
            },
            { to: outside('@a/b') },
          ],
        },
      },
    });
    expect(asked({ of: 'lodash', external: true, by: 'folder' })).toMatchObject({
      ok: { data: { items: [{ from: { name: 'src' } }, { from: { name: 'lib' } }] } },
    });
    expect(asked({ of: 'src', external: true, direction: 'in' })).toMatchObject({
      ok: { data: { items: [{ from: { name: 'lib' } }] } },
    });
    const secret = asked({ of: 'tools', external: true });
    expect(secret).toMatchObject({ ok: { data: { items: [{ to: outside('pkg') }] } } });
    expect(JSON.stringify(secret)).not.toContain('AKIA');
    expect(asked({ of: 'lodash' })).toMatchObject({ error: { code: 'not_found' } });
    own.remove();
  });

  test('between folders have at most so many segments', () => {
    expect(pairs({ by: 'folder', depth: 2 })).toEqual(['packages/web → packages/core 2', 'tools → packages/core 1']);
    expect(pairs({ by: 'folder' })).toContain('packages/web/test → packages/web/src 1');
  });

  test('have the first imports behind them, product code first', () => {
    expect(items('dependencies', { of: '@shop/web' })).toMatchObject([
      {
        files: 2,
        edges: [
          { path: 'packages/web/src/page.ts', line: 1, target: 'packages/core/src/index.ts' },
          { path: 'packages/web/test/page.test.ts' },
        ],
        more_edges: 0,
      },
    ]);
  });

  test('of an unknown package are not_found with a suggestion', () => {
    expect(ask('dependencies', { of: '@shop/cor' })).toMatchObject({
      error: { code: 'not_found', hint: 'Did you mean @shop/core?' },
    });
  });
});

describe('cycles', () => {
  test('at load come before deferred ones, with an example and their files', () => {
    expect(items('cycles', {})).toMatchObject([
      {
        kind: 'load',
        files: 3,
        example: [
          { path: 'packages/core/src/b.ts', line: 1 },
          { path: 'packages/core/src/c.ts', line: 2 },
        ],
        paths: ['packages/core/src/b.ts', 'packages/core/src/c.ts', 'packages/core/src/index.ts'],
      },
      { kind: 'deferred', files: 2 },
    ]);
    expect(items('cycles', { kind: 'deferred' })).toHaveLength(1);
  });

  test('of a file have an example through it', () => {
    expect(items('cycles', { at: 'core/src/index.ts' })).toMatchObject([
      {
        example: [
          { path: 'packages/core/src/index.ts', line: 1 },
          { path: 'packages/core/src/b.ts', line: 1 },
          { path: 'packages/core/src/c.ts', line: 1 },
        ],
      },
    ]);
    expect(items('cycles', { at: 'tools/build.ts' })).toEqual([]);
  });
});
