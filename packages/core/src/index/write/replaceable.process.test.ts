import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf, engineOfThisProcess, forge, seal } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { openIndex } from '../reader.ts';
import { INDEXES } from '../schema/indexes.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { TABLES } from '../schema/tables.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { APPLICATION_ID } from '../sqlite/header.ts';
import { Statements } from '../sqlite/statements.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const code = { 'p/a.py': 'def first(a, b):\n    return [a, b]\n\n\ndef second(a, b):\n    return [a, b]\n' };
const TRIGGER = `CREATE TRIGGER hide AFTER INSERT ON clone_group BEGIN DELETE FROM name; END`;

function write(folder: string, isDefaultPath: boolean): Promise<string> {
  const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
  return indexWorkspace(projects, { db: join(folder, 'x.db'), isDefaultPath, engine });
}

async function indexed(): Promise<{ folder: string; db: string; content: unknown }> {
  const folder = fixtureFolder(code);
  await write(folder, false);
  const db = join(folder, 'x.db');
  return { folder, db, content: await contentOf(db) };
}

describe('an index that another program changed', () => {
  test.each<[what: string, change: string]>([
    ['with a trigger', TRIGGER],
    ['with another table', 'CREATE TABLE notes (a)'],
    ['with a view in place of a table', 'DROP TABLE name; CREATE VIEW name AS SELECT 1 AS id, printf(1) AS text'],
    ['with a virtual table', 'CREATE VIRTUAL TABLE words USING fts5 (word)'],
  ])('is not read, not replaced if the user named it, and replaced at the default path: %s', async (_what, change) => {
    const { folder, db, content } = await indexed();
    await forge(db, change);
    const before = readFileSync(db);
    const refusal = { code: 'unusable_index', message: expect.stringContaining('another program changed it') };
    await expect(openIndex(db)).rejects.toMatchObject(refusal);
    await expect(write(folder, false)).rejects.toMatchObject(refusal);
    expect(readFileSync(db).equals(before)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['p', 'x.db']);
    await write(folder, true);
    expect(await contentOf(db)).toEqual(content);
  });

  test.each<[what: string, change: string]>([
    ['with a write-ahead log', 'PRAGMA journal_mode = WAL'],
    ['with a version that was never released', 'PRAGMA user_version = 0'],
  ])('is not read: %s', async (_what, change) => {
    const { db } = await indexed();
    await forge(db, change);
    await expect(openIndex(db)).rejects.toMatchObject({ code: 'unusable_index' });
  });

  test('is not read in another encoding', async () => {
    const db = join(fixtureFolder({}), 'x.db');
    const database = await openDatabase(db, { readOnly: false });
    database.exec(`PRAGMA encoding = 'UTF-16le'; PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec([`PRAGMA user_version = ${SCHEMA_VERSION}`, TABLES, ...INDEXES].join(';'));
    database.close();
    await seal(db);
    await expect(openIndex(db)).rejects.toMatchObject({
      code: 'unusable_index',
      message: expect.stringContaining('another program changed it'),
    });
  });
});

test.each([1, 2])('an index of version %i is replaced, also if the user named it', async (version) => {
  const { folder, db, content } = await indexed();
  const old = join(fixtureFolder({}), 'old.db');
  const database = await openDatabase(old, { readOnly: false });
  const schema = readFileSync(new URL(`../../../../../fixtures/index/version-${version}.sql`, import.meta.url), 'utf8');
  database.exec(
    `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; PRAGMA journal_mode = WAL;`,
  );
  database.exec(`${schema}; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  writeFileSync(db, readFileSync(old));
  await expect(openIndex(db)).rejects.toMatchObject({
    code: 'unusable_index',
    message: expect.stringContaining('an older version of this program wrote it'),
    hint: expect.stringContaining('Index again'),
  });
  await write(folder, false);
  expect(await contentOf(db)).toEqual(content);
});

test('an index with damaged rows can be replaced', async () => {
  const { folder, db, content } = await indexed();
  const bytes = readFileSync(db);
  const pageSize = bytes.readUInt16BE(16);
  const database = await openDatabase(db, { readOnly: true });
  const rootOf = "SELECT rootpage FROM sqlite_schema WHERE name = 'node'";
  const page = new Statements(database).first(rootOf, [], (row) => row.integer('rootpage')) ?? 0;
  database.close();
  writeFileSync(db, bytes.fill(0xa5, (page - 1) * pageSize, page * pageSize));
  await expect(openIndex(db)).rejects.toMatchObject({ code: 'unusable_index' });
  await write(folder, false);
  expect(await contentOf(db)).toEqual(content);
});

test('an index with a damaged schema is refused if the user named it, and replaced at the default path', async () => {
  const { folder, db, content } = await indexed();
  const damaged = readFileSync(db).fill(0xa5, 200, 4096);
  writeFileSync(db, damaged);
  await expect(write(folder, false)).rejects.toMatchObject({
    code: 'unusable_index',
    message: expect.stringContaining('it is damaged'),
    hint: expect.stringContaining('Delete the file'),
  });
  expect(readFileSync(db).equals(damaged)).toBe(true);
  await write(folder, true);
  expect(await contentOf(db)).toEqual(content);
});

test('a file of another program is refused at the default path too', async () => {
  const folder = fixtureFolder({ ...code, 'x.db': 'precious notes\n'.repeat(100) });
  await expect(write(folder, true)).rejects.toMatchObject({ code: 'unusable_index' });
  expect(readFileSync(join(folder, 'x.db'), 'utf8')).toContain('precious');
});

describe('files beside an index', () => {
  test('a foreign journal and write-ahead log are not replayed, and are removed with the next index', async () => {
    const { folder, db, content } = await indexed();
    const { db: other } = await indexed();
    const database = await openDatabase(other, { readOnly: false });
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${TRIGGER}; UPDATE name SET text = 'false' || id`,
    );
    const log = readFileSync(`${other}-wal`);
    database.close();
    expect(log.length).toBeGreaterThan(4096);
    writeFileSync(`${db}-wal`, log);
    writeFileSync(`${db}-journal`, log);
    const reader = await openIndex(db);
    const names = reader.read((snapshot) => snapshot.all('SELECT text FROM name', [], (row) => row.text('text')));
    reader.close();
    expect(names.sort()).toEqual(['first', 'second']);
    expect(readdirSync(folder).sort()).toEqual(['p', 'x.db', 'x.db-journal', 'x.db-wal']);
    await write(folder, false);
    expect(readdirSync(folder).sort()).toEqual(['p', 'x.db']);
    expect(await contentOf(db)).toEqual(content);
  });

  test('links with the names of temporary files are not followed', async () => {
    const outside = fixtureFolder({ precious: 'notes', lock: '' });
    const folder = fixtureFolder(code);
    symlinkSync(join(outside, 'precious'), join(folder, 'x.db-new'));
    symlinkSync(join(outside, 'precious'), join(folder, 'x.db-wal'));
    await write(folder, false);
    symlinkSync(join(outside, 'lock'), join(folder, 'x.db-lock'));
    await expect(write(folder, false)).rejects.toMatchObject({
      code: 'output_failed',
      message: expect.stringContaining('x.db-lock'),
      hint: expect.stringContaining('Remove it'),
    });
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('notes');
    expect(readdirSync(outside).sort()).toEqual(['lock', 'precious']);
  });

  test('a pipe at the path of the lock does not block', async () => {
    const folder = fixtureFolder(code);
    execFileSync('mkfifo', [join(folder, 'x.db-lock')]);
    await expect(write(folder, false)).rejects.toMatchObject({ code: 'output_failed' });
  });
});

describe('a link at the path of the index', () => {
  test('is followed if the user named it', async () => {
    const folder = fixtureFolder({ ...code, 'elsewhere/': '' });
    writeFileSync(join(folder, 'elsewhere/y.db'), '');
    symlinkSync('elsewhere/y.db', join(folder, 'x.db'));
    await write(folder, false);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['y.db']);
    expect(await contentOf(join(folder, 'elsewhere/y.db'))).toEqual(await contentOf(join(folder, 'x.db')));
  });

  test('is refused at the default path', async () => {
    const folder = fixtureFolder({ ...code, 'y.db': '' });
    symlinkSync('y.db', join(folder, 'x.db'));
    await expect(write(folder, true)).rejects.toMatchObject({
      code: 'output_failed',
      hint: expect.stringContaining('link'),
    });
    expect(readFileSync(join(folder, 'y.db'), 'utf8')).toBe('');
  });

  test('to a missing file is refused', async () => {
    const folder = fixtureFolder(code);
    symlinkSync('y.db', join(folder, 'x.db'));
    await expect(write(folder, false)).rejects.toMatchObject({ code: 'output_failed' });
    expect(readdirSync(folder).sort()).toEqual(['p', 'x.db']);
  });
});

test('a huge sparse file with the header of an index is refused at once', async () => {
  const { db } = await indexed();
  const file = openSync(db, 'r+');
  ftruncateSync(file, 2 ** 40);
  closeSync(file);
  const started = performance.now();
  await expect(openIndex(db)).rejects.toMatchObject({ code: 'unusable_index' });
  expect(performance.now() - started).toBeLessThan(2000);
});

test('an index below a file, or in a missing folder, is refused', async () => {
  const folder = fixtureFolder(code);
  const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
  for (const db of ['p/a.py/x.db', 'p/a.py/b/x.db', 'no/x.db']) {
    await expect(indexWorkspace(projects, { db: join(folder, db), engine })).rejects.toMatchObject({
      code: 'output_failed',
      message: expect.stringMatching(/its folder (does not exist|is not a folder)/),
    });
  }
});

test('a folder at the path of the index is refused', async () => {
  const folder = fixtureFolder(code);
  mkdirSync(join(folder, 'x.db'));
  await expect(write(folder, true)).rejects.toMatchObject({ code: 'unusable_index' });
});
