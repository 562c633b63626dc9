import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { indexWorkspace } from '../index-workspace.ts';

const functions = (count: number) =>
  Array.from({ length: count }, (_, n) => `export const f${n} = (a, b) => a * ${n} + b;\n`).join('');

const small = Array.from({ length: 10 }, (_, n) => [
  [`w/p${n}/package.json`, '{}'],
  [`w/p${n}/a.js`, functions(20 + n)],
]).flat();

/** @returns names of the folders in the cache, without versions: `parts`, and one for facts */
async function keptFor(files: Record<string, string>, cache = 'cache'): Promise<string[]> {
  const folder = fixtureFolder(files);
  const engine = createNativeEngine({ file: BUILT_HERE, jobs: 1, tokens: true });
  const cacheDir = join(folder, cache);
  try {
    const { projects } = discover([join(folder, 'w')], { discover: true, split: false, scan: {} });
    await indexWorkspace(projects, { db: join(folder, 'index.db'), engine, cacheDir, program: 'test' });
  } finally {
    await engine.close();
  }
  const names = readdirSync(cacheDir).map((name) => name.replace(/-.*/, ''));
  return names.sort();
}

describe.skipIf(NATIVE_MISSING !== undefined)(`a cache of the native engine${NATIVE_MISSING ?? ''}`, () => {
  test('has no facts of one of many projects besides its part', async () => {
    expect(await keptFor(Object.fromEntries(small))).toEqual(['parts']);
  });

  test('has the facts of a project with most of the code', async () => {
    const large = { 'w/large/package.json': '{}', 'w/large/a.js': functions(2000) };
    expect(await keptFor({ ...Object.fromEntries(small), ...large })).toEqual(['native', 'parts']);
  });

  test('has the facts of a project that contains the cache', async () => {
    expect(await keptFor(Object.fromEntries(small), 'w/p3/cache')).toEqual(['native', 'parts']);
  });
});
