import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';
import { hex } from '../keys.ts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import { EarlierRows } from './earlier-rows.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const FILES = {
  'w/api/package.json': '{}',
  'w/api/a.js': 'export function a(list) {\n  return list.map((it) => it + 1);\n}\n',
  'w/jobs/package.json': '{}',
  'w/jobs/b.js': 'export function b(list) {\n  return list.map((it) => it + 2);\n}\n',
  'w/web/package.json': '{}',
  'w/web/c.js': 'export function c(list) {\n  return list.map((it) => it + 3);\n}\n',
};

interface Both {
  /** Path of the earlier index. */
  earlier: string;
  /** Of the new index. */
  database: Database;
}

/** Indexes twice, the second time with another function in the second of three projects. */
async function bothIndexes(): Promise<Both> {
  const folder = join(fixtureFolder(FILES), 'w');
  await indexFolder(folder, { engine });
  const earlier = `${dbOf(folder)}.earlier`;
  writeFileSync(earlier, readFileSync(dbOf(folder)));
  writeFileSync(join(folder, 'jobs/b.js'), `${FILES['w/jobs/b.js']}export function more(a) {\n  return a;\n}\n`);
  await indexFolder(folder, { engine });
  return { earlier, database: await openDatabase(dbOf(folder), { readOnly: true }) };
}

const keysOf = (rows: Pick<EarlierRows, 'all'>) =>
  rows.all(
    'SELECT node.id, node.key, label FROM node JOIN project ON project.id = project_id ORDER BY node.id',
    [],
    (row) => {
      return { id: row.integer('id'), key: hex(row.bytes('key')), label: row.text('label') };
    },
  );

test('nodes of unchanged projects are found in the new index, and those of changed ones are not', async () => {
  const { earlier, database } = await bothIndexes();
  const statements = new Statements(database);
  const rows = await EarlierRows.open(earlier, statements);
  const keys = new Map(keysOf(statements).map(({ id, key }) => [id, key]));
  const found = keysOf(rows).map(({ id, key, label }) => ({ label, isSame: keys.get(rows.nodeOf(id)) === key }));
  const labels = (same: boolean) => new Set(found.flatMap(({ label, isSame }) => (isSame === same ? [label] : [])));
  expect(labels(true)).toEqual(new Set(['api', 'web']));
  expect(labels(false)).toEqual(new Set(['jobs']));
  const [changed = { first: 0, last: 0 }, ...others] = rows.added;
  expect(others).toEqual([]);
  expect(rows.earlierRange(changed.first)).toBeUndefined();
  expect(rows.earlierRange(1)).toMatchObject({ first: 1, last: changed.first - 1 });
  expect(rows.earlierRange(changed.last + 1)?.first).toBeLessThan(changed.last + 1);
  rows.close();
  database.close();
});

test.each(['damaged', 'absent'])('nothing is taken over from an index that is %s', async (what) => {
  const { earlier, database } = await bothIndexes();
  const bytes = readFileSync(earlier);
  writeFileSync(earlier, bytes.fill(7, 5000, 5100));
  const rows = await EarlierRows.open(what === 'absent' ? undefined : earlier, new Statements(database));
  expect(rows.added).toHaveLength(3);
  expect(keysOf(rows)).toEqual([]);
  database.close();
});
