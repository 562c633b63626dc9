import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf, dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';
import { openIndex } from '../reader.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { APPLICATION_ID } from '../sqlite/header.ts';
import { openToWrite } from '../sqlite/open-index.ts';
import { INDEX_SCHEMA } from './001-index.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** A folder with code, and beside it what the first version wrote: a snapshot, and no calls. */
async function indexedByTheFirstVersion(): Promise<string> {
  const folder = join(fixtureFolder({ 'p/a.py': 'print(1)\n' }), 'p');
  const database = await openDatabase(dbOf(folder), { readOnly: false });
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  database.exec(INDEX_SCHEMA);
  database.exec("INSERT INTO snapshot VALUES (1, 'x', 1, 1, '{}', 0, 0); PRAGMA user_version = 1");
  database.close();
  return folder;
}

test('an index of the first version holds no calls: it must be indexed again, and can be', async () => {
  const folder = await indexedByTheFirstVersion();
  await expect(openIndex(dbOf(folder))).rejects.toMatchObject({
    code: 'unusable_index',
    message: expect.stringContaining('written by an older version'),
  });
  await indexFolder(folder, { engine });
  expect(await contentOf(dbOf(folder))).toMatchObject({ call_block: [{ first_file_id: 2 }] });
});

test('whoever is killed after bringing it to this version and before writing leaves no calls that look like none', async () => {
  const folder = await indexedByTheFirstVersion();
  (await openToWrite(dbOf(folder))).close();
  const reader = await openIndex(dbOf(folder));
  try {
    expect(() => reader.read(({ id }) => id)).toThrow(expect.objectContaining({ code: 'no_snapshot' }));
  } finally {
    reader.close();
  }
});

test('an index that another process made meanwhile stays as it is', async () => {
  const database = await openDatabase(':memory:', { readOnly: false });
  migrate(database, () => 0);
  database.exec("INSERT INTO language VALUES (1, 'python')");
  const found = [0, SCHEMA_VERSION];
  migrate(database, () => found.shift() ?? 0);
  expect(database.prepare('SELECT * FROM language').all()).toHaveLength(1);
  database.close();
});
