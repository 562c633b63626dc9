import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import { contentOf, engineOfThisProcess } from '#index/fixture.ts';
import { indexWorkspace } from '#index/index-workspace.ts';
import { partsOfIndex } from '#index/kept/parts-of-index.ts';
import { openIndex } from '#index/reader.ts';
import type { ScanOptions } from '#scan/model.ts';
import { fixtureFolder, writeFiles } from '#tree/fixture-folder.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { exportTables } from '../rows/export-index.ts';
import { exported, imported } from './fixture.ts';
import { importExports } from './import-exports.ts';

const engine = await engineOfThisProcess();
const { signal } = new AbortController();

const mean = (name: string) => `def ${name}(values):
    total = 0
    for value in values:
        total = total + value
    if not values:
        raise ValueError('nothing')
    return total / len(values)
`;

/** Four projects with copies, calls, contracts and imports of each other. */
const FILES = {
  'w/api/package.json': '{"name": "api", "main": "a.js"}',
  'w/api/a.js':
    "import { b } from './b.js';\nexport function a(list) {\n  return list.map(b).filter((it) => it > 3);\n}\n",
  'w/api/b.js': "import { a } from './a.js';\nexport function b(list) {\n  return a(list.map((it) => it * 2));\n}\n",
  'w/api/contracts.json': '{"contracts":[{"scope":"project","intent":"Serves orders."}]}',
  'w/jobs/pyproject.toml': '',
  'w/jobs/numbers.py': `${mean('mean')}\nprint(mean([1, 2]))\n`,
  'w/web/package.json': '{"name": "web", "dependencies": {"api": "1"}}',
  'w/web/use.mjs': "import { a } from 'api';\nexport const c = () => a([]);\n",
  'w/web/mean.py': mean('mean_of'),
  'w/zero/setup.py': '',
  'w/zero/again.py': `class Again:\n    pass\n\n\n${mean('mean')}`,
};

const made = mkdtempSync(join(tmpdir(), 'analyzer-exports-'));
const kept = { cacheDir: join(made, 'cache'), program: 'test', engine };

/** An index of some of the projects. */
async function indexed(name: string, labels: readonly string[], scan: Partial<ScanOptions> = {}): Promise<string> {
  const { projects } = discover([join(made, 'w')], { discover: true, split: false, scan });
  const db = join(made, `${name}.db`);
  await indexWorkspace(
    projects.filter(({ label }) => labels.includes(label)),
    { db, ...kept },
  );
  return db;
}

/** The folder of an export with the parts of its projects. */
async function withParts(db: string, folder: string, context = kept): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const reader = await openIndex(db);
  try {
    const { snapshot } = reader.open();
    await exportTables(snapshot, folder, { parts: partsOfIndex(reader, snapshot, context), signal });
  } finally {
    reader.close();
  }
  return folder;
}

/** Two exports, whose labels alternate. */
const [one, two] = [join(made, 'one'), join(made, 'two')];
let [all, id] = ['', ''];
beforeAll(async () => {
  writeFiles(made, FILES);
  await withParts(await indexed('one', ['api', 'web']), one);
  await withParts(await indexed('two', ['jobs', 'zero']), two);
  all = await indexed('all', ['api', 'jobs', 'web', 'zero']);
  const reader = await openIndex(all);
  id = reader.read((snapshot) => snapshot.id);
  reader.close();
});
afterAll(() => rmSync(made, { recursive: true }));

async function joined(folders: readonly string[]) {
  const db = join(fixtureFolder({}), 'x.db');
  return { db, id: await importExports(folders, db, { engine, signal }) };
}

test.each([
  ['in the order of labels', () => [one, two]],
  ['in another order', () => [two, one]],
])('exports %s become the index of all their projects', async (_order, folders) => {
  const { db, id: found } = await joined(folders());
  expect(found).toBe(id);
  const [expected, rows] = [await contentOf(all), await contentOf(db)];
  expect(rows).toEqual(expected);
  for (const table of ['linked_import', 'token_record', 'control_block', 'contract', 'call_block']) {
    expect([table, rows[table]?.length]).not.toEqual([table, 0]);
  }
  expect(rows.group_project?.length).toBeGreaterThan(rows.clone_group?.length ?? 0);
});

test('one export with parts has the same index as one without', async () => {
  expect(await contentOf(await imported(one))).toEqual(await contentOf(join(made, 'one.db')));
  expect((await joined([one])).id).toBe(await idOf(join(made, 'one.db')));
});

async function idOf(db: string): Promise<string> {
  const reader = await openIndex(db);
  try {
    return reader.read((snapshot) => snapshot.id);
  } finally {
    reader.close();
  }
}

test('exports with the same project are refused, also if one is twice the same', async () => {
  await expect(joined([one, two, one])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/the project api is in .*one and in .*one/),
  });
});

test('an export without parts is refused with the remedy', async () => {
  await expect(joined([one, await exported(join(made, 'two.db'))])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('has no parts of its projects'),
    hint: expect.stringContaining('--cache-dir'),
  });
});

test.each<[flag: string, scan: Partial<ScanOptions>, found: string, expected: string]>([
  ['--kinds', { kinds: ['near'] }, 'near', 'function-body,function-shape,near,block,block-shape'],
  ['--min-near', { min_near_nodes: 40 }, '40', '30'],
  ['--min-block', { min_block_nodes: 40 }, '40', '30'],
  ['--min-block-shape', { min_block_shape_nodes: 70 }, '70', '50'],
])('exports of projects that were indexed with another %s are refused', async (flag, scan, found, expected) => {
  const other = await withParts(await indexed('other', ['jobs'], scan), fixtureFolder({}));
  await expect(joined([one, other])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(
      `the project jobs was indexed with ${flag} ${found}, the project api with ${flag} ${expected}`,
    ),
    hint: expect.stringContaining(flag),
  });
});

test.each<[what: string, damage: (path: string) => void, problem: string]>([
  ['cut', (path) => truncateSync(path, 5000), 'not a complete Parquet file'],
  ['empty', (path) => truncateSync(path, 0), 'not a complete Parquet file'],
  ['exchanged', (path) => cpSync(join(one, 'tables/project_part.parquet'), path), 'as listed'],
  ['another table', (path) => cpSync(join(two, 'tables/name.parquet'), path), 'without the column project'],
])('a file of parts that is %s is an error with its path and the remedy', async (_what, damage, problem) => {
  const folder = fixtureFolder({});
  cpSync(two, folder, { recursive: true });
  const path = join(folder, 'tables/project_part.parquet');
  damage(path);
  await expect(joined([one, folder])).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(`^${path}: .*${problem}`),
    hint: expect.stringContaining('workspace export'),
  });
});

test.each<[what: string, context: () => typeof kept, files?: Record<string, string>]>([
  ['of another cache', () => ({ ...kept, cacheDir: join(made, 'none') })],
  ['of another version of the program', () => ({ ...kept, program: 'other' })],
  ['of an earlier state', () => kept, { 'w/api/b.js': 'export const b = 1;\n' }],
])('parts %s are not exported', async (_what, context, files = {}) => {
  writeFiles(made, files);
  const { projects } = discover([join(made, 'w')], { discover: true, split: false, scan: {} });
  const db = join(fixtureFolder({}), 'x.db');
  await indexWorkspace(projects, { db, engine });
  await expect(withParts(db, fixtureFolder({}), context())).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('part of the project: api'),
    hint: expect.stringContaining('--cache-dir'),
  });
  writeFiles(made, FILES);
  const partial = readdirSync(tmpdir()).filter(
    (name) => name.startsWith('analyzer-parts-') && name.includes(`-${process.pid}-`),
  );
  expect(partial).toEqual([]);
});

test('an import removes the folders that killed ones left', async () => {
  const { pid } = spawnSync('true');
  const left = new WorkFolder('parts').path;
  const abandoned = left.replace(`-${process.pid}-`, `-${pid}-`);
  renameSync(left, abandoned);
  await importExports([one, two], join(fixtureFolder({}), 'x.db'), { engine, signal });
  expect(existsSync(abandoned)).toBe(false);
});

test('damaged parts are an error with the file, and no index is written', async () => {
  const path = join(two, 'tables/project_part.parquet');
  const before = readFileSync(path);
  const db = join(fixtureFolder({}), 'x.db');
  for (const at of [40, Math.floor(before.length / 2), before.length - 9]) {
    const bytes = Buffer.from(before);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(importExports([one, two], db, { engine, signal })).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining('project_part.parquet'),
    });
  }
  rmSync(path);
  await expect(importExports([one, two], db, { engine, signal })).rejects.toMatchObject({ code: 'not_found' });
  writeFileSync(path, before);
  await expect(openIndex(db)).rejects.toMatchObject({ code: 'not_found' });
  expect((await joined([one, two])).id).toBe(id);
});
