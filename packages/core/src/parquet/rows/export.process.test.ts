import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import { storedRoot } from '#index/root/stored-root.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { exportTables } from './export-index.ts';
import { readExport } from './read-export.ts';

const body = (name: string, plus: string) =>
  `def ${name}(a, b):\n    c = [a + ${plus}, b * 2]\n    return [c, a - b, b]\n`;

const files = {
  'w/one/setup.py': '',
  'w/one/a.py': `${body('f', '1') + body('g', '2')}def tiny():\n    pass\n`,
  'w/two/setup.py': '',
  'w/two/tests/ünï\tb.py': body('x', '1'),
};

/** Exports the index of the files, and reads its tables with hyparquet. */
async function tablesOf(content: Readonly<Record<string, string>> = files) {
  const folder = join(fixtureFolder(content), 'w');
  await indexFolder(folder, { engine: await engineOfThisProcess() });
  const out = fixtureFolder({});
  const reader = await openIndex(dbOf(folder));
  const { snapshot, close } = reader.open();
  const root = storedRoot(snapshot);
  await exportTables(snapshot, out, new AbortController());
  close();
  reader.close();
  const read = async (name: string) => {
    const bytes = readFileSync(join(out, name));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    return { rows: await parquetReadObjects({ file, utf8: false }), metadata: parquetMetadata(file) };
  };
  return {
    out,
    root,
    functions: await read('functions.parquet'),
    projects: await read('projects.parquet'),
  };
}

test('functions of an export are those of the index, once for each kind, by fingerprint', async () => {
  const { out, root, functions, projects } = await tablesOf();
  // Three functions of at least 12 nodes; those of equal bodies have one fingerprint, all three one shape with its literals.
  const shown = functions.rows.map(({ kind, project, path, name }) => [kind, project, path, name].join(' '));
  expect(shown.toSorted()).toEqual([
    'function-body one a.py f',
    'function-body one a.py g',
    'function-body two tests/ünï\tb.py x',
    'function-shape one a.py f',
    'function-shape one a.py g',
    'function-shape two tests/ünï\tb.py x',
  ]);
  const hashes = functions.rows.map(({ fingerprint }) => Buffer.from(fingerprint));
  expect(hashes).toEqual(hashes.toSorted(Buffer.compare));
  expect(hashes.every(({ length }) => length === 32)).toBe(true);
  expect(functions.rows.map(({ hash_range }) => hash_range)).toEqual(hashes.map(([first]) => first));
  expect(new Set(hashes.map((its) => its.toString('hex'))).size).toBe(4);
  const test = functions.rows.find(({ name }) => name === 'x');
  expect(test).toMatchObject({ start_byte: 0n, start_line: 1, end_line: 3, language: 'python', classes: 'test' });
  expect(projects.rows.map(({ project, functions: n }) => [project, n])).toEqual([
    ['one', 3n],
    ['two', 1n],
  ]);
  expect(functions.metadata.key_value_metadata).toContainEqual({ key: 'analyzer.root', value: root });
  expect(await readExport(out)).toMatchObject({ projects: ['one', 'two'] });
  expect(readdirSync(out).sort()).toEqual(['functions.parquet', 'projects.parquet', 'tables', 'tables.parquet']);
});

test('a folder without an export, or with another Parquet file, is an error with the file', async () => {
  await expect(readExport(fixtureFolder({}))).rejects.toMatchObject({ code: 'not_found' });
  const folder = fixtureFolder({ 'projects.parquet': 'PAR1', 'functions.parquet': '' });
  await expect(readExport(folder)).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringContaining('projects.parquet: not a complete Parquet file'),
  });
});
