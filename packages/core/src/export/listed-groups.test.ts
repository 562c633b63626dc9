import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseForList } from '#index/lists/listed-groups.ts';
import { LIST_CLASSES, type ListClass } from '#lists/list-classes.ts';
import { chooseForMap } from './choose-groups.ts';
import { type IndexedProjects, indexProjects } from './fixture.ts';
import { readShownGroups } from './shown-groups.ts';

const FORMS = {
  across: ['for (const row of rows)', (at: number) => `row.one${at}(row, ${at});`],
  within: ['while (rows.next())', (at: number) => `rows[${at}] = rows.two${at} + rows.size * ${at};`],
  tested: ['if (rows)', (at: number) => `expect(new Three(rows, { a${at}: [rows] })).toBe(${at});`],
  mixed: ['do', (at: number) => `throw rows ? \`four${at}\` : -${at};`],
} as const;

/** A function with a control structure; those of other names are not similar to it. */
function code(name: keyof typeof FORMS, statements: number): string {
  const [head, statement] = FORMS[name];
  const body = Array.from({ length: statements }, (_, at) => `    ${statement(at)}\n`).join('');
  return `export function ${name}(rows) {\n  ${head} {\n${body}  }${head === 'do' ? ' while (rows);' : ''}\n}\n`;
}

let index: IndexedProjects;
beforeAll(async () => {
  const files = {
    'api/across.js': code('across', 8),
    'shop/across.js': code('across', 8),
    'api/within.js': code('within', 20),
    'api/again.js': code('within', 20),
    'api/test/a.js': code('tested', 30),
    'api/test/b.js': code('tested', 30),
    'api/mixed.js': code('mixed', 30),
    'api/test/mixed.js': code('mixed', 30),
    'api/tiny.js': 'export function tiny(a) {\n  if (a) return a.b(1, 2);\n  return 0;\n}\n',
    'shop/tiny.js': 'export function tiny(a) {\n  if (a) return a.b(1, 2);\n  return 0;\n}\n',
  };
  // No file is identical to another one.
  const different = Object.entries(files).map(([path, text]) => [path, `${text}export const path = '${path}';\n`]);
  index = await indexProjects(Object.fromEntries(different));
});
afterAll(() => index.remove());

function namesOf(ids: readonly number[]): string[] {
  const names = ['across', 'within', 'tested', 'mixed', 'tiny'];
  return readShownGroups(index.snapshot, ids).flatMap((group) => names.filter((name) => group.names.includes(name)));
}
const list = (limit: number, ...include: ListClass[]) => namesOf(chooseForList(index.snapshot, limit, include));

test('groups of several projects come first, tests and small ones are apart', () => {
  expect(list(100)).toEqual(['across', 'within']);
  expect(list(100, 'tests')).toEqual(['across', 'tested', 'within', 'mixed']);
  expect(list(100, 'small')).toEqual(['across', 'tiny', 'within']);
  expect(new Set(list(100, ...LIST_CLASSES))).toEqual(new Set(['across', 'mixed', 'tested', 'within', 'tiny']));
});

test('a limit takes the first ones', () => {
  const all = chooseForList(index.snapshot, 100, LIST_CLASSES);
  expect(all.length).toBeGreaterThan(4);
  for (const limit of [0, 1, 3])
    expect(chooseForList(index.snapshot, limit, LIST_CLASSES)).toEqual(all.slice(0, limit));
});

test('a map has the groups of lists, by their common part, and others for its switches', () => {
  const all = chooseForMap(index.snapshot, 100);
  const listed = chooseForList(index.snapshot, 100, []);
  expect(new Set(all.listed)).toEqual(new Set(listed));
  expect(namesOf(all.listed)).toEqual(['within', 'across']);
  expect(namesOf(all.ids)).toEqual(expect.arrayContaining(['tested', 'tiny']));
  const few = chooseForMap(index.snapshot, 8);
  expect(few.ids).toHaveLength(8);
  expect(few.listed.every((id) => few.ids.includes(id))).toBe(true);
  expect(few.listed.length).toBeLessThan(8);
});
