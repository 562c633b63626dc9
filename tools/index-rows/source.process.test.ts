import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rustSource, tablesOf, typeScriptSource } from './source.mjs';

const DOCUMENT = {
  codes: { about: 'lists', colours: ['red', 'green'] },
  values: { integer: '', string: '', bytes: '' },
  tables: { big_fish: { id: 'integer', colour: 'colours', name: 'string?', scales: 'bytes' } },
};

test('the generated row layouts match languages/index-rows.json', () => {
  const generator = fileURLToPath(new URL('../index-rows.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [generator, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('a Rust row is a struct whose cells are written in the order of the columns', () => {
  const source = rustSource(DOCUMENT);
  expect(source).toContain('pub const COLOURS: [&str; 2] = ["red", "green"];');
  expect(source).toContain(
    "pub struct BigFishRow<'a> {\n    pub id: u64,\n    pub colour: u64,\n    pub name: Option<&'a str>,\n    pub scales: &'a [u8],\n}",
  );
  expect(source.match(/cells\.\w+\(self\.\w+\)/gu)).toEqual([
    'cells.number(self.id)',
    'cells.number(self.colour)',
    'cells.optional_text(self.name)',
    'cells.bytes(self.scales)',
  ]);
});

test('a TypeScript layout lists columns and values in the same order', () => {
  const source = typeScriptSource(DOCUMENT).replaceAll(/\s+/gu, ' ');
  expect(source).toContain("export const COLOURS = [ 'red', 'green', ] as const;");
  expect(source).toContain("columns: [ 'id', 'colour', 'name', 'scales', ],");
  expect(source).toContain("values: [ 'integer', 'colours', 'string?', 'bytes', ],");
});

test.each(['number', 'about', 'integer??', '?'])(
  'a column with the unknown value %j is rejected with its pointer',
  (value) => {
    const tables = { big_fish: { id: value } };
    expect(() => tablesOf({ ...DOCUMENT, tables })).toThrow(
      `languages/index-rows.json: /tables/big_fish/id: unknown value "${value}"; use a key of /values or /codes`,
    );
  },
);
