import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { engineOfThisProcess, forge } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { openIndex } from '../reader.ts';
import { openDatabase } from './driver.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const many = Array.from({ length: 40 }, (_, n) => `def f${n}(a, b):\n    return [a + ${n}, b * ${n}, a - b]\n`).join(
  '\n',
);

function write(folder: string): Promise<string> {
  const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
  return indexWorkspace(projects, { db: join(folder, 'x.db'), engine });
}

async function read(folder: string): Promise<string> {
  const reader = await openIndex(join(folder, 'x.db'));
  try {
    return reader.read(({ id }) => id);
  } finally {
    reader.close();
  }
}

const folderWith = (db?: string | Uint8Array) =>
  fixtureFolder({ 'p/a.py': many, ...(db === undefined ? {} : { 'x.db': db }) });

const digest = (folder: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'x.db')))
    .digest('hex');

async function databaseOf(sql: string): Promise<Uint8Array> {
  const path = join(fixtureFolder({}), 'other.db');
  const database = await openDatabase(path, { readOnly: false });
  database.exec(sql);
  database.close();
  return readFileSync(path);
}

describe('a file that is not an index is refused by readers and writers, and not changed', () => {
  test.each<[what: string, content: () => Promise<string | Uint8Array>, reason: string]>([
    ['text', async () => 'precious notes\n'.repeat(100), 'it is not an SQLite database'],
    ['a few bytes', async () => 'SQLite format 3\0', 'it is not an SQLite database'],
    ['a database without an owner', () => databaseOf('CREATE TABLE t (a)'), 'it is a database of another program'],
    [
      'a database of another program',
      () => databaseOf('PRAGMA application_id = 252006674; CREATE TABLE t (a)'),
      'it is a database of another program',
    ],
  ])('%s', async (_what, content, reason) => {
    const folder = folderWith(await content());
    const before = digest(folder);
    const refusal = { code: 'unusable_index', message: expect.stringContaining(reason) };
    await expect(write(folder)).rejects.toMatchObject(refusal);
    await expect(read(folder)).rejects.toMatchObject(refusal);
    expect(digest(folder)).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['p', 'x.db']);
  });

  test('a folder and a pipe are refused without waiting', async () => {
    const folder = fixtureFolder({ 'p/a.py': many, 'x.db/': '' });
    const refusal = { code: 'unusable_index', message: expect.stringContaining('not a regular file') };
    await expect(write(folder)).rejects.toMatchObject(refusal);
    const piped = folderWith();
    execFileSync('mkfifo', [join(piped, 'x.db')]);
    await expect(write(piped)).rejects.toMatchObject(refusal);
    await expect(read(piped)).rejects.toMatchObject(refusal);
  });
});

test('an index of a newer version is refused by readers and writers, and not changed', async () => {
  const folder = folderWith();
  await write(folder);
  await forge(join(folder, 'x.db'), 'PRAGMA user_version = 999');
  const before = digest(folder);
  const refusal = { code: 'unusable_index', message: expect.stringContaining('version 999') };
  await expect(write(folder)).rejects.toMatchObject(refusal);
  await expect(read(folder)).rejects.toMatchObject(refusal);
  expect(digest(folder)).toBe(before);
});

describe('a damaged index is refused by readers, with a remedy', () => {
  test.each<[what: string, damage: (path: string) => void]>([
    [
      'a page of random bytes',
      (path) => {
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0xa5, 4096, 3 * 4096));
      },
    ],
    ['half of the file missing', (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
    ['without its last byte', (path) => truncateSync(path, readFileSync(path).length - 1)],
    ['with an additional byte', (path) => appendFileSync(path, '\0')],
  ])('%s', async (_what, damage) => {
    const folder = folderWith();
    await write(folder);
    damage(join(folder, 'x.db'));
    await expect(read(folder)).rejects.toMatchObject({
      code: 'unusable_index',
      message: expect.stringContaining('it is damaged'),
      hint: expect.stringContaining('Delete the file'),
    });
  });
});

describe('no index', () => {
  test('a missing file', async () => {
    const folder = folderWith();
    await expect(read(folder)).rejects.toMatchObject({ code: 'not_found' });
    expect(readdirSync(folder)).toEqual(['p']);
  });

  test('an empty file, which may become an index', async () => {
    const folder = folderWith('');
    await expect(read(folder)).rejects.toMatchObject({ code: 'no_snapshot' });
    expect(await write(folder)).toBe(await read(folder));
  });

  test('a first index that failed leaves no file', async () => {
    const folder = folderWith();
    const failing = { ...engine, parse: () => Promise.reject(new Error('the engine broke')) };
    const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
    const db = join(folder, 'x.db');
    await expect(indexWorkspace(projects, { db, engine: failing })).rejects.toThrow('the engine broke');
    expect(readdirSync(folder)).toEqual(['p']);
  });

  test('a missing folder is not created', async () => {
    const folder = folderWith();
    const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
    await expect(indexWorkspace(projects, { db: join(folder, 'no/x.db'), engine })).rejects.toMatchObject({
      code: 'output_failed',
      message: expect.stringContaining('its folder does not exist'),
    });
    expect(readdirSync(folder)).toEqual(['p']);
  });
});

test('a change of the file by another program ends the reading', async () => {
  const folder = folderWith();
  await write(folder);
  const reader = await openIndex(join(folder, 'x.db'));
  const { close } = reader.open();
  appendFileSync(join(folder, 'x.db'), 'more');
  expect(close).toThrow(expect.objectContaining({ code: 'busy', retryable: true }));
  reader.close();
});

test('an index is one file, and a copy of it can be read', async () => {
  const folder = folderWith();
  const id = await write(folder);
  expect(readdirSync(folder).sort()).toEqual(['p', 'x.db']);
  const alone = fixtureFolder({ 'x.db': readFileSync(join(folder, 'x.db')) });
  expect(await read(alone)).toBe(id);
});
