import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import { merkleRoot } from '#index/root/merkle-root.ts';
import { RangeSums } from '#index/root/range-sums.ts';
import { rootOfKinds } from '#index/root/stored-root.ts';
import { fixtureFolder, writeFiles } from '#tree/fixture-folder.ts';
import { BLOCK_KINDS } from '../blocks/seeds.ts';
import { fileBuffer } from '../parquet/file-buffer.ts';
import { readExport } from '../parquet/read-export.ts';
import { exportTo } from '../tables/fixture.ts';
import { sqliteRun } from './fixture.ts';
import { groupBlocks } from './group-blocks.ts';

const sources = fileURLToPath(new URL('../../relate/copies/', import.meta.url));
const text = (name: string) => readFileSync(join(sources, `${name}.ts`), 'utf8');
/** The same statements with other names. */
const renamed = (name: string) => text(name).replaceAll(/\b(at|its|start|length|units)\b/g, '$1_');
const rows = (count: number) => `export const table = [${'[1, "a", f(2, 3), { b: 4 }],\n'.repeat(count)}];\n`;

const A = {
  'w/one/package.json': '{}',
  'w/one/a.ts': text('block-groups') + rows(60),
  'w/one/b.ts': renamed('near-groups'),
  // Contents that the index has already.
  'w/one/c/a.ts': text('block-groups') + rows(60),
  'w/three/package.json': '{}',
  'w/three/a.ts': renamed('block-groups'),
  'w/three/b.ts': renamed('near-groups'),
};
const B = {
  'w/four/package.json': '{}',
  'w/four/f.ts': `${text('near-groups')}\n${text('fold-groups')}`,
  'w/two/package.json': '{}',
  'w/two/same.ts': text('block-groups') + rows(61),
  'w/two/tests/ünï\te.ts': `${renamed('fold-groups')}\n${text('gram-sets')}`,
};

const made = mkdtempSync(join(tmpdir(), 'analyzer-blocks-'));
const exports = [join(made, 'a'), join(made, 'b')];
let root = '';
beforeAll(async () => {
  const engine = await engineOfThisProcess();
  for (const [name, content] of Object.entries({ a: A, b: B, all: { ...A, ...B } })) {
    const folder = join(made, `files-${name}`);
    mkdirSync(folder);
    writeFiles(folder, content);
    await indexFolder(join(folder, 'w'), { engine });
    await exportTo(join(made, name), dbOf(join(folder, 'w')));
  }
  const reader = await openIndex(dbOf(join(made, 'files-all/w')));
  root = reader.read((snapshot) => rootOfKinds(snapshot, BLOCK_KINDS)).root;
  reader.close();
});
afterAll(() => rmSync(made, { recursive: true }));

interface Options {
  mostUnits?: number;
  isOrdered?: boolean;
  /** The number of runs of the engine after which the user interrupts. */
  runs?: number;
}

async function group(from: readonly string[], { mostUnits = 1_000_000, isOrdered = true, runs }: Options = {}) {
  const [folder, target] = [fixtureFolder({}), fixtureFolder({})];
  for (const name of ['groups', 'members']) mkdirSync(join(target, name));
  for (const [at, its] of from.entries()) {
    symlinkSync(resolve(its, 'block_starts.parquet'), join(folder, `block-starts-${at}.parquet`));
  }
  const sums = new RangeSums();
  const read = await Promise.all(from.map(readExport));
  const engine = sqliteRun(folder, isOrdered);
  const controller = new AbortController();
  let done = 0;
  const run = async (statements: readonly string[]) => {
    await engine.run(statements);
    if (++done === runs) controller.abort();
  };
  const options = { kinds: BLOCK_KINDS, folder, target, mostUnits };
  const leftOut = await groupBlocks({ ...engine, run }, read, options, sums, controller.signal).catch(
    (error: unknown) => {
      if (runs !== undefined) expect(done).toBe(runs);
      throw error;
    },
  );
  return { root: merkleRoot(sums.ranges()), leftOut, target };
}

test('the blocks of two exports are those of one index of their projects, in any order of the exports', async () => {
  const [a = '', b = ''] = exports;
  const found = await group([a, b]);
  expect(found).toMatchObject({ root, leftOut: [] });
  expect((await group([b, a])).root).toBe(root);
  const groups = await parquetReadObjects({ file: fileBuffer(join(found.target, 'groups/blocks.parquet')) });
  for (const kind of BLOCK_KINDS) expect(groups.filter((its) => its.kind === kind).length).toBeGreaterThan(2);
  const members = await parquetReadObjects({ file: fileBuffer(join(found.target, 'members/blocks.parquet')) });
  expect(members.find(({ path }) => path === 'tests/ünï\te.ts')).toMatchObject({
    ...{ project: 'two', name: '', language: 'typescript', classes: 'test', similarity: 0 },
  });
});

test('classes with too many units are left out, with where they are', async () => {
  const { leftOut, root: other, target } = await group(exports, { mostUnits: 10 });
  expect(leftOut.length).toBeGreaterThan(0);
  expect(Math.min(...leftOut)).toBeGreaterThan(10);
  expect(other).not.toBe(root);
  const listed = await parquetReadObjects({ file: fileBuffer(join(target, 'left_out/blocks.parquet')) });
  expect(new Set(listed.map(({ component, kind }) => `${kind} ${component}`)).size).toBe(leftOut.length);
  expect(listed[0]).toMatchObject({ project: expect.any(String), path: expect.stringContaining('.ts') });
});

test('rows that an engine does not order are an error', async () => {
  await expect(group(exports, { isOrdered: false })).rejects.toThrow('not ordered');
});

test.each([1, 2, 3, 4])('an interrupt after run %i of the engine ends the work', async (runs) => {
  await expect(group(exports, { runs })).rejects.toThrow(/abort|interrupted/);
});

test('exports without repeated runs have no groups', async () => {
  const engine = await engineOfThisProcess();
  const folder = fixtureFolder({ 'w/one/package.json': '{}', 'w/one/a.ts': 'export const a = 1;\n' });
  await indexFolder(join(folder, 'w'), { engine });
  await exportTo(join(folder, 'x'), dbOf(join(folder, 'w')));
  expect((await group([join(folder, 'x')])).root).toBe(merkleRoot(new RangeSums().ranges()));
});

const flip = (path: string, at: number) => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

test.each<[what: string, name: string, damage: (path: string, other: string) => void, problem: string]>([
  ['cut', 'block_starts.parquet', (path) => truncateSync(path, 500), 'not a complete Parquet file'],
  ['cut', 'block_files.parquet', (path) => truncateSync(path, 50), 'not a complete Parquet file'],
  ['empty', 'block_starts.parquet', (path) => truncateSync(path, 0), 'not a complete Parquet file'],
  ['changed', 'block_starts.parquet', (path) => flip(path, 300), 'it is damaged or exchanged'],
  ['changed', 'block_files.parquet', (path) => flip(path, 30), 'it is damaged or exchanged'],
  ['exchanged', 'block_starts.parquet', (path, other) => cpSync(other, path), 'of another export'],
  ['exchanged', 'block_files.parquet', (path, other) => cpSync(other, path), 'of another export'],
  ['exchanged', 'tables.parquet', (path, other) => cpSync(other, path), 'of another export'],
  ['changed', 'tables/element_block.parquet', (path) => flip(path, 300), 'it is damaged or exchanged'],
  ['exchanged', 'tables/element_block.parquet', (path, other) => cpSync(other, path), 'cut off or exchanged'],
])('a file that is %s is an error with its path and the remedy: %s', async (_what, name, damage, problem) => {
  const [a = '', b = ''] = exports;
  const folder = fixtureFolder({});
  cpSync(a, folder, { recursive: true });
  damage(join(folder, name), join(b, name));
  await expect(group([folder, b])).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(`^${join(folder, name)}: .*${problem}`),
    hint: expect.stringContaining('workspace export'),
  });
});

test('an export without one of the files for blocks is an error with its path', async () => {
  const [a = ''] = exports;
  const folder = fixtureFolder({});
  cpSync(a, folder, { recursive: true });
  rmSync(join(folder, 'block_files.parquet'));
  await expect(readExport(folder)).rejects.toMatchObject({ code: 'not_found' });
  rmSync(join(folder, 'block_starts.parquet'));
  expect(await readExport(folder)).toMatchObject({ blocks: undefined });
});
