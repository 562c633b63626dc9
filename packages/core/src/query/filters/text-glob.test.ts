import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#index/sqlite/driver.ts';
import { Statements } from '#index/sqlite/statements.ts';
import { TextGlob } from './text-glob.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:', { readOnly: false });
});

/** Whether SQLite finds a text with the bounds of a glob, and with its simple form if there is one. */
function found(text: string, bounds: TextGlob['nameBounds'], simple: readonly string[] | undefined): boolean {
  const sql = `SELECT ?1 >= ?2 AND ?1 < ?3 AND instr(?1, ?4) > 0 AND (?5 IS NULL OR ?1 GLOB ?5 OR ?1 GLOB ?6) IS TRUE AS hit`;
  const [first = null, second = null] = simple ?? [];
  return new Statements(database).first(sql, [text, ...bounds, first, second], (row) => row.flag('hit')) ?? false;
}

const part = fc.constantFrom('a', 'b', '.c', 'é', '*', '?', '[ab]', '{a,.c}');
const segment = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((text) => !text.includes('**'));
const glob = fc
  .array(fc.oneof({ weight: 3, arbitrary: segment }, fc.constant('**')), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/'));
const name = fc
  .array(fc.constantFrom('a', 'b', '.c', 'é', '-'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

test('texts that SQL excludes do not match, and texts that a simple form accepts match', () => {
  let simple = { names: 0, paths: 0 };
  fc.assert(
    fc.property(glob, path, name, (source, file, word) => {
      const text = new TextGlob(source, 'name');
      const { simpleName } = text;
      const byName = found(word, text.nameBounds, simpleName === undefined ? undefined : [simpleName]);
      const byPath = found(file, text.pathBounds, text.simplePaths);
      if (text.matchesName(word)) expect(byName).toBe(true);
      if (text.matchesPath(file, false)) expect(byPath).toBe(true);
      if (text.simpleName !== undefined) expect(byName).toBe(text.matchesName(word));
      if (text.simplePaths !== undefined) expect(byPath).toBe(text.matchesPath(file, false));
      simple = {
        names: simple.names + Number(text.simpleName !== undefined),
        paths: simple.paths + Number(text.simplePaths !== undefined),
      };
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(simple.names, simple.paths)).toBeGreaterThan(100);
});

test.each([
  ['*.js', ['*.js'], '*.js'],
  ['**/*.d.ts', ['*.d.ts'], '*.d.ts'],
  ['*js', ['*js'], undefined],
  ['src/**', ['src/?*'], 'src/'],
  ['src/lib/**', ['src/lib/?*'], 'src/lib/'],
  ['src/a.js', ['src/a.js'], undefined],
  ['a.js', ['a.js', '*/a.js'], '/a.js'],
  ['**/a.js', ['a.js', '*/a.js'], '/a.js'],
  ['/a.js', ['a.js'], undefined],
  ['**', ['?*'], ''],
  ['**/lib/**', undefined, undefined],
  ['src/*.js', undefined, undefined],
  ['a*.js', undefined, undefined],
])('the path %s is %j to SQLite, and the part %s', (source, simple, part) => {
  const glob = new TextGlob(source, 'path');
  expect(glob.simplePaths).toEqual(simple);
  expect(glob.pathPart).toBe(part);
});
