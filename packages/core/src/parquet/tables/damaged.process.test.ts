import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contentOf, engineOfThisProcess, forge, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import { SCHEMA_VERSION } from '#index/schema/released.ts';
import { fixtureFolder, unprivileged, writeFiles } from '#tree/fixture-folder.ts';
import type { TableColumns, TableRow } from '../rows/table.ts';
import { TableWriter, type WrittenTable } from '../rows/table-writer.ts';
import { exported, exportTo, imported } from './fixture.ts';
import { LIST, LIST_COLUMNS } from './stored-tables.ts';
import { readTableList } from './table-list.ts';

const engine = await engineOfThisProcess();
const body = (name: string) => `def ${name}(a, b):\n    c = [a + 1, b * 2]\n    return [c, a - b, b]\n`;

const made = mkdtempSync(join(tmpdir(), 'analyzer-damaged-'));
/** The index of two projects, which imports replace, and its export. */
const db = join(made, 'w.db');
let folder = '';
beforeAll(async () => {
  const files = { 'w/one/setup.py': '', 'w/one/a.py': body('x'), 'w/two/setup.py': '', 'w/two/b.py': body('y') };
  writeFiles(made, files);
  await indexFolder(join(made, 'w'), { engine });
  await exportTo(join(made, 'export'), db);
});
beforeEach(() => {
  folder = fixtureFolder({});
  cpSync(join(made, 'export'), folder, { recursive: true });
});
afterAll(() => rmSync(made, { recursive: true }));

const file = (name: string) => join(folder, 'tables', `${name}.parquet`);

function cut(path: string, length: number): void {
  truncateSync(path, length);
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** Writes the list again, like an attacker who knows the format. */
async function forgeList(
  metadata: Readonly<Record<string, string>>,
  { table = '', written }: Forged = {},
): Promise<void> {
  const { tables, snapshotId, root } = await readTableList(folder);
  rmSync(join(folder, LIST));
  const own = { 'analyzer.export': '2', 'analyzer.index_version': String(SCHEMA_VERSION) };
  const ids = { 'analyzer.snapshot_id': snapshotId, 'analyzer.root': root };
  const list = new TableWriter(join(folder, LIST), LIST_COLUMNS, { ...own, ...ids, ...metadata });
  for (const its of tables) {
    const isForged = its.table.name === table;
    if (isForged && written === undefined) continue;
    const { rows, bytes, sha256 } = isForged && written !== undefined ? written : its;
    list.add({ table: its.table.name, rows: BigInt(rows), bytes: BigInt(bytes), sha256 });
  }
  list.finish();
}

interface Forged {
  table?: string;
  /** Undefined for a table that is not listed. */
  written?: WrittenTable;
}

/** Replaces a table with other rows, and its digest in the list. */
async function forgeTable<Columns extends TableColumns>(
  table: string,
  columns: Columns,
  rows: readonly TableRow<Columns>[],
): Promise<void> {
  rmSync(file(table));
  const writer = new TableWriter(file(table), columns, { 'analyzer.export': '2' });
  for (const row of rows) writer.add(row);
  await forgeList({}, { table, written: writer.finish() });
}

/** Replaces a table with that of an index with other content. */
async function otherTable(table: string, sql: string): Promise<void> {
  const other = join(fixtureFolder({}), 'other.db');
  cpSync(db, other);
  await forge(other, sql);
  cpSync(join(await exported(other), 'tables', `${table}.parquet`), file(table));
}

test.each<[what: string, damage: () => unknown, code: string, named: string]>([
  ['a missing folder', () => rmSync(folder, { recursive: true }), 'not_found', LIST],
  ['an export without tables', () => rmSync(join(folder, LIST)), 'not_found', LIST],
  ['a cut list', () => cut(join(folder, LIST), 99), 'invalid_file', `${LIST}: not a complete Parquet file`],
  ['a missing table', () => rmSync(file('node')), 'not_found', 'node.parquet'],
  ['a cut table', () => cut(file('node'), 500), 'invalid_file', 'node.parquet: not a complete Parquet file'],
  ['an empty file', () => cut(file('edge'), 0), 'invalid_file', 'edge.parquet: not a complete Parquet file'],
  ['a changed byte', () => flip(file('file'), 40), 'invalid_file', 'file.parquet: its SHA-256'],
  ['a table of another index', () => otherTable('file', 'UPDATE file SET size = 1'), 'invalid_file', 'file.parquet: '],
  ['two exchanged tables', () => cpSync(file('edge'), file('file')), 'invalid_file', 'without the column id'],
  [
    'two exchanged tables with the same columns',
    async () => {
      await forgeTable('cycle_file', { cycle_id: 'whole', file_id: 'whole', step: 'whole?' }, [
        { cycle_id: 1, file_id: 2, step: 0 },
      ]);
      cpSync(file('non_load_cycle_file'), file('cycle_file'));
    },
    'invalid_file',
    'cycle_file.parquet: ',
  ],
  [
    'a newer version',
    () => forgeList({ 'analyzer.index_version': '999' }),
    'invalid_file',
    `${LIST}: tables of an index of version 999`,
  ],
  ['another format', () => forgeList({ 'analyzer.export': '1' }), 'invalid_file', `${LIST}: export of version 1`],
  [
    'a list without a table',
    () => forgeList({}, { table: 'node' }),
    'invalid_file',
    `${LIST}: it does not list the table node`,
  ],
  ['a list with another root', () => forgeList({ 'analyzer.root': 'a' }), 'invalid_file', `${LIST}: its root is a`],
  [
    'a list with another id',
    () => forgeList({ 'analyzer.snapshot_id': 'a' }),
    'invalid_file',
    `${LIST}: its snapshot id`,
  ],
  ['a file of another program', () => writeFileSync(join(folder, LIST), 'PAR1 no PAR1'), 'invalid_file', LIST],
  [
    'a key twice',
    () =>
      forgeTable('name', { id: 'whole', text: 'text' }, [
        { id: 1, text: 'x' },
        { id: 1, text: 'y' },
      ]),
    'invalid_file',
    'name.parquet: no index can have a row of name',
  ],
  [
    'a null',
    () => forgeTable('name', { id: 'whole', text: 'text?' }, [{ id: 1, text: null }]),
    'invalid_file',
    'name.parquet: no index can have a row of name',
  ],
  [
    'a value of another type',
    () => forgeTable('name', { id: 'whole', text: 'bytes' }, [{ id: 1, text: Buffer.of(7) }]),
    'invalid_file',
    'name.parquet: a value of the column',
  ],
  [
    'an integer of 64 bits',
    () => forgeTable('name', { id: 'int64', text: 'text' }, [{ id: 1n << 60n, text: '' }]),
    'invalid_file',
    'name.parquet: a value of the column',
  ],
  [
    'a large row group',
    () =>
      forgeTable(
        'name',
        { id: 'whole', text: 'text' },
        Array.from({ length: 16_385 }, (_, id) => ({ id, text: String(id) })),
      ),
    'invalid_file',
    'name.parquet: a row group has more than',
  ],
  [
    'groups that are not those of the root',
    () => forgeTable('occurrence', OCCURRENCE, []),
    'invalid_file',
    `${LIST}: its root is`,
  ],
])('%s is an error with the file and the remedy, and changes no index', async (_what, damage, code, named) => {
  await damage();
  const before = readFileSync(db);
  const target = join(fixtureFolder({}), 'x.db');
  for (const place of [db, target]) {
    await expect(imported(folder, place)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(named),
      hint: expect.stringContaining('export'),
    });
    expect(readdirSync(join(place, '..')).filter((name) => name.endsWith('-new'))).toEqual([]);
  }
  expect(readFileSync(db).equals(before)).toBe(true);
  await expect(openIndex(target)).rejects.toMatchObject({ code: 'not_found' });
});

const OCCURRENCE = {
  group_id: 'whole',
  seq: 'whole',
  node_id: 'whole',
  similarity: 'whole?',
  match: 'whole?',
  start_line: 'whole?',
  end_line: 'whole?',
  start_byte: 'whole?',
  end_byte: 'whole?',
  callback: 'text?',
  callback_classes: 'whole?',
} as const;

test('a changed byte of the list is an error, or changes nothing', async () => {
  const [list, expected] = [readFileSync(join(folder, LIST)), await contentOf(db)];
  let refused = 0;
  for (let at = 0; at < list.length; at += 101) {
    writeFileSync(join(folder, LIST), list);
    flip(join(folder, LIST), at);
    try {
      expect(await contentOf(await imported(folder))).toEqual(expected);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_file', message: expect.stringContaining('.parquet: ') });
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(8);
});

test('a file without permission is an error with its path', async () => {
  chmodSync(file('node'), 0);
  const target = join(fixtureFolder({}), 'x.db');
  chmodSync(join(target, '..'), 0o777);
  await unprivileged(folder, async () => {
    await expect(imported(folder, target)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('node.parquet'),
    });
  });
});

test('an existing file that is not an index is not replaced', async () => {
  const target = join(fixtureFolder({ 'x.db': 'mine' }), 'x.db');
  await expect(imported(folder, target)).rejects.toMatchObject({ code: 'unusable_index' });
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('an interrupted import leaves no file', async () => {
  const target = join(fixtureFolder({}), 'x.db');
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(imported(folder, target, stopped)).rejects.toThrow();
  expect(readdirSync(join(target, '..')).filter((name) => !name.endsWith('-lock'))).toEqual([]);
});
