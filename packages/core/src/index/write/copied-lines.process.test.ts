import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';
import { openIndex } from '../reader.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** Lines in listed copies, and in identical functions, by path. */
async function linesOf(files: Record<string, string>): Promise<Record<string, [copied: number, repeated: number]>> {
  const folder = join(fixtureFolder(files), 'w');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  const sql =
    'SELECT label, path, file.copied_lines, file.repeated_lines FROM file JOIN project ON project.id = project_id';
  const rows = reader.read((snapshot) =>
    snapshot.all(sql, [], (row): [string, [number, number]] => [
      `${row.text('label')}/${row.text('path')}`,
      [row.integer('copied_lines'), row.integer('repeated_lines')],
    ]),
  );
  reader.close();
  return Object.fromEntries(rows.filter(([path]) => !path.endsWith('package.json')));
}

const project = (name: string) => ({ [`w/${name}/package.json`]: '{}' });

/** 15 lines of code after 3 lines of comments. */
const SCRIPT = `#!/bin/bash
# Packs the given folder.

target="$1"
for file in "$target"/*.txt; do
  if [ -f "$file" ]; then
    sort "$file" > "$file.sorted"
    gzip -k "$file.sorted"
    size=$(wc -c < "$file.sorted.gz")
    if [ "$size" -gt 1000 ]; then
      echo "large: $file"
      mv "$file.sorted.gz" "$target/large/"
    else
      rm "$file.sorted.gz"
    fi
  fi
done
tar -cf "$target.tar" "$target"
`;

test('lines of identical scripts without functions are copied, although no function is repeated', async () => {
  const files = { ...project('x'), ...project('y'), 'w/x/pack.sh': SCRIPT, 'w/y/pack.sh': SCRIPT };
  expect(await linesOf(files)).toEqual({ 'x/pack.sh': [15, 0], 'y/pack.sh': [15, 0] });
});

/** 10 lines. */
const mean = (values: string, sum: string) => `export function mean(${values}) {
  let ${sum} = 0;
  for (const value of ${values}) {
    if (value > 0) ${sum} += value * value;
    else if (value < -1) ${sum} -= Math.abs(value) / 2;
    else ${sum} += Math.sqrt(value + 1) * ${values}.length;
  }
  if (${sum} < 0) throw new RangeError('the mean is negative');
  return ${sum} / ${values}.length;
}
`;

test('lines of functions that are identical up to renaming are copied', async () => {
  const files = {
    ...project('x'),
    ...project('y'),
    'w/x/a.js': `${mean('values', 'sum')}export const a = 1;\n`,
    'w/y/b.js': `import fs from 'fs';\n${mean('numbers', 'total')}`,
  };
  expect(await linesOf(files)).toEqual({ 'x/a.js': [10, 0], 'y/b.js': [10, 0] });
});

/** A method with a control structure; methods of different seeds have no line with code in common. */
const method = (seed: string) => `  ${seed}(rows) {
    for (const row of rows) {
      if (row.${seed}A > 1) this.${seed}B(row, '${seed}');
      this.${seed}C.push(row.${seed}D + '${seed}');
      while (row.${seed}E) row.${seed}F(rows.${seed}G);
    }
    return this.${seed}H;
  }
`;
const classOf = (name: string, seeds: string) => `export class ${name} {\n${seeds.split('').map(method).join('')}}\n`;

test('two classes that are similar in a part are copied as a whole, as lists show them', async () => {
  const files = {
    ...project('x'),
    'w/x/a.js': classOf('A', 'abcdef'),
    'w/x/b.js': `export const b = 1;\n${classOf('B', 'abcdxy')}`,
  };
  expect(await linesOf(files)).toEqual({ 'x/a.js': [50, 32], 'x/b.js': [50, 32] });
});

test('methods in another order are copied, because their groups are represented by that of the classes', async () => {
  const files = {
    ...project('x'),
    'w/x/a.js': classOf('A', 'abcdef'),
    'w/x/b.js': `export const b = 1;\n${classOf('B', 'fedcba')}`,
  };
  const { 'x/a.js': [one = 0] = [], 'x/b.js': [other = 0] = [] } = await linesOf(files);
  expect([one, other].every((lines) => lines >= 48 && lines <= 50)).toBe(true);
});

test('lines of copies that lists put apart are not copied', async () => {
  const small = 'export function get(a) {\n  return a.value + a.offset * 2;\n}\n';
  const files = {
    ...project('x'),
    'w/x/test/a.test.js': `${mean('values', 'sum')}export const a = 1;\n`,
    'w/x/test/b.test.js': `${mean('values', 'sum')}export const b = 'b';\n`,
    'w/x/small.js': `${small}export const c = 1;\n`,
    'w/x/again.js': `${small}export const d = 'd';\n`,
  };
  expect(await linesOf(files)).toEqual({
    'x/test/a.test.js': [0, 10],
    'x/test/b.test.js': [0, 10],
    'x/small.js': [0, 3],
    'x/again.js': [0, 3],
  });
});

test('each line in several copies counts once', async () => {
  const twice = mean('values', 'sum').repeat(2).replace('mean', 'average');
  const files = { ...project('x'), 'w/x/a.js': `${twice}export const a = 1;\n`, 'w/x/b.js': mean('values', 'total') };
  expect(await linesOf(files)).toEqual({ 'x/a.js': [20, 20], 'x/b.js': [10, 0] });
});
