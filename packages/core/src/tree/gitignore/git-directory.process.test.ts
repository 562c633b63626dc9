import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { fixtureFolder, writeFiles } from '../fixture-folder.ts';
import { Folder } from '../folder.ts';
import { Policy } from '../policy.ts';
import { walk } from '../walk.ts';
import { RANDOM_TREE, runGitIn, writeRandomTree } from './fixture.ts';
import { gitScope } from './git-scope.ts';

const policy = new Policy({ profile: 'inventory', all: false, exclude: [] }, []);

const OUTSIDE =
  'it names a folder of Git that is missing or of another work tree; the index and info/exclude are not read (git worktree repair fixes a moved one)';

function walkGit(folder: string) {
  const source = new Folder(folder);
  return walk(source, policy, { git: gitScope(source) });
}

async function list(folder: string) {
  const { found, excluded, gitProblems } = await walkGit(folder);
  if (NATIVE_MISSING === undefined) expect(nativeList(folder)).toEqual({ excluded, gitProblems });
  const files = found.filter(({ kind }) => kind !== 'directory').map(({ path }) => path);
  const ignored = excluded.filter(({ reason }) => reason === 'gitignore').map(({ path, rule }) => `${path} ${rule}`);
  return { files, ignored, excluded, gitProblems };
}

/** What the native engine excludes. */
function nativeList(folder: string) {
  const args = ['scan', folder, '--format', 'json', '--profile', 'inventory', '--detail', 'files'];
  const scan = JSON.parse(execFileSync(BUILT_HERE, args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  return { excluded: scan.exclusions, gitProblems: scan.git_problems };
}

/** A repository in which the named files are tracked, even if its rules exclude them. */
function repository(files: Record<string, string | Uint8Array>, tracked: readonly string[] = []): string {
  const folder = fixtureFolder(files);
  runGitIn(folder, ['init', '-q']);
  if (tracked.length > 0) runGitIn(folder, ['add', '-f', '--', ...tracked]);
  return folder;
}

test('the files of a work tree are those that git lists as tracked or not ignored', async () => {
  const property = fc.asyncProperty(RANDOM_TREE, async (tree) => {
    const folder = fixtureFolder({});
    writeRandomTree(folder, tree);
    const listed = runGitIn(folder, ['ls-files', '-z', '-c', '-o', '--exclude-standard']).toString();
    const expected = listed.split('\0').slice(0, -1).sort();
    expect((await list(folder)).files.sort()).toEqual(expected);
  });
  await fc.assert(property, { numRuns: inputSize({ quick: 12, deep: 60 }), endOnFailure: true });
}, 60_000);

test.skipIf(NATIVE_MISSING !== undefined)(
  `both engines exclude the same paths by the same rules${NATIVE_MISSING ?? ''}`,
  async () => {
    const trees = fc.array(RANDOM_TREE, { minLength: 40, maxLength: 40 });
    const property = fc.asyncProperty(trees, async (all) => {
      const folder = fixtureFolder({});
      all.forEach((tree, index) => {
        mkdirSync(join(folder, String(index)));
        writeRandomTree(join(folder, String(index)), tree);
      });
      const { excluded } = await walkGit(folder);
      expect(nativeList(folder)).toEqual({ excluded, gitProblems: [] });
      expect(excluded.filter(({ reason }) => reason === 'gitignore').length).toBeGreaterThan(20);
    });
    await fc.assert(property, { numRuns: 2, endOnFailure: true });
  },
  60_000,
);

describe('a work tree', () => {
  test('has rules in nested files and in .git/info/exclude, each named with its line', async () => {
    const folder = repository({
      '.gitignore': '# logs\n*.log\n',
      'a.log': '',
      'src/.gitignore': '/gen\n!keep.log\n',
      'src/gen/x.js': '',
      'src/keep.log': '',
      'src/own.js': '',
      'src/other/gen/x.js': '',
    });
    writeFileSync(join(folder, '.git/info/exclude'), 'own.js\n');
    const { files, ignored } = await list(folder);
    expect(files).toEqual(['.gitignore', 'src/.gitignore', 'src/keep.log', 'src/other/gen/x.js']);
    expect(ignored).toEqual([
      'a.log .gitignore:2:*.log',
      'src/gen src/.gitignore:1:/gen',
      'src/own.js .git/info/exclude:1:own.js',
    ]);
  });

  test('is one where .git is a file too, whose index is elsewhere', async () => {
    const folder = fixtureFolder({ '.git': 'gitdir: /elsewhere\n', '.gitignore': 'a.js\n', 'a.js': '', 'b.js': '' });
    const { files, gitProblems } = await list(folder);
    expect(files).toEqual(['.gitignore', 'b.js']);
    expect(gitProblems).toEqual([{ path: '.git', reason: OUTSIDE }]);
  });

  test.each(['absolute', 'relative'])(
    'is a linked worktree with its own index, and with the info/exclude of its repository, by %s paths',
    async (paths) => {
      const main = repository({ 'build/a.js': '' }, ['build/a.js']);
      runGitIn(main, ['commit', '-q', '-m', 'a']);
      writeFileSync(join(main, '.git/info/exclude'), 'own.js\n');
      const folder = fixtureFolder({});
      runGitIn(main, ['worktree', 'add', '-q', join(folder, 'w')]);
      if (paths === 'relative') {
        const git = join(main, '.git/worktrees/w');
        writeFileSync(join(folder, 'w/.git'), `gitdir: ${relative(join(folder, 'w'), git)}\n`);
        writeFileSync(join(git, 'gitdir'), `${relative(git, join(folder, 'w/.git'))}\n`);
      }
      writeFiles(folder, { 'w/own.js': '', 'w/build/b.js': '', 'w/c.js': '' });
      const { files, ignored, gitProblems } = await list(folder);
      expect([files, gitProblems]).toEqual([['w/build/a.js', 'w/c.js'], []]);
      expect(ignored).toEqual(['w/own.js w/.git/info/exclude:1:own.js']);
    },
  );

  test('is a linked worktree inside of its repository too', async () => {
    const main = repository({ 'build/a.js': '' }, ['build/a.js']);
    runGitIn(main, ['commit', '-q', '-m', 'a']);
    writeFileSync(join(main, '.git/info/exclude'), 'own.js\n');
    runGitIn(main, ['worktree', 'add', '-q', join(main, 'w')]);
    writeFiles(main, { 'w/own.js': '', 'w/c.js': '', 'w/build/b.js': '' });
    const { files, gitProblems } = await list(main);
    expect([files, gitProblems]).toEqual([['build/a.js', 'w/build/a.js', 'w/c.js'], []]);
  });

  test('is a submodule that is scanned by itself, whose folder of Git is outside of it', async () => {
    const outer = repository({ 's/build/a.js': '', 's/build/b.js': '', 's/c.js': '' });
    mkdirSync(join(outer, '.git/modules'));
    const folder = join(outer, 's');
    runGitIn(folder, ['init', '-q', '--separate-git-dir', join(outer, '.git/modules/s')]);
    runGitIn(folder, ['add', '-f', 'build/a.js']);
    runGitIn(folder, ['config', 'core.worktree', '../../../s']);
    writeFiles(outer, { 's/.git': 'gitdir: ../.git/modules/s\n', '.git/modules/s/info/exclude': 'c.js\n' });
    const { files, gitProblems } = await list(folder);
    expect([files, gitProblems]).toEqual([['build/a.js'], []]);
  });

  test('is not one whose folder of Git is that of another work tree', async () => {
    const main = repository({ 'build/a.js': '', 'a.js': '' }, ['build/a.js']);
    runGitIn(main, ['commit', '-q', '-m', 'a']);
    writeFileSync(join(main, '.git/info/exclude'), 'a.js\n');
    runGitIn(main, ['worktree', 'add', '-q', join(fixtureFolder({}), 'w')]);
    for (const target of ['.git', '.git/worktrees/w']) {
      const folder = fixtureFolder({ '.git': `gitdir: ${join(main, target)}\n`, 'a.js': '' });
      const { files, gitProblems } = await list(folder);
      expect([files, gitProblems]).toEqual([['a.js'], [{ path: '.git', reason: OUTSIDE }]]);
    }
  });

  test('applies to a folder in it: rules and the index above the folder', async () => {
    const outer = repository(
      {
        '.gitignore': 'codegen/\n/a/api/local.js\n',
        'a/.gitignore': '*.tmp.js\n',
        'a/api/.gitignore': 'own.js\n',
        'a/api/codegen/a.js': '',
        'a/api/codegen/tracked.js': '',
        'a/api/build/a.js': '',
        'a/api/build/b.js': '',
        'a/api/local.js': '',
        'a/api/own.js': '',
        'a/api/x.tmp.js': '',
        'a/api/y.js': '',
      },
      ['a/api/codegen/tracked.js', 'a/api/build/a.js'],
    );
    writeFileSync(join(outer, '.git/info/exclude'), 'y.js\n');
    const { files, ignored } = await list(join(outer, 'a/api'));
    expect(files).toEqual(['.gitignore', 'build/a.js', 'codegen/tracked.js']);
    expect(ignored).toEqual([
      'codegen/a.js .gitignore:1:codegen/',
      'local.js .gitignore:2:/a/api/local.js',
      'own.js a/api/.gitignore:1:own.js',
      'x.tmp.js a/.gitignore:1:*.tmp.js',
      'y.js .git/info/exclude:1:y.js',
    ]);
    const link = join(fixtureFolder({}), 'link');
    symlinkSync(join(outer, 'a/api'), link);
    expect((await list(link)).files).toEqual(files);
  });

  test('does not apply to a folder in it that it ignores completely', async () => {
    const outer = repository({ '.gitignore': 'gen/\n*.log\n', 'gen/a.js': '', 'gen/in/b.log': '' });
    expect((await list(join(outer, 'gen/in'))).files).toEqual(['b.log']);
    expect((await list(join(outer, 'gen'))).files).toEqual(['a.js', 'in/b.log']);
  });

  test('is a submodule, whose index and rules are in the scanned folder', async () => {
    const folder = repository({ 'ü/s/build/a.js': '', 'ü/s/build/b.js': '', 'ü/s/c.js': '' });
    mkdirSync(join(folder, '.git/modules'));
    runGitIn(join(folder, 'ü/s'), ['init', '-q', '--separate-git-dir', join(folder, '.git/modules/s')]);
    runGitIn(join(folder, 'ü/s'), ['add', '-f', 'build/a.js']);
    writeFiles(folder, { 'ü/s/.git': 'gitdir: ../../.git/modules/s\n', '.git/modules/s/info/exclude': 'c.js\n' });
    const { files, ignored, gitProblems } = await list(folder);
    expect([files, gitProblems]).toEqual([['ü/s/build/a.js'], []]);
    expect(ignored).toEqual(['ü/s/c.js .git/modules/s/info/exclude:1:c.js']);
  });

  test('inside another one has its own rules and its own index', async () => {
    const folder = repository({ '.gitignore': '*.js\n', 'in/.gitignore': '*.ts\n', 'in/a.js': '', 'in/a.ts': '' });
    runGitIn(join(folder, 'in'), ['init', '-q']);
    runGitIn(join(folder, 'in'), ['add', '-f', 'a.ts']);
    const { files } = await list(folder);
    expect(files).toEqual(['.gitignore', 'in/.gitignore', 'in/a.js', 'in/a.ts']);
  });

  test('has no rules without .git, nor with its rules switched off', async () => {
    const files = { '.gitignore': 'a.js\n', 'a.js': '', 'build/b.js': '' };
    expect((await list(fixtureFolder(files))).files).toEqual(['.gitignore', 'a.js']);
    const { found } = await walk(new Folder(repository(files, ['build/b.js'])), policy);
    expect(found.map(({ path }) => path)).toEqual(['.gitignore', 'a.js']);
  });

  test('keeps tracked files of excluded folders and excludes the others one by one', async () => {
    const folder = repository(
      {
        '.gitignore': 'gen\n',
        'build/a.js': '',
        'build/b.js': '',
        'build/deep/c.js': '',
        'build/deep/d.js': '',
        'build/own/e.js': '',
        'build/node_modules/f.js': '',
        'dist/g.js': '',
        'out/h.js': '',
        'gen/i.js': '',
        'gen/j.js': '',
      },
      ['build/a.js', 'build/deep/c.js', 'build/node_modules/f.js', 'dist/g.js', 'gen/i.js'],
    );
    const { files, excluded } = await list(folder);
    expect(files).toEqual(['.gitignore', 'build/a.js', 'build/deep/c.js', 'gen/i.js']);
    expect(excluded.map(({ path, reason, rule }) => `${path} ${reason} ${rule}`)).toEqual([
      '.git default .git',
      'build/b.js default build/',
      'build/deep/d.js default build/',
      'build/node_modules default node_modules/',
      'build/own default build/',
      'dist default dist/',
      'gen/j.js gitignore .gitignore:1:gen',
      'out default out/',
    ]);
  });

  test('keeps a submodule below an ignored folder', async () => {
    const folder = repository({
      '.gitignore': 'lib\n',
      'lib/x.js': '',
      'lib/sub/y.js': '',
      'lib/sub/.git': 'gitdir: x',
    });
    const commit = '1'.repeat(40);
    runGitIn(folder, ['update-index', '--add', '--cacheinfo', `160000,${commit},lib/sub`]);
    const { files, ignored } = await list(folder);
    expect(files).toEqual(['.gitignore', 'lib/sub/y.js']);
    expect(ignored).toEqual(['lib/x.js .gitignore:1:lib']);
  });
});

describe('a file of Git that can not be used is reported and has no effect', () => {
  const files = { 'a.js': '', 'build/b.js': '' };

  test('a FIFO, a link, a folder', async () => {
    const folder = repository({ 'p/a.js': '', 'l/a.js': '', 'd/.gitignore/x': '', rules: 'a.js\n' });
    execFileSync('mkfifo', [join(folder, 'p/.gitignore')]);
    symlinkSync('../rules', join(folder, 'l/.gitignore'));
    const { gitProblems, ignored } = await list(folder);
    expect(ignored).toEqual([]);
    expect(gitProblems).toEqual(
      ['d', 'l', 'p'].map((name) => ({ path: `${name}/.gitignore`, reason: 'not a regular file' })),
    );
  });

  test.each([
    ['a file of 100 MB', (path: string) => truncateSync(path, 100_000_000), 'larger than 1 MiB'],
    ['a binary file', (path: string) => writeFileSync(path, 'a.js\n\0'), 'not a text file: it contains a NUL byte'],
    [
      'a line of 5,000 bytes',
      (path: string) => writeFileSync(path, 'a'.repeat(5000)),
      'line 1 is longer than 4,096 bytes',
    ],
    [
      'more wildcards than a person writes',
      (path: string) => writeFileSync(path, '*a*b\n'.repeat(17_000)),
      'its rules with wildcards and those of the folders above have more than 64 KiB',
    ],
  ])('%s', async (_, write, reason) => {
    const folder = repository({ ...files, '.gitignore': '' });
    write(join(folder, '.gitignore'));
    const { files: listed, gitProblems } = await list(folder);
    expect(listed).toEqual(['.gitignore', 'a.js']);
    expect(gitProblems).toEqual([{ path: '.gitignore', reason }]);
  });

  test.each([
    ['not an index', 'not a Git index', () => Buffer.from('something else')],
    ['an index of another version', 'version 5 of the Git index is unknown', (index: Buffer) => patched(index, 7, 5)],
    ['a count that is too large', 'malformed', (index: Buffer) => patched(index, 8, 0xff)],
    ['paths out of order', 'malformed', (index: Buffer) => patched(index, index.indexOf('build/b.js'), 0x01)],
    ['an index that ends early', 'malformed', (index: Buffer) => index.subarray(0, 90)],
    ['a split index', 'a split index, whose other part is not read', (index: Buffer) => withExtension(index, 'link')],
    ['an unknown extension', 'malformed', (index: Buffer) => withExtension(index, 'what')],
  ])('%s', async (_, reason, damage) => {
    const folder = repository(files, ['a.js', 'build/b.js']);
    const index = join(folder, '.git/index');
    writeFileSync(index, damage(readIndex(folder)));
    const { files: listed, gitProblems } = await list(folder);
    expect(listed).toEqual(['a.js']);
    expect(gitProblems).toEqual([{ path: '.git/index', reason }]);
  });

  test('an index of 100 MB and more', async () => {
    const folder = repository(files, ['build/b.js']);
    truncateSync(join(folder, '.git/index'), 129 * 1024 * 1024);
    expect((await list(folder)).gitProblems).toEqual([{ path: '.git/index', reason: 'larger than 128 MiB' }]);
  });

  test('rules and an index that a link leads out of the folder', async () => {
    const outside = repository({ 'a.js': '' }, ['a.js']);
    writeFiles(outside, { 'info/exclude': 'a.js\n' });
    const folder = fixtureFolder({ '.git/HEAD': '', 'a.js': '', 'build/b.js': '' });
    symlinkSync(join(outside, 'info'), join(folder, '.git/info'));
    symlinkSync(join(outside, '.git/index'), join(folder, '.git/index'));
    const { files: listed, gitProblems } = await list(folder);
    expect(listed).toEqual(['a.js']);
    expect(gitProblems).toEqual([
      { path: '.git/info/exclude', reason: 'its folder is not a folder' },
      { path: '.git/index', reason: 'not a regular file' },
    ]);
  });
});

function readIndex(folder: string): Buffer {
  return execFileSync('cat', [join(folder, '.git/index')]);
}

function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

/** With an empty extension before the checksum, which is not checked. */
function withExtension(index: Buffer, name: string): Buffer {
  const end = index.length - 20;
  return Buffer.concat([index.subarray(0, end), Buffer.from(`${name}\0\0\0\0`), index.subarray(end)]);
}

test.each([
  ['an empty file', '', 'it does not name a folder of Git'],
  ['other text', 'see gitdir: a', 'it does not name a folder of Git'],
  ['a path above the folder', 'gitdir: ../../x\n', OUTSIDE],
])('a file .git with %s is reported and has no effect', async (_, content, reason) => {
  const { files, gitProblems } = await list(fixtureFolder({ 'a/.git': content, 'a/a.js': '' }));
  expect([files, gitProblems]).toEqual([['a/a.js'], [{ path: 'a/.git', reason }]]);
});

test('an index of SHA-256 names is read', async () => {
  const folder = fixtureFolder({ 'build/a.js': '', 'b.js': '' });
  runGitIn(folder, ['init', '-q', '--object-format=sha256']);
  runGitIn(folder, ['add', '-f', 'build/a.js']);
  const { files, gitProblems } = await list(folder);
  expect([files, gitProblems]).toEqual([['b.js', 'build/a.js'], []]);
});
