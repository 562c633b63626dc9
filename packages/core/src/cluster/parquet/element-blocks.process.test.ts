import { expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import { completeOptions } from '#scan/options.ts';
import { readElements } from '#scan/read-elements.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { elementBlocks } from './element-blocks.ts';

const text = (name: string, length = 3) =>
  Array.from({ length }, (_, at) => `export function ${name}${at}(a) {\n  return a.${name}(${at});\n}\n`).join('');

test('files of one content, also of several projects, have its block', async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`one/many/${at}.js`, text(`many${at}`)]));
  const copies = Object.fromEntries(
    Object.entries(many).map(([path, content]) => [path.replace('one', 'two'), content]),
  );
  const own = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`two/m/${at}.js`, text(`own${at}`)]));
  const files = {
    'one/package.json': '{}',
    'one/a.js': text('a'),
    'one/b.js': text('b'),
    'one/c.ts': text('a'),
    'one/z.js': text('a'),
    ...many,
    'two/package.json': '{}',
    'two/0.js': text('b'),
    'two/large.js': text('large', 4000),
    'two/z.js': text('last'),
    ...own,
    ...copies,
  };
  const folder = fixtureFolder(files);
  const engine = await engineOfThisProcess();
  await indexFolder(folder, { engine });
  const paths = Object.keys(files).filter((path) => !path.endsWith('.json'));
  const facts = await readElements(folder, completeOptions({}), new Set(paths), { engine, outcomes: new Map() });
  const reader = await openIndex(dbOf(folder));
  reader.read((snapshot) => {
    const names = new Map(
      snapshot.all('SELECT file.id, label, path FROM file JOIN project ON project.id = project_id', [], (row) => [
        row.integer('id'),
        `${row.text('label')}/${row.text('path')}`,
      ]),
    );
    const portions = [...elementBlocks(snapshot)];
    // A row with more files than a portion of copies precedes the copies of `two/many`.
    expect(Math.max(...portions.map((its) => its.length).slice(1))).toBeLessThan(100);
    const blocks = portions.flat();
    expect(blocks.map(({ file }) => file)).toEqual(blocks.map(({ file }) => file).sort((a, b) => a - b));
    const found = new Map(blocks.map(({ file, elements }) => [names.get(file), Buffer.from(elements)]));
    expect([...found.keys()].sort()).toEqual(paths.toSorted());
    for (const path of paths) expect(found.get(path)?.equals(facts.get(path)?.elements ?? new Uint8Array())).toBe(true);
    const stored = snapshot.all('SELECT file_id, of_file_id FROM element_copy ORDER BY file_id', [], (row) => [
      names.get(row.integer('file_id')),
      names.get(row.integer('of_file_id')),
    ]);
    const expected = new Map([
      ['one/z.js', 'one/a.js'],
      ['two/0.js', 'one/b.js'],
      ...Object.keys(copies).map((path) => [path, path.replace('two', 'one')] as const),
    ]);
    expect(new Map(stored.map(([file, of]) => [file, of]))).toEqual(expected);
  });
  reader.close();
});
