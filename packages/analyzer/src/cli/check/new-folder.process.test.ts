import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const add = (name: string) =>
  `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;

function repository(files: Record<string, string>): string {
  const cwd = folderWith(files);
  commitAll(cwd);
  return cwd;
}

function write(cwd: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

async function checked(cwd: string, ...args: string[]) {
  const { code, stdout } = await analyzer(['check', '--format', 'json', ...args], { cwd });
  const { against, summary } = JSON.parse(stdout);
  const { written, folder_is_new, moved_from } = against.revision;
  return { code, written, folder_is_new, moved_from, groups: summary.new_groups };
}

describe.each(['portable', 'native'])(
  'check --against of a folder that the revision does not have, by the %s engine',
  (engine) => {
    const against = ['--engine', engine, '--against'];

    test('compares a new folder with an empty one', async () => {
      const cwd = repository({ 'packages/old/a.py': add('one') });
      write(cwd, { 'packages/new/a.py': add('one') });
      const isNew = { code: 0, written: 'HEAD:packages/new', folder_is_new: true, groups: 0 };
      expect(await checked(cwd, ...against, 'HEAD', 'packages/new')).toEqual(isNew);
      commitAll(cwd);
      write(cwd, { 'packages/new/b.py': add('two') });
      expect(await checked(cwd, ...against, 'HEAD~1', 'packages/new')).toEqual({
        ...isNew,
        code: 1,
        written: 'HEAD~1:packages/new',
        groups: 1,
      });
    });

    test('compares a folder that was moved with the folder that it was', async () => {
      const cwd = repository({
        'packages/old/a.py': add('one'),
        'packages/old/in/b.py': add('two'),
        'README.md': 'x\n',
      });
      renameSync(join(cwd, 'packages/old'), join(cwd, 'packages/new'));
      const isMoved = { code: 0, written: 'HEAD:packages/old', moved_from: 'packages/old', groups: 0 };
      // Git knows only what is in the index.
      expect((await checked(cwd, ...against, 'HEAD', 'packages/new')).code).toBe(1);
      git(cwd, 'add', '-A');
      expect(await checked(cwd, ...against, 'HEAD', 'packages/new')).toEqual(isMoved);
      expect(await checked(join(cwd, 'packages/new'), ...against, 'HEAD')).toMatchObject({
        code: 0,
        moved_from: 'packages/old',
      });
      write(cwd, { 'packages/new/c.py': add('three') });
      commitAll(cwd);
      expect(await checked(cwd, ...against, 'HEAD~1', 'packages/new')).toMatchObject({
        code: 1,
        moved_from: 'packages/old',
      });
    });
  },
);

test('check --against of a project that moved into a folder compares with the root', async () => {
  const cwd = repository({ 'a.py': add('one'), 'in/b.py': add('two') });
  write(cwd, { 'app/x': '' });
  for (const name of ['a.py', 'in']) renameSync(join(cwd, name), join(cwd, 'app', name));
  git(cwd, 'add', '-A');
  expect(await checked(cwd, '--against', 'HEAD', 'app')).toMatchObject({ code: 0, written: 'HEAD:.', moved_from: '' });
});

test('check --against says in its report which folder it compares with', async () => {
  const cwd = repository({ 'old/a.py': add('one') });
  write(cwd, { 'new/a.py': add('two') });
  const { stdout } = await analyzer(['check', '--against', 'HEAD', 'new'], { cwd });
  expect(stdout).toContain('The folder is new: it is compared with an empty one.');
  git(cwd, 'mv', '-k', 'old', 'moved');
  const moved = await analyzer(['check', '--against', 'HEAD', 'moved'], { cwd });
  expect(moved.stdout).toContain('The folder was moved: it is compared with HEAD:old.');
});

test('check --against fails for a REV:PATH that does not exist, and for a folder that does not exist now', async () => {
  const cwd = repository({ 'old/a.py': add('one') });
  write(cwd, { 'new/a.py': add('two') });
  for (const args of [
    ['new', '--against', 'HEAD:new'],
    ['gone', '--against', 'HEAD'],
  ]) {
    expect(await analyzer(['check', ...args], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no such'),
    });
  }
});
