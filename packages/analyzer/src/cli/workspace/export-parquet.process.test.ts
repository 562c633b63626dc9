import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const f = (name: string) => `def ${name}(a, b):\n    c = [a + 1, b * 2]\n    return [c, a - b, b]\n`;

async function indexed(): Promise<{ cwd: string; run(...args: string[]): ReturnType<typeof analyzer> }> {
  const cwd = folderWith({ 'a/a.py': f('one'), 'b/b.py': f('two') });
  const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd });
  expect(await run('index', 'a', 'b', '--db', 'x.db')).toMatchObject({ code: 0 });
  return { cwd, run };
}

const exported = ['export', '--db', 'x.db', '--format', 'parquet', '-o'];

test('an export is a folder with equal bytes in each run, and replaces an earlier export', async () => {
  const { cwd, run } = await indexed();
  expect(await run(...exported, 'one')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await run(...exported, 'two')).toMatchObject({ code: 0 });
  expect(await run(...exported, 'two')).toMatchObject({ code: 0 });
  const files = ['functions', 'projects', 'tables'];
  const names = [...files.map((name) => `${name}.parquet`), 'tables'].sort();
  expect(readdirSync(join(cwd, 'one')).sort()).toEqual(names);
  const parquet = readdirSync(join(cwd, 'one'), { recursive: true, encoding: 'utf8' }).filter(
    (its) => its !== 'tables',
  );
  for (const name of parquet) {
    expect(readFileSync(join(cwd, 'two', name)).equals(readFileSync(join(cwd, 'one', name)))).toBe(true);
  }
  expect(readdirSync(cwd).filter((name) => name.includes('partial'))).toEqual([]);
});

test('an export refuses a folder that is not an earlier export, and leaves it unchanged', async () => {
  const { cwd, run } = await indexed();
  const isRefused = async (name: string) => {
    const before = readdirSync(join(cwd, name));
    expect(await run(...exported, name)).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
    expect(readdirSync(join(cwd, name))).toEqual(before);
  };
  await isRefused('a');
  await run(...exported, 'more');
  writeFileSync(join(cwd, 'more/notes.txt'), '');
  await isRefused('more');
  await run(...exported, 'tabled');
  writeFileSync(join(cwd, 'tabled/tables/notes.txt'), '');
  await isRefused('tabled');
  await run(...exported, 'earlier');
  for (const name of ['tables', 'tables.parquet']) rmSync(join(cwd, 'earlier', name), { recursive: true });
  expect(await run(...exported, 'earlier')).toMatchObject({ code: 0 });
  await run(...exported, 'cut');
  truncateSync(join(cwd, 'cut/functions.parquet'), 100);
  await isRefused('cut');
  mkdirSync(join(cwd, 'empty'));
  expect(await run(...exported, 'empty')).toMatchObject({ code: 0 });
  writeFileSync(join(cwd, 'file'), '');
  expect(await run(...exported, 'file')).toMatchObject({ code: 2 });
  expect(readdirSync(cwd).filter((name) => name.includes('partial'))).toEqual([]);
});

test('an export without a folder, with a missing parent or without an index is an error', async () => {
  const { cwd, run } = await indexed();
  expect(await run('export', '--db', 'x.db', '--format', 'parquet')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('-o'),
  });
  expect(await run(...exported, 'no/where')).toMatchObject({ code: 70, stderr: expect.stringContaining('no/where') });
  expect(await run('export', '--db', 'no.db', '--format', 'parquet', '-o', 'new')).toMatchObject({ code: 3 });
  expect(existsSync(join(cwd, 'new'))).toBe(false);
});
