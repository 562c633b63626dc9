import { createHash } from 'node:crypto';
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
    near_units: await read('near_units.parquet'),
    block_starts: await read('block_starts.parquet'),
    block_files: await read('block_files.parquet'),
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
  expect(await readExport(out)).toMatchObject({ projects: ['one', 'two'], rows: 6 });
});

const near = (name: string, last: string) => `
class ${name}:
    def method(self, a, b):
        for item in a:
            if item.size > b.size and item.kind in ('x', 'y'):
                self.add(item.first, item.second, key=b.key)
                print(item.name, b.name, sep='-', end='.')
        return [self.total(a), b.last, a.first(b.rest), ${last}]
`;

test('declarations of an export that are compared have their sets of 5-grams, by fingerprint', async () => {
  const { out, near_units } = await tablesOf({
    'w/one/setup.py': '',
    'w/one/a.py': near('A', '1') + near('B', "'z'"),
    'w/two/setup.py': '',
    'w/two/b.py': near('C', '1'),
  });
  const { rows } = near_units;
  expect(rows.map(({ unit }) => unit)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
  for (const { hash_range, fingerprint, grams, size } of rows) {
    const bytes = Buffer.alloc(8 * grams.length);
    for (const [at, gram] of grams.entries()) bytes.writeBigInt64BE(gram, 8 * at);
    expect(size).toBe(grams.length);
    expect(Buffer.from(fingerprint)).toEqual(createHash('sha256').update(bytes).digest());
    expect(hash_range).toBe(fingerprint[0]);
  }
  const hashes = rows.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex'));
  expect(hashes).toEqual(hashes.toSorted());
  // A class has the same body as one of another name, as have their methods.
  expect(new Set(hashes).size).toBe(4);
  const shown = rows.map(({ path, name, declaration, around }) => [path, name, declaration, around].join(' '));
  expect(shown.toSorted()).toEqual([
    'a.py A 0 ',
    'a.py B 2 ',
    'a.py method 1 0',
    'a.py method 3 2',
    'b.py C 0 ',
    'b.py method 1 0',
  ]);
  const hasBody = rows.map(({ name, body }) => [name === 'method', Buffer.from(body).some((byte) => byte !== 0)]);
  expect(hasBody.every(([isFunction, has]) => isFunction === has)).toBe(true);
  const grams = rows.reduce((sum, { size }) => sum + size, 0);
  expect(await readExport(out)).toMatchObject({ near: { units: 6, grams, minNodes: '30' } });
  const files = ['block_files', 'block_starts', 'functions', 'near_units', 'projects', 'tables'];
  expect(readdirSync(out).sort()).toEqual([...files.map((name) => `${name}.parquet`), 'tables'].sort());
});

test('runs of units of an export have the hash of their shortest run with enough nodes, by that hash', async () => {
  const { out, block_starts, block_files } = await tablesOf({
    'w/one/setup.py': '',
    'w/one/a.py': `x = 1\n${near('A', '1')}`,
    'w/two/setup.py': '',
    'w/two/tests/b.py': `x = 1\n${near('A', '1')}y = 2\n`,
  });
  const seeds = block_starts.rows.map(({ seed }) => BigInt.asUintN(64, seed));
  expect(seeds).toEqual(seeds.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
  expect(block_starts.rows.map(({ hash_range }) => hash_range)).toEqual(seeds.map((seed) => Number(seed >> 56n)));
  expect(block_files.rows).toEqual([
    { file: expect.any(BigInt), project: 'one', path: 'a.py', language: 'python', classes: '' },
    { file: expect.any(BigInt), project: 'two', path: 'tests/b.py', language: 'python', classes: 'test' },
  ]);
  const [a, b] = block_files.rows.map(({ file }) => block_starts.rows.filter((row) => row.file === file));
  const shown = (rows: typeof block_starts.rows | undefined) =>
    rows?.map(({ kind, unit, is_first, before, seed }) => [kind, unit, is_first, before, seed].join(' '));
  expect(shown(b)).toEqual(shown(a));
  expect(a?.length).toBeGreaterThan(4);
  expect(a?.every(({ is_first, before }) => (before === 0n) === (is_first === 1))).toBe(true);
  expect(new Set(a?.map(({ kind, is_first }) => `${kind} ${is_first}`)).size).toBe(4);
  const sizes = new Map([
    ['block', '30'],
    ['block-shape', '50'],
  ]);
  expect(await readExport(out)).toMatchObject({ blocks: { starts: seeds.length, minNodes: sizes } });
});

test('a folder without an export, or with another Parquet file, is an error with the file', async () => {
  await expect(readExport(fixtureFolder({}))).rejects.toMatchObject({ code: 'not_found' });
  const folder = fixtureFolder({ 'projects.parquet': 'PAR1', 'functions.parquet': '' });
  await expect(readExport(folder)).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringContaining('projects.parquet: not a complete Parquet file'),
  });
});
