import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureFolder } from '../fixture-folder.ts';
import { Folder } from '../folder.ts';
import { openSource } from '../open-source.ts';
import { Policy } from '../policy.ts';
import type { TreeSource } from '../source.ts';
import { walk } from '../walk.ts';
import { damagedHead } from './damaged-head.ts';
import { commitAll, git } from './git-fixture.ts';
import { GitTree } from './git-tree.ts';
import { workTreeBase } from './work-tree.ts';

const asUsual = new Policy({ profile: 'inventory', all: false, exclude: [] }, []);

async function opened(written: string): Promise<GitTree> {
  const tree = await GitTree.open(written);
  onTestFinished(() => tree.close());
  return tree;
}

/** All data that a scan requests from a source. */
async function seen(source: TreeSource): Promise<unknown[]> {
  const { found, excluded } = await walk(source, asUsual);
  const files: unknown[] = [];
  for (const each of found) files.push(each.kind === 'file' ? [each, await source.read(each, 100_000)] : each);
  return [...files, ...excluded, (await source.ignored()).map((glob) => glob.source)];
}

test('a revision has the content of the committed folder', async () => {
  const folder = fixtureFolder({
    'a.py': 'x = 1\n',
    'sub/deep/b.js': 'f();\r\n',
    'sub/empty.py': '',
    'node_modules/x/index.js': '1',
    'my map.html': '<meta name="generator" content="analyzer map">',
    'bin/tool': '#!/usr/bin/env python3\n',
    '.analyzerignore': '*.gen.ts\n',
    'big.bin': Buffer.alloc(3_000_000, 7),
    '.gitattributes': '*.py text eol=crlf\n*.js filter=evil\n',
  });
  chmodSync(join(folder, 'bin/tool'), 0o755);
  symlinkSync('../a.py', join(folder, 'sub/link'));
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff])]));
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff]), Buffer.from('/l.py')]), 'y = 2\n');
  const expected = await seen(new Folder(folder));
  const commit = commitAll(folder);
  rmSync(join(folder, 'a.py'));
  writeFileSync(join(folder, 'sub/deep/b.js'), 'changed');

  const tree = await opened(`HEAD:${folder}`);
  expect(tree.revision).toEqual({ written: `HEAD:${folder}`, object: commit });
  expect(await seen(tree)).toEqual(expected);
  expect(tree.hasFolder('sub/deep')).toBe(true);
  expect(tree.hasFolder('a.py')).toBe(false);
  expect((await walk(await opened(`HEAD:${folder}/sub`), asUsual)).found.map(({ path }) => path)).toEqual([
    'deep',
    'deep/b.js',
    'empty.py',
    'link',
  ]);
});

test('earlier versions of a file are those of the first-parent line, newest first, each once, and bounded', async () => {
  const folder = fixtureFolder({ 'lib/a.py': 'a0\n', 'lib/b.py': 'b0\n' });
  commitAll(folder);
  for (const [index, text] of ['a1\n', 'a0\n', 'a2\n', 'a3\n'].entries()) {
    writeFileSync(join(folder, 'lib/a.py'), text);
    writeFileSync(join(folder, 'c.py'), `${index}`);
    commitAll(folder);
  }
  const tree = await opened(`HEAD:${folder}/lib`);
  const read = async (bounds: { commits: number; versions: number }) => {
    const versions = await tree.earlier(['a.py', 'b.py', 'gone.py'], bounds);
    return Promise.all(
      versions.map((version) =>
        Promise.all(['a.py', 'b.py'].map(async (path) => `${await version.readOwn(path, 100)}`)),
      ),
    );
  };
  const all = [
    ['a2\n', 'b0\n'],
    ['a0\n', 'b0\n'],
    ['a1\n', 'b0\n'],
  ];
  expect(await read({ commits: 100, versions: 100 })).toEqual(all);
  expect(await read({ commits: 100, versions: 2 })).toEqual(all.slice(0, 2));
  expect(await read({ commits: 2, versions: 100 })).toEqual(all.slice(0, 1));
});

test('a folder that no longer exists in the work tree is found', async () => {
  const folder = fixtureFolder({ 'old/a.py': 'x\n', 'b.py': 'y\n' });
  commitAll(folder);
  rmSync(join(folder, 'old'), { recursive: true });
  const tree = await opened(`HEAD:${folder}/old`);
  expect(tree.name).toBe('old');
  expect(tree.list({ path: '' }).map(({ name }) => name.toString())).toEqual(['a.py']);
});

test('an existing folder with colons in its name has precedence over a revision', async () => {
  const folder = fixtureFolder({ 'HEAD:x/a.py': 'x\n' });
  expect((await openSource(join(folder, 'HEAD:x'))).revision).toBeUndefined();
});

test('no code of the repository runs, and the index is not changed', async () => {
  const folder = fixtureFolder({ 'a.py': 'x = 1\n', '.gitattributes': '*.py filter=evil diff=evil\n' });
  commitAll(folder);
  const mark = join(folder, 'ran');
  for (const setting of [
    'core.fsmonitor',
    'filter.evil.smudge',
    'filter.evil.process',
    'core.pager',
    'diff.evil.textconv',
  ]) {
    git(folder, 'config', setting, `touch ${mark}; cat`);
  }
  const tree = await opened(`HEAD:${folder}`);
  await seen(tree);
  expect(existsSync(mark)).toBe(false);
});

test('a submodule is an unreadable folder', async () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  const commit = commitAll(folder);
  git(folder, 'update-index', '--add', '--cacheinfo', `160000,${commit},module`);
  git(folder, 'commit', '-q', '-m', 'y');
  const { found } = await walk(await opened(`HEAD:${folder}`), asUsual);
  expect(found.at(-1)).toEqual({
    path: 'module',
    kind: 'directory',
    reason: 'a submodule: its files are in another repository',
  });
});

test('a missing revision or folder is reported with the remedy', async () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  await expect(GitTree.open(`HEAD:${folder}`)).rejects.toMatchObject({ code: 'not_found' });
  commitAll(folder);
  await expect(GitTree.open(`v9:${folder}`)).rejects.toThrow(`no such revision: v9:${folder}`);
  await expect(GitTree.open(`--help:${folder}`)).rejects.toThrow('no such revision');
  await expect(GitTree.open(`HEAD:${folder}/sub`)).rejects.toThrow('no such folder of the revision');
  await expect(GitTree.open(`HEAD:${folder}/a.py/b`)).rejects.toMatchObject({ code: 'not_found' });
});

test('a repository without commits is reported as such', async () => {
  const folder = fixtureFolder({ 'a.py': '' });
  git(folder, 'init', '-q');
  await expect(GitTree.open(`HEAD:${folder}`)).rejects.toMatchObject({
    code: 'not_found',
    hint: expect.stringContaining('HEAD has no commit yet'),
  });
});

test.each([
  ['HEAD', '.git/HEAD', Buffer.alloc(41)],
  ['HEAD', '.git/HEAD', 'ref: refs/heads/../../x\n'],
  ['HEAD', '.git/HEAD', ''],
  ['the branch', '.git/refs/heads/main', 'g'.repeat(40)],
])('a repository with a damaged file of %s is reported with the path %s', async (_, path, content) => {
  const folder = fixtureFolder({ 'a.py': 'x\n', 'sub/b.py': 'y\n' });
  commitAll(folder);
  writeFileSync(join(folder, path), content);
  const message = `cannot read HEAD:${folder}/sub: ${path} is damaged`;
  await expect(GitTree.open(`HEAD:${folder}/sub`)).rejects.toMatchObject({ code: 'unreadable', message });
  expect(await workTreeBase(folder, () => false)).toEqual({ problem: `${path} of the Git repository is damaged` });
});

test('a repository without its HEAD is reported with the missing file', async () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  commitAll(folder);
  rmSync(join(folder, '.git/HEAD'));
  await expect(GitTree.open(`HEAD:${folder}`)).rejects.toMatchObject({ code: 'unreadable' });
});

test('a repository whose HEAD is a named pipe is reported, and not waited for', () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  commitAll(folder);
  rmSync(join(folder, '.git/HEAD'));
  execFileSync('mkfifo', [join(folder, '.git/HEAD')]);
  expect(damagedHead(folder)).toMatchObject({ path: '.git/HEAD' });
});

test('a repository whose branches are in a reftable is not one with a damaged HEAD', async () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  commitAll(folder);
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/.invalid\n');
  rmSync(join(folder, '.git/refs'), { recursive: true });
  mkdirSync(join(folder, '.git/refs'));
  writeFileSync(join(folder, '.git/refs/heads'), 'this repository uses the reftable format\n');
  mkdirSync(join(folder, '.git/reftable'));
  writeFileSync(join(folder, '.git/reftable/tables.list'), '');
  git(folder, 'config', 'core.repositoryFormatVersion', '1');
  git(folder, 'config', 'extensions.refStorage', 'reftable');
  const error: unknown = await GitTree.open(`HEAD:${folder}`).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AnalyzerError);
  // Git 2.45 and newer read the empty list.
  expect(String(error)).toMatch(/unknown repository extension found: refstorage|no such revision/);
});

test('a repository that borrows objects of one that is gone is not one without commits', async () => {
  const origin = fixtureFolder({ 'a.py': 'x\n' });
  commitAll(origin);
  const folder = join(fixtureFolder({}), 'clone');
  git(origin, 'clone', '-q', '--shared', origin, folder);
  rmSync(origin, { recursive: true });
  await expect(GitTree.open(`HEAD:${folder}`)).rejects.toMatchObject({
    code: 'not_found',
    hint: expect.stringContaining('objects/info/alternates'),
  });
});

test('a repository with an extension that Git does not know is reported with its name', async () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  commitAll(folder);
  git(folder, 'config', 'core.repositoryFormatVersion', '1');
  git(folder, 'config', 'extensions.newer', 'true');
  await expect(GitTree.open(`HEAD:${folder}`)).rejects.toMatchObject({
    message: `cannot read HEAD:${folder}: unknown repository extension found: newer`,
    hint: expect.stringContaining('newer version of Git'),
  });
});

test('a missing git program is reported', async () => {
  const folder = fixtureFolder({ 'a.py': 'x\n' });
  commitAll(folder);
  const { PATH } = process.env;
  process.env.PATH = folder;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  await expect(GitTree.open(`HEAD:${folder}`)).rejects.toMatchObject({
    message: 'cannot read the git revision: git is not installed',
    hint: expect.stringContaining('Install git'),
  });
});

/** A partial clone without the blobs of the commit before the last one. */
function partialClone(filter: string, ...options: string[]): string {
  const origin = fixtureFolder({ 'lib/a.py': 'a0\n', 'lib/b.py': 'b0\n', 'lib/c.py': 'c\n', 'lib/d.py': 'd\n' });
  symlinkSync('c.py', join(origin, 'lib/link'));
  commitAll(origin);
  for (const name of ['a', 'b']) writeFileSync(join(origin, `lib/${name}.py`), `${name}1\n`);
  commitAll(origin);
  for (const setting of ['allowFilter', 'allowAnySHA1InWant']) git(origin, 'config', `uploadpack.${setting}`, 'true');
  const clone = join(fixtureFolder({}), 'clone');
  git(origin, 'clone', '-q', `--filter=${filter}`, `file://${origin}`, clone, ...options);
  return clone;
}

test.each([
  ['blob:none', '2 objects are'],
  ['tree:0', 'objects are'],
])(
  'objects that a partial clone with %s lacks are reported with the command that fetches them',
  async (filter, count) => {
    const clone = partialClone(filter);
    const missing = () => git(clone, 'rev-list', '--objects', '--all', '--missing=print').match(/^\?.*/gm)?.length ?? 0;
    const before = missing();
    const error: unknown = await GitTree.open(`HEAD~1:${clone}`).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(`: ${count} missing from the repository, as in a partial clone$`),
    });
    expect(missing()).toBe(before);
    const { hint = '' } = error instanceof AnalyzerError ? error : {};
    execFileSync('sh', ['-c', hint.slice(hint.indexOf('git diff'))], { cwd: clone, stdio: 'pipe' });
    expect(await seen(await opened(`HEAD~1:${clone}`))).not.toEqual([]);
  },
);

test('objects that only the work tree of a partial clone has are read from there', async () => {
  const clone = partialClone('blob:none', '--no-checkout');
  const origin = git(clone, 'remote', 'get-url', 'origin').replace('file://', '');
  const expected = await seen(await opened(`HEAD:${origin}/lib`));
  cpSync(join(origin, 'lib'), join(clone, 'lib'), { recursive: true, verbatimSymlinks: true });
  expect(await seen(await opened(`HEAD:${clone}/lib`))).toEqual(expected);
  const tree = await opened(`HEAD:${clone}`);
  writeFileSync(join(clone, 'lib/c.py'), 'd\n');
  expect(await tree.read({ path: 'lib/c.py' }, 100)).toEqual({
    reason: 'not in the repository: a partial clone lacks it',
  });
  await expect(GitTree.open(`HEAD:${clone}`)).rejects.toThrow('1 object is missing from the repository');
});
