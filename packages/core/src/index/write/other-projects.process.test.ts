import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { type IndexContext, indexWorkspace } from '../index-workspace.ts';
import { openIndex } from '../reader.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { APPLICATION_ID } from '../sqlite/header.ts';
import { Statements } from '../sqlite/statements.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const CODE = 'def first(a, b):\n    return [a, b]\n';

/** A folder with one file in each named project. */
const folderOf = (...names: string[]): string =>
  fixtureFolder(Object.fromEntries(names.map((name) => [`${name}/a.py`, CODE])));

function write(db: string, folder: string, names: string[], context: Partial<IndexContext> = {}): Promise<string> {
  const folders = names.map((name) => join(folder, name));
  const { projects } = discover(folders, { discover: false, split: false, scan: {} });
  return indexWorkspace(projects, { db, engine, ...context });
}

async function labelsOf(db: string): Promise<string[]> {
  const reader = await openIndex(db);
  try {
    return reader.read((snapshot) => snapshot.all('SELECT label FROM project', [], (row) => row.text('label'))).sort();
  } finally {
    reader.close();
  }
}

/** An index of the projects `api`, `shop` and `web`. */
async function shared(): Promise<{ folder: string; db: string }> {
  const folder = folderOf('api', 'shop', 'web');
  const db = join(folder, 'x.db');
  await write(db, folder, ['api', 'shop', 'web']);
  return { folder, db };
}

describe('an index with projects that the new one does not have', () => {
  test('stays, and the error has both counts, the missing labels and the remedy', async () => {
    const { folder, db } = await shared();
    const before = readFileSync(db);
    await expect(write(db, folder, ['shop'])).rejects.toMatchObject({
      code: 'other_projects',
      message: `${db} would lose projects (3 now, 1 in the new index): api, web`,
      hint: expect.stringContaining('--replace'),
    });
    expect(readFileSync(db).equals(before)).toBe(true);
  });

  test('is refused before any project is scanned', async () => {
    const { folder, db } = await shared();
    const events: string[] = [];
    const onEvent: IndexContext['onEvent'] = ({ type }) => events.push(type);
    await expect(write(db, folder, ['shop'], { onEvent })).rejects.toMatchObject({ code: 'other_projects' });
    expect(events).toEqual([]);
  });

  test('is replaced if projects may be removed', async () => {
    const { folder, db } = await shared();
    await write(db, folder, ['shop'], { mayRemoveProjects: true });
    expect(await labelsOf(db)).toEqual(['shop']);
  });

  test('is replaced at the default path', async () => {
    const { folder, db } = await shared();
    await write(db, folder, ['shop'], { isDefaultPath: true });
    expect(await labelsOf(db)).toEqual(['shop']);
  });

  test('is refused through a symbolic link', async () => {
    const { folder, db } = await shared();
    const link = join(folder, 'link.db');
    symlinkSync('x.db', link);
    await expect(write(link, folder, ['shop'])).rejects.toMatchObject({ code: 'other_projects' });
    expect(await labelsOf(db)).toEqual(['api', 'shop', 'web']);
  });

  test('is refused if a project has another name, and the error counts the labels that it does not list', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
    const folder = folderOf(...names, 'q0');
    const db = join(folder, 'x.db');
    await write(db, folder, names);
    await expect(write(db, folder, ['q0', ...names.slice(1)])).rejects.toMatchObject({
      message: expect.stringContaining('would lose projects (10 now, 10 in the new index): p0'),
    });
    await expect(write(db, folder, ['q0'])).rejects.toMatchObject({
      message: expect.stringContaining('1 in the new index): p0, p1, p2, p3, p4 and 5 more'),
    });
  });

  test('is refused at the end if a project can not be scanned', async () => {
    const { folder, db } = await shared();
    writeFileSync(join(folder, 'web/.analyzerignore'), '[z-a]\n');
    const failed: string[] = [];
    const onFailed: IndexContext['onFailed'] = ({ label }) => failed.push(label);
    await expect(write(db, folder, ['api', 'shop', 'web'], { onFailed })).rejects.toMatchObject({
      code: 'other_projects',
      message: expect.stringContaining('2 in the new index): web'),
    });
    expect(failed).toEqual(['web']);
    expect(await labelsOf(db)).toEqual(['api', 'shop', 'web']);
  });
});

describe('an index of the same projects', () => {
  test('is replaced from other folders with the same names, and by more projects', async () => {
    const { db } = await shared();
    const moved = folderOf('api', 'shop', 'web', 'admin');
    await write(db, moved, ['web', 'shop', 'api']);
    await write(db, moved, ['web', 'shop', 'api', 'admin']);
    expect(await labelsOf(db)).toEqual(['admin', 'api', 'shop', 'web']);
  });

  test('is refused with the same folder under another name', async () => {
    const { db } = await shared();
    const renamed = folderOf('api', 'shop', 'web2');
    await expect(write(db, renamed, ['api', 'shop', 'web2'])).rejects.toMatchObject({
      message: expect.stringContaining('in the new index): web'),
    });
  });
});

test('an empty file has no projects, and is replaced', async () => {
  const folder = folderOf('shop');
  const db = join(folder, 'x.db');
  writeFileSync(db, '');
  await write(db, folder, ['shop']);
  expect(await labelsOf(db)).toEqual(['shop']);
});

describe('two processes that write at once', () => {
  test('the one without a project of the other is refused when it has waited', async () => {
    const folder = folderOf('api', 'shop', 'web');
    const db = join(folder, 'x.db');
    let second: Promise<unknown> | undefined;
    const onEvent: IndexContext['onEvent'] = ({ type }) => {
      if (type !== 'scanning') return;
      second ??= write(db, folder, ['shop']).catch((error: unknown) => error);
    };
    await write(db, folder, ['api', 'shop', 'web'], { onEvent });
    expect(await second).toMatchObject({ code: 'other_projects' });
    expect(await labelsOf(db)).toEqual(['api', 'shop', 'web']);
  });

  test('a file that another program put there during the run is compared too', async () => {
    const { folder, db } = await shared();
    const other = join(folder, 'y.db');
    const onEvent: IndexContext['onEvent'] = ({ type }) => {
      if (type === 'grouping') copyFileSync(db, other);
    };
    await expect(write(other, folder, ['shop'], { onEvent })).rejects.toMatchObject({ code: 'other_projects' });
    expect(await labelsOf(other)).toEqual(['api', 'shop', 'web']);
  });

  test('the file that is replaced is compared, not the new target of a link', async () => {
    const { folder, db } = await shared();
    const link = join(folder, 'link.db');
    await write(join(folder, 'small.db'), folder, ['shop']);
    writeFileSync(join(folder, 'other.db'), '');
    symlinkSync('other.db', link);
    const onEvent: IndexContext['onEvent'] = ({ type }) => {
      if (type !== 'grouping') return;
      copyFileSync(db, join(folder, 'other.db'));
      rmSync(link);
      symlinkSync('small.db', link);
    };
    await expect(write(link, folder, ['shop'], { onEvent })).rejects.toMatchObject({ code: 'other_projects' });
    expect(await labelsOf(join(folder, 'other.db'))).toEqual(['api', 'shop', 'web']);
  });
});

describe('an index that this version does not read', () => {
  test.each([1, 5, 10])('of version %i is compared by its labels', async (version) => {
    const folder = folderOf('api', 'shop');
    const db = join(folder, 'x.db');
    await olderIndex(db, version, ['api', 'shop']);
    await expect(write(db, folder, ['shop'])).rejects.toMatchObject({
      code: 'other_projects',
      message: expect.stringContaining('in the new index): api'),
    });
    await write(db, folder, ['api', 'shop']);
    expect(await labelsOf(db)).toEqual(['api', 'shop']);
  });

  test('with a damaged table of projects is refused, and replaced if projects may be removed', async () => {
    const { folder, db } = await shared();
    await damage(db, 'project');
    const damaged = readFileSync(db);
    await expect(write(db, folder, ['api', 'shop', 'web'])).rejects.toMatchObject({
      code: 'unusable_index',
      message: expect.stringContaining('it is damaged'),
      hint: expect.stringContaining('Delete the file'),
    });
    expect(readFileSync(db).equals(damaged)).toBe(true);
    await write(db, folder, ['shop'], { mayRemoveProjects: true });
    expect(await labelsOf(db)).toEqual(['shop']);
  });

  test('with a damaged index of labels does not hide a project', async () => {
    const { folder, db } = await shared();
    await damage(db, 'sqlite_autoindex_project_1');
    await expect(write(db, folder, ['shop'])).rejects.toMatchObject({ code: 'unusable_index' });
  });

  test('with damaged rows of other tables is compared by its labels', async () => {
    const { folder, db } = await shared();
    await damage(db, 'node');
    await expect(write(db, folder, ['shop'])).rejects.toMatchObject({ code: 'other_projects' });
    await write(db, folder, ['api', 'shop', 'web']);
    expect(await labelsOf(db)).toEqual(['api', 'shop', 'web']);
  });
});

async function olderIndex(db: string, version: number, labels: readonly string[]): Promise<void> {
  const schema = readFileSync(new URL(`../../../../../fixtures/index/version-${version}.sql`, import.meta.url), 'utf8');
  const database = await openDatabase(db, { readOnly: false });
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; ${schema}`);
  const statements = new Statements(database);
  const columns = statements.all('SELECT name, type FROM pragma_table_info(?)', ['project'], (row) => ({
    name: row.text('name'),
    value: row.text('type') === 'INTEGER' ? 1 : '[]',
  }));
  for (const [at, label] of labels.entries()) {
    const values = columns.map(({ name, value }) => (name === 'label' ? label : name === 'id' ? at + 1 : value));
    const names = columns.map(({ name }) => name).join();
    statements.run(`INSERT INTO project (${names}) VALUES (${values.map(() => '?').join()})`, ...values);
  }
  database.close();
}

/** Overwrites the root page of a table or index. */
async function damage(db: string, name: string): Promise<void> {
  const database = await openDatabase(db, { readOnly: true });
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE name = ?';
  const page = new Statements(database).first(sql, [name], (row) => row.integer('rootpage')) ?? 0;
  database.close();
  const bytes = readFileSync(db);
  const pageSize = bytes.readUInt16BE(16);
  writeFileSync(db, bytes.fill(0xa5, (page - 1) * pageSize, page * pageSize));
}
