import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { INDEXES } from './indexes.ts';
import { hasSchemaOf, SCHEMA_VERSION } from './released.ts';
import { TABLES } from './tables.ts';

const current = [TABLES, ...INDEXES].join(';\n');

async function databaseOf(sql: string): Promise<Database> {
  const database = await openDatabase(':memory:', { readOnly: false });
  onTestFinished(() => database.close());
  database.exec(sql);
  return database;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])(
  'version %i is recognized, with and without statistics',
  async (version) => {
    const file = new URL(`../../../../../fixtures/index/version-${version}.sql`, import.meta.url);
    const database = await databaseOf(readFileSync(file, 'utf8'));
    expect(hasSchemaOf(database, version)).toBe(true);
    database.exec('ANALYZE');
    expect(hasSchemaOf(database, version)).toBe(true);
    expect(hasSchemaOf(database, version + 1)).toBe(false);
  },
);

test('a new index has the schema of this version', async () => {
  const folder = join(fixtureFolder({ 'p/a.py': 'def f():\n    return 1\n' }), 'p');
  await indexFolder(folder, { engine: await engineOfThisProcess() });
  const database = await openDatabase(dbOf(folder), { readOnly: true });
  expect(hasSchemaOf(database, SCHEMA_VERSION)).toBe(true);
  database.close();
});

test('an unknown version has no schema', async () => {
  expect(hasSchemaOf(await databaseOf(''), 0)).toBe(false);
  expect(hasSchemaOf(await databaseOf(current), SCHEMA_VERSION + 1)).toBe(false);
});

describe('a schema is not that of a version', () => {
  test.each<[what: string, change: string]>([
    ['with a trigger', 'CREATE TRIGGER t AFTER INSERT ON node BEGIN DELETE FROM name; END'],
    ['with a trigger on a view', 'CREATE TRIGGER t INSTEAD OF DELETE ON described_node BEGIN SELECT 1; END'],
    ['with another table', 'CREATE TABLE notes (a)'],
    ['with another view', 'CREATE VIEW v AS SELECT 1'],
    ['with another index', 'CREATE INDEX i ON node (kind)'],
    ['with a virtual table', 'CREATE VIRTUAL TABLE words USING fts5 (word)'],
    ['without an index', 'DROP INDEX node_by_name'],
    ['with another view of the same name', 'DROP VIEW described_node; CREATE VIEW described_node AS SELECT 1 AS id'],
    ['with a generated column', 'ALTER TABLE name ADD COLUMN twice TEXT AS (text || text)'],
    [
      'with a default expression',
      "DROP TABLE language; CREATE TABLE language (id INTEGER PRIMARY KEY, name DEFAULT (hex('a')))",
    ],
    [
      'with a check constraint',
      'DROP TABLE language; CREATE TABLE language (id INTEGER PRIMARY KEY, name CHECK (length(name) > 0))',
    ],
  ])('%s', async (_what, change) => {
    const database = await databaseOf(current);
    expect(hasSchemaOf(database, SCHEMA_VERSION)).toBe(true);
    database.exec(change);
    expect(hasSchemaOf(database, SCHEMA_VERSION)).toBe(false);
  });
});
