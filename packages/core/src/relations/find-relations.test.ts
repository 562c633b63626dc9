import { expect, test } from 'vitest';
import { relationsOf } from './find-relations.ts';
import { inputOf, type Project, sourceOf } from './fixture.ts';

const part = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);
const NAMES = ['client', 'lock', 'retry'];
const folder = (path: string, own: string): Project =>
  Object.fromEntries(NAMES.map((name) => [`${path}/${name}.py`, [...part(name, 110), ...part(own, 20)]]));

const relationsIn = async (project: Project, groups: string[][]) => {
  const { relations } = await relationsOf(inputOf(project, groups), sourceOf(project));
  return relations.map(({ kind, sides, lines, groups: its, elsewhere }) => ({
    kind,
    sides,
    lines,
    groups: its,
    elsewhere,
  }));
};
const groupsOf = (...folders: string[]) => NAMES.map((name) => folders.map((it) => `${it}/${name}.py`));

test('a nested folder is the mirror of the one around it, which is compared without it', async () => {
  const project = { ...folder('redis', 'await'), ...folder('redis/asyncio', 'other'), 'main.py': part('main', 200) };
  expect(await relationsIn(project, groupsOf('redis', 'redis/asyncio'))).toEqual([
    { kind: 'mirror', sides: ['redis', 'redis/asyncio'], lines: 330, groups: ['g_0', 'g_1', 'g_2'], elsewhere: 0 },
  ]);
});

test('three folders that mirror one another are a family', async () => {
  const project = { ...folder('vue', 'x'), ...folder('react', 'y'), ...folder('preact', 'z') };
  const [family, ...others] = await relationsIn(project, groupsOf('preact', 'react', 'vue'));
  expect(family).toMatchObject({
    kind: 'folder-family',
    sides: ['preact', 'react', 'vue'],
    groups: ['g_0', 'g_1', 'g_2'],
  });
  expect(others).toEqual([]);
});

test('a group with an occurrence outside of a mirror is not explained, and counts as elsewhere', async () => {
  const project = { ...folder('a', 'x'), ...folder('b', 'y'), 'c/client.py': part('client', 25) };
  const groups = [...groupsOf('a', 'b'), ['a/client.py', 'b/client.py', 'c/client.py']];
  const [mirror, helper] = await relationsIn(project, groups);
  expect(mirror).toMatchObject({ kind: 'mirror', groups: ['g_0', 'g_1', 'g_2'], elsewhere: 1 });
  expect(helper).toMatchObject({ kind: 'shared-helper', sides: ['a/client.py', 'b/client.py', 'c/client.py'] });
});

test('two files are a fork from 60 percent of the larger one on, three of one folder a family', async () => {
  const file = (own: string, count: number) => [...part('all', 60), ...part(own, count)];
  const fork = { 'a/x.py': file('x', 40), 'b/y.py': file('y', 40) };
  expect(await relationsIn(fork, [Object.keys(fork)])).toMatchObject([{ kind: 'fork', lines: 60, groups: ['g_0'] }]);
  const less = { 'a/x.py': file('x', 41), 'b/y.py': file('y', 41) };
  expect(await relationsIn(less, [Object.keys(less)])).toEqual([]);
  const family = { 'a/x.py': file('x', 60), 'a/y.py': file('y', 60), 'a/z.py': file('z', 60) };
  expect(await relationsIn(family, [Object.keys(family)])).toMatchObject([{ kind: 'file-family', lines: 120 }]);
});

test('lines of signs only and comments, as in a licence, make no fork', async () => {
  const file = (own: string) => [
    ...Array.from({ length: 30 }, (_, at) => ` * line ${at} of a licence`),
    ...part(own, 12),
  ];
  const signs = (own: string) => [...Array.from({ length: 30 }, () => '});'), ...part(own, 12)];
  for (const make of [file, signs]) {
    const project = { 'a/x.php': make('x'), 'b/y.php': make('y') };
    expect(await relationsIn(project, [Object.keys(project)])).toEqual([]);
  }
});

test('sides of the same name have the names that differ in their paths', async () => {
  const file = (word: string) => [
    ...part('all', 90),
    ...Array.from({ length: 4 }, (_, at) => `${word}(value_${at}, x)`),
  ];
  const project = { 'packages/neon/src/index.ts': file('NeonPool'), 'packages/pg/src/index.ts': file('PgPool') };
  const { relations } = await relationsOf(inputOf(project, [Object.keys(project)]), sourceOf(project));
  expect(relations[0]?.differs).toBe('pg has `PgPool` for `NeonPool`');
});

test('what differs names the words that aligned lines have instead of others, if they have a part in common', async () => {
  const places = Array.from({ length: 4 }, (_, at) => at);
  const side = (path: string, line: (at: number) => string): Project =>
    Object.fromEntries(
      NAMES.map((name) => [
        `${path}/${name}.py`,
        [...part(name, 110), ...places.flatMap((at) => [line(at), `# ${at}`])],
      ]),
    );
  const project = {
    ...side('sync', (at) => `with LockError(value_${at}) as own: client.send(value_${at}, once, reset)`),
    ...side('async', (at) => `async with AsyncLock(value_${at}): await aio.send(value_${at}, twice)`),
  };
  const { relations } = await relationsOf(inputOf(project, groupsOf('sync', 'async')), sourceOf(project));
  expect(relations[0]?.differs).toBe('sync has `LockError` for `AsyncLock`');
});

test('what differs leaves out lines of one side, and lines that are mostly different', async () => {
  const one = (at: number) => [`first(own_${at}, one, two, three)`, `same ${at}`];
  const other = (at: number) => [`second[${at}] = x ? y : z;`, `same ${at}`];
  const lines = (of: (at: number) => string[]) => Array.from({ length: 20 }, (_, at) => of(at)).flat();
  const project = {
    'a/x.py': [...part('all', 90), ...lines(one)],
    'b/y.py': [...part('all', 90), ...lines(other), ...part('only', 9)],
  };
  const { relations } = await relationsOf(inputOf(project, [Object.keys(project)]), sourceOf(project));
  expect(relations).toMatchObject([{ kind: 'fork' }]);
  expect(relations[0]?.differs).toBeUndefined();
});

test('groups of many occurrences are left out with a count', async () => {
  const project = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`f${at}.py`, part('x', 40)]));
  const found = await relationsOf(inputOf(project, [Object.keys(project)]), sourceOf(project));
  expect(found.left_out).toBe(1);
});
