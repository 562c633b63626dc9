import { expect, test } from 'vitest';
import { scanOf } from '#check/fixture.ts';
import { engineOfThisProcess } from '#diff/fixture.ts';
import type { Scan } from '#scan/model.ts';
import { readElements } from '#scan/read-elements.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { Folder } from '#tree/folder.ts';
import { findMissedBetween, type ScannedState } from './find-between-scans.ts';

type Files = Record<string, string>;

/** A function of the asynchronous copy has the same statements, with `await`. */
function store(
  name: string,
  { guard = false, isAsync = false, style = '"', expiry = '', local = 'encoded' } = {},
): string {
  const [define, wait] = isAsync ? ['async def', 'await '] : ['def', ''];
  return [
    `class ${name}:`,
    `    ${define} put(self, key, value, seconds):`,
    `        ${local} = self.encoder.encode(key, self.prefix)`,
    ...(guard
      ? [`        if not ${local}.startswith(self.prefix):`, `            raise ValueError(${style}bad key${style})`]
      : []),
    `        found = ${wait}self.backend.lookup(${local}, self.timeout)`,
    `        self.log.debug(found, ${local}, self.prefix, seconds)`,
    `        ${wait}self.backend.store(${local}, value, seconds${expiry})`,
    '        return found',
    '',
  ].join('\n');
}

const files = { 'store.py': store('Store'), 'aio/store.py': store('AsyncStore', { isAsync: true }) };
const fixed = { ...files, 'store.py': store('Store', { guard: true }) };

async function missed(before: Files, after: Files) {
  const [old, now] = await Promise.all([state(before), state(after)]);
  return findMissedBetween(old, now);
}

async function state(its: Files): Promise<ScannedState> {
  const scan: Scan = await scanOf(its);
  const source = new Folder(fixtureFolder(its));
  const context = { engine: engineOfThisProcess(), outcomes: new Map() };
  return { scan, source, read: (paths) => readElements(source, scan.options, paths, context) };
}

test('an edit that merges into a copy is one note with the merge result', async () => {
  const found = await missed(files, fixed);
  expect(found).toHaveLength(1);
  expect(found[0]?.edited.path).toBe('store.py');
  expect(found[0]?.copies.map(({ path }) => path)).toEqual(['aio/store.py']);
  expect(found[0]?.hunks[0]?.merged).toEqual([
    '     async def put(self, key, value, seconds):',
    '         encoded = self.encoder.encode(key, self.prefix)',
    '+        if not encoded.startswith(self.prefix):',
    '+            raise ValueError("bad key")',
    '         found = await self.backend.lookup(encoded, self.timeout)',
    '         self.log.debug(found, encoded, self.prefix, seconds)',
  ]);
});

test('an edit that both copies got is not noted', async () => {
  const both = { ...fixed, 'aio/store.py': store('AsyncStore', { isAsync: true, guard: true }) };
  expect(await missed(files, both)).toEqual([]);
});

test('an edit whose copy already has it is not noted', async () => {
  const before = { ...files, 'aio/store.py': store('AsyncStore', { isAsync: true, guard: true }) };
  const after = { ...before, 'store.py': store('Store', { guard: true }) };
  expect(await missed(before, after)).toEqual([]);
});

test('the same edit of two copies is one note about the third copy', async () => {
  const before = { ...files, 'old/store.py': store('OldStore') };
  const after = {
    ...before,
    'store.py': store('Store', { guard: true }),
    'old/store.py': store('OldStore', { guard: true }),
  };
  const found = await missed(before, after);
  expect(found.map(({ copies }) => copies.map(({ path }) => path))).toEqual([['aio/store.py']]);
});

test('an edit with two copies is one note with both', async () => {
  const before = { ...files, 'old/store.py': store('OldStore') };
  const found = await missed(before, { ...before, 'store.py': store('Store', { guard: true }) });
  expect(found.map(({ copies }) => copies.map(({ path }) => path))).toEqual([['aio/store.py', 'old/store.py']]);
});

test('an edit with several changes of a function is one note', async () => {
  const found = await missed(files, { ...files, 'store.py': store('Store', { guard: true, expiry: ', self.margin' }) });
  expect(found).toHaveLength(1);
  expect(found[0]?.hunks).toHaveLength(2);
});

test('an edit that conflicts in the copy is not noted', async () => {
  const before = { ...files, 'aio/store.py': store('AsyncStore', { isAsync: true, expiry: ', self.jitter' }) };
  const after = { ...before, 'store.py': store('Store', { guard: true, expiry: ', self.margin' }) };
  expect(await missed(before, after)).toEqual([]);
});

test('an edit that only renames a variable is not noted', async () => {
  expect(await missed(files, { ...files, 'store.py': store('Store', { local: 'name' }) })).toEqual([]);
});

test('an edit that replaces only a name which the copy has otherwise is not noted', async () => {
  const typed = (name: string, type: string) => store(name).replace('self.prefix, seconds', `${type}, seconds`);
  const before = { 'a.py': typed('A', 'Fast'), 'b.py': typed('B', 'Slow') };
  expect(await missed(before, { ...before, 'a.py': typed('A', 'Faster') })).toEqual([]);
});

test('an edit of layout and comments only is not noted', async () => {
  const text = files['store.py'].replace('found =', '# look it up\n        found  =');
  expect(await missed(files, { ...files, 'store.py': text })).toEqual([]);
});

test('an edit is not noted if the copy was deleted or rewritten in the same change', async () => {
  expect(await missed(files, { 'store.py': fixed['store.py'] })).toEqual([]);
  expect(await missed(files, { ...fixed, 'aio/store.py': 'class AsyncStore:\n    pass\n' })).toEqual([]);
});

test('a copy in a test or in a generated file is not noted', async () => {
  for (const path of ['tests/test_store.py', 'store_pb2.py']) {
    const before = { 'store.py': files['store.py'], [path]: files['aio/store.py'] };
    expect(await missed(before, { ...before, 'store.py': fixed['store.py'] })).toEqual([]);
  }
});

test('a new file and a copy that is new are not noted', async () => {
  expect(await missed({ 'aio/store.py': files['aio/store.py'] }, fixed)).toEqual([]);
  expect(await missed({ 'store.py': files['store.py'] }, fixed)).toEqual([]);
});

test('a file with a syntax error is not noted, and edits of other files are', async () => {
  const broken = { ...fixed, 'store.py': `${fixed['store.py']}def broken(:\n` };
  expect(await missed(files, broken)).toEqual([]);
  const before = { ...files, 'other.py': 'x = 1\n' };
  expect(await missed(before, { ...fixed, 'other.py': 'def broken(:\n' })).toHaveLength(1);
});

test('a copy in a file that the change renames is a place of a note', async () => {
  const after = { 'store.py': fixed['store.py'], 'asynchronous.py': files['aio/store.py'] };
  expect((await missed(files, after)).map(({ copies }) => copies[0]?.path)).toEqual(['asynchronous.py']);
});

test('a change without an edited copy reads no file', async () => {
  const before = { ...files, 'other.py': 'def add(a, b):\n    return a + b\n' };
  const [old, now] = await Promise.all([
    state(before),
    state({ ...before, 'other.py': 'def add(a, b):\n    return b + a\n', 'new.py': 'x = 1\n' }),
  ]);
  const read = () => Promise.reject(new Error('a file was read'));
  expect(await findMissedBetween({ ...old, read }, { ...now, read })).toEqual([]);
});
