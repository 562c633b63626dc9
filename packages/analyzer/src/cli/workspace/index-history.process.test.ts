import { join } from 'node:path';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const lines = (text: string) =>
  Array.from({ length: 9 }, (_, n) => `    ${text}.add(value, "${text}", ${n})\n`).join('');
const files = (text: string) => ({
  'w/shop/a.py': `def a(value):\n${lines(text)}`,
  'w/shop/b.py': `def b(value):\n${lines('total')}`,
});

async function indexed(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await analyzer(
    ['workspace', 'index', 'w', '--discover', '--engine', 'portable', ...args],
    { cwd },
  );
  expect({ code, stderr: stderr.replace(/^.* unchanged.*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('--history stores ages and missed changes, and names projects without a history', async () => {
  const cwd = folderWith({
    'w/shop/setup.py': '',
    'w/plain/setup.py': '',
    'w/plain/c.py': 'C = 1\n',
    ...files('total'),
  });
  commitAll(join(cwd, 'w/shop'));
  expect(await indexed(cwd)).not.toContain('History');
  const stdout = await indexed(cwd, '--history');
  expect(stdout).toContain('History: ages of the copies of 1 group; 0 changes missed a copy.\n');
  expect(stdout).toContain('Not in the last commit of a git repository: plain.\n');
});

test('--history with a cache reads a history that has a new commit, and a run without it stores none', async () => {
  const cwd = folderWith({ 'w/shop/setup.py': '', ...files('total') });
  commitAll(join(cwd, 'w/shop'));
  const cached = ['--cache-dir', 'cache'];
  const digest = async () => {
    const { stdout } = await analyzer(['workspace', 'query', '--operation', 'summary'], { cwd });
    return JSON.parse(stdout).data.history?.digest;
  };
  await indexed(cwd, '--history', ...cached);
  const first = await digest();
  writeFiles(join(cwd, 'w/shop'), { 'README.md': 'new\n' });
  commitAll(join(cwd, 'w/shop'));
  await indexed(cwd, '--history', ...cached);
  expect(await digest()).not.toBe(first);
  await indexed(cwd, ...cached);
  expect(await digest()).toBeUndefined();
});
