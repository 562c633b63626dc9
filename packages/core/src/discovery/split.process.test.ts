import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { runGitIn } from '#tree/gitignore/fixture.ts';

const MONOREPO = {
  'm/package.json': '{"workspaces": ["packages/*", "gen/*"]}',
  'm/.gitignore': 'packages/*/lib/\n*.out.js\n/gen/\n',
  'm/packages/.gitignore': 'b.js\n!keep.out.js\n',
  'm/packages/a/package.json': '{}',
  'm/packages/a/.gitignore': '!b.js\nc.js\n',
  'm/packages/a/lib/lib.js': '',
  'm/packages/a/build/tracked.js': '',
  'm/packages/a/build/other.js': '',
  'm/packages/a/a.out.js': '',
  'm/packages/a/keep.out.js': '',
  'm/packages/a/local.js': '',
  'm/packages/a/b.js': '',
  'm/packages/a/c.js': '',
  'm/gen/ü/package.json': '{}',
  'm/gen/ü/gen.js': '',
  'm/gen/ü/tracked.js': '',
};

async function filesOf(engine: Engine, folder: string): Promise<[file: string[], exclusion: unknown[]]> {
  await indexFolder(folder, { engine, split: true });
  const { node = [], exclusion = [], exclusion_rule = [] } = await contentOf(dbOf(folder));
  expect(node.length).toBeGreaterThan(0);
  const { file = [] } = await contentOf(dbOf(folder));
  const paths = file.map((row) => String(Object(row).path)).sort();
  return [paths, [exclusion, exclusion_rule]];
}

test('rules of Git above a workspace apply to it, and its tracked files are known', async () => {
  const folder = join(fixtureFolder(MONOREPO), 'm');
  runGitIn(folder, ['init', '-q']);
  writeFileSync(join(folder, '.git/info/exclude'), 'local.js\n');
  runGitIn(folder, ['add', '-f', 'packages/a/build/tracked.js', 'gen/ü/tracked.js']);
  const portable = await filesOf(await engineOfThisProcess(), folder);
  expect(portable[0]).toEqual([
    'b.js',
    'build/tracked.js',
    'keep.out.js',
    'package.json',
    'package.json',
    'tracked.js',
  ]);
  if (NATIVE_MISSING !== undefined) return;
  const native = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
  const wholeOnly = { ...native, parse: () => Promise.reject(new Error('a file was parsed')) };
  expect(await filesOf(wholeOnly, folder)).toEqual(portable);
  await native.close();
});

test('the folders above a workspace give its files their classes, as in the whole monorepo', async () => {
  const folder = join(
    fixtureFolder({
      'm/package.json': '{"workspaces": ["packages/*", "examples/*", "tests/*"]}',
      'm/packages/a/package.json': '{}',
      'm/packages/a/own.js': '',
      'm/packages/a/tests/deep.js': '',
      'm/examples/b/package.json': '{}',
      'm/examples/b/shown.js': '',
      'm/tests/c/package.json': '{}',
      'm/tests/c/tested.js': '',
    }),
    'm',
  );
  const classesOf = async (engine: Engine, split: boolean) => {
    await indexFolder(folder, { engine, split });
    const { node = [], file = [] } = await contentOf(dbOf(folder));
    const classes = new Map(node.map((row) => [Object(row).id, Object(row).classes]));
    const its = file.map((row) => [basename(Object(row).path), classes.get(Object(row).id)]);
    return Object.fromEntries(its.filter(([name]) => name !== 'package.json'));
  };
  const whole = await classesOf(await engineOfThisProcess(), false);
  expect(whole).toEqual({ 'own.js': 0, 'deep.js': 1, 'shown.js': 8, 'tested.js': 1 });
  expect(await classesOf(await engineOfThisProcess(), true)).toEqual(whole);
  if (NATIVE_MISSING !== undefined) return;
  const native = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
  expect(await classesOf(native, true)).toEqual(whole);
  await native.close();
});
