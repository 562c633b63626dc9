import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery, type Outcome } from '../query.ts';

const query = createQuery(INDEX_OPERATIONS);
const body = (first: string, second: string) =>
  `  const seen = [];\n  for (const one of items) if (one > 1 && one < ${first}) seen.push(one * 2);\n  if (seen.length > 3 && items.length < 7) return seen;\n  return ${second};\n`;
const FILES = {
  'shop/package.json': '{"name": "shop"}',
  'shop/src/list.ts': `export function keep(items) {\n${body('100', 'items')}}\nexport function same(items) {\n${body('8', '[]')}}\nexport const small = (x) => x;\nexport function inner(items) {\n  function deep() { return 1; }\n  return deep;\n}\nexport class Only { run() { return 2; } }\n`,
  'shop/src/deep/more.ts': `export function moved(items) {\n${body('55', 'items[0]')}}\n`,
  'tool/package.json': '{"name": "tool"}',
  'tool/lib/list.ts': `export function keep(items) {\n${body('200', 'items')}}\nexport function same(items) {\n${body('8', '[]')}}\nexport const small = (x) => x + 1;\nexport function inner(items) {\n  function deep() { return 2; }\n  return deep;\n}\nexport interface Extra { a: string }\n`,
  'tool/lib/other.ts': `export function taken(items) {\n${body('55', 'items[0]')}}\n`,
};

let indexed: IndexedProjects;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drift-'));
  writeFiles(folder, FILES);
  indexed = await indexProjects(folder);
  rmSync(folder, { recursive: true });
});
afterAll(() => indexed.remove());

const ask = (params: object): Outcome =>
  query(indexed.reader, { schema: 'analyzer.request.v1', operation: 'drift', params });

function answer(params: object): object {
  const outcome = ask(params);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

test('two folders have declarations that are the same, edited, renamed, too small to compare, and only in one', () => {
  const data = answer({ a: 'src', b: 'lib' });
  expect(data).toMatchObject({
    a: { project: 'shop', path: 'src' },
    b: { project: 'tool', path: 'lib' },
    same: 1,
    not_compared: 2,
    renamed: { items: [{ a: { qualified_name: 'moved' }, b: { qualified_name: 'taken' } }], total: 1 },
    only_a: { items: [{ qualified_name: 'Only' }, { qualified_name: 'Only.run' }], total: 2 },
    only_b: { items: [{ qualified_name: 'Extra' }], total: 1 },
  });
  const { items } = Object(Reflect.get(data, 'edited'));
  expect(items.map(({ a }: { a: { qualified_name: string } }) => a.qualified_name)).toEqual(['keep']);
});

test('an edited declaration has the aligned changes, with lines of both sides', () => {
  expect(answer({ a: 'src/list.ts', b: 'lib/list.ts', limit: 1 })).toMatchObject({
    edited: {
      items: [{ changes: { items: [{ line: 3, own_line: 3, removed: '100', added: '200' }], omitted: 0 } }],
      total: 1,
    },
    only_a: { total: 2 },
  });
});

test('two projects, and two declarations of different names, are compared', () => {
  expect(answer({ a: 'shop', b: 'tool' })).toMatchObject({ same: 1, a: { path: '' } });
  expect(answer({ a: 'moved', b: 'taken' })).toMatchObject({
    a: { qualified_name: 'moved' },
    same: 1,
    only_a: { total: 0 },
  });
  expect(answer({ a: 'keep', a_project: 'shop', b: 'keep', b_project: 'tool' })).toMatchObject({
    edited: { total: 1 },
  });
});

test('a side that is compared with itself is the same', () => {
  expect(answer({ a: 'src', b: 'src' })).toMatchObject({
    edited: { total: 0 },
    renamed: { total: 0 },
    only_b: { total: 0 },
  });
});

test('a side that is not in the index is not_found', () => {
  expect(ask({ a: 'src', b: 'nothing' })).toMatchObject({ error: { code: 'not_found' } });
  expect(ask({ a: 'src', b: 'lib', b_project: 'tol' })).toMatchObject({ error: { code: 'not_found' } });
});
