import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from './fixture-folder.ts';
import { Folder } from './folder.ts';
import { Policy } from './policy.ts';
import { walk } from './walk.ts';

const policy = new Policy({ profile: 'inventory', all: false, exclude: ['chosen/'] }, []);

async function marked(folder: string): Promise<string[]> {
  const source = new Folder(folder);
  const { excluded } = await walk(source, policy, { git: { source, path: '' } });
  return excluded.filter(({ sources }) => sources === true).map(({ path, reason }) => `${path} ${reason}`);
}

test('excluded directories with files of a parsed language are marked, at any depth', async () => {
  const folder = fixtureFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.gitignore': 'made/\nlogs/\nlinks/\n',
    'made/deep/er/a.py': '',
    'logs/today.log': '',
    'logs/package.install': 'usr/bin/tool',
    'links/readme.txt': '',
    'node_modules/x/index.js': '',
    'chosen/a.py': '',
    'src/a.py': '',
  });
  symlinkSync(join(folder, 'src'), join(folder, 'links/src'));
  expect(await marked(folder)).toEqual(['made gitignore', 'node_modules default']);
});

test('at most 1,000 names of an excluded directory are read', async () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`build/${i}.log`, '']));
  expect(await marked(fixtureFolder({ ...names(999), 'build/z.ts': '' }))).toEqual(['build default']);
  expect(await marked(fixtureFolder({ ...names(1000), 'build/z.ts': '' }))).toEqual([]);
});
