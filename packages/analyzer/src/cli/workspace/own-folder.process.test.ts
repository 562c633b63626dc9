import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';
import { OwnFolder } from './own-folder.ts';

const files = { 'project/a.py': 'def f():\n    return 1\n', 'outside/keep.txt': 'precious' };

/** Each command that writes an index to the default path. */
const commands = [
  ['map', '.'],
  ['map', '.', '--engine', 'portable', '--no-cache'],
  ['workspace', 'index', '.'],
];

describe.each(commands.map((args) => [args]))('%j', (args) => {
  test('does not follow a link at .analyzer', async () => {
    const folder = folderWith(files);
    symlinkSync('../outside', join(folder, 'project/.analyzer'));
    const { code, stderr } = await analyzer(args, { cwd: join(folder, 'project') });
    expect({ code, stderr }).toEqual({
      code: 70,
      stderr:
        'analyzer: cannot write .analyzer: it is a symbolic link\n  Remove it, or set another path of the index with --db.\n',
    });
    expect(readdirSync(join(folder, 'outside'))).toEqual(['keep.txt']);
  });

  test.each(['index.db', 'index.db-new', 'index.db-lock', 'index.db-wal', 'index.db-shm', 'index.db-journal'])(
    'does not follow a link at .analyzer/%s',
    async (name) => {
      for (const target of ['../../outside/keep.txt', '../../outside/new.txt']) {
        const folder = folderWith(files);
        mkdirSync(join(folder, 'project/.analyzer'));
        symlinkSync(target, join(folder, 'project/.analyzer', name));
        await analyzer(args, { cwd: join(folder, 'project') });
        expect(readdirSync(join(folder, 'outside'))).toEqual(['keep.txt']);
        expect(readFileSync(join(folder, 'outside/keep.txt'), 'utf8')).toBe('precious');
      }
    },
  );

  test('refuses a file at .analyzer', async () => {
    const folder = folderWith(files);
    execFileSync('mkfifo', [join(folder, 'project/.analyzer')]);
    const { code, stderr } = await analyzer(args, { cwd: join(folder, 'project') });
    expect({ code, stderr }).toMatchObject({
      code: 70,
      stderr: expect.stringContaining('cannot write .analyzer: it is not a folder'),
    });
  });
});

test('a new .analyzer is ignored by git, an existing one is not changed', async () => {
  const folder = folderWith({ ...files, 'other/a.py': 'x = 1\n', 'other/.analyzer/notes.md': 'mine' });
  for (const cwd of [join(folder, 'project'), join(folder, 'other')]) {
    commitAll(cwd);
    expect(await analyzer(['workspace', 'index', '.'], { cwd })).toMatchObject({ code: 0 });
  }
  expect(git(join(folder, 'project'), 'status', '--porcelain')).toBe('');
  expect(readdirSync(join(folder, 'other/.analyzer')).sort()).toEqual(['index.db', 'notes.md']);
});

test('map does not follow a link at analyzer-map.html', async () => {
  for (const target of ['../outside/keep.txt', '../outside/new.txt', '../outside/map.html']) {
    const folder = folderWith({ ...files, 'outside/map.html': '<!doctype html>\n<!-- analyzer-map -->' });
    symlinkSync(target, join(folder, 'project/analyzer-map.html'));
    const { code, stderr } = await analyzer(['map', '.'], { cwd: join(folder, 'project') });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('analyzer-map.html already exists'),
    });
    expect(readdirSync(join(folder, 'outside')).sort()).toEqual(['keep.txt', 'map.html']);
    expect(readFileSync(join(folder, 'outside/map.html'), 'utf8')).toHaveLength(37);
  }
});

test('a path named by the user may be a link', async () => {
  const folder = folderWith(files);
  symlinkSync('../outside', join(folder, 'project/there'));
  const args = ['workspace', 'index', '.', '--db', 'there/index.db'];
  expect(await analyzer(args, { cwd: join(folder, 'project') })).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'outside'))).toContain('index.db');
});

test('a folder that another process replaces by a link is noticed', () => {
  const folder = folderWith(files);
  const own = new OwnFolder(join(folder, 'project/.analyzer'));
  own.requireUnchanged();
  renameSync(join(folder, 'project/.analyzer'), join(folder, 'project/moved'));
  expect(() => own.requireUnchanged()).toThrow('another process replaced it');
  symlinkSync('../outside', join(folder, 'project/.analyzer'));
  expect(() => own.requireUnchanged()).toThrow('another process replaced it');
  own.close();
});

describe('a bad .analyzerignore', () => {
  const bad: [what: string, make: (path: string) => void, reason: string][] = [
    ['with a syntax error', (path) => writeFileSync(path, '!x\n'), ".analyzerignore:1: the glob '!x'"],
    ['of more than 1 MiB', (path) => writeFileSync(path, '#'.repeat(1_100_000)), 'larger than 1 MiB'],
    ['that is a FIFO', (path) => execFileSync('mkfifo', [path]), 'not a regular file'],
    ['that is a link', (path) => symlinkSync('/etc/passwd', path), 'not a regular file'],
  ];

  test.each(bad)('%s affects only its project', async (_what, make, reason) => {
    for (const engine of ['auto', 'portable']) {
      const folder = folderWith({ 'a/a.py': 'x = 1\n', 'b/b.py': 'x = 1\n', 'c/c.py': 'x = 1\n' });
      make(join(folder, 'b/.analyzerignore'));
      const index = ['workspace', 'index', 'a', 'b', 'c', '--db', 'i.db', '--engine', engine];
      const { code, stdout, stderr } = await analyzer(index, { cwd: folder });
      expect(code).toBe(2);
      expect(stderr).toContain('not indexed: b: ');
      expect(stderr).toContain(reason);
      expect(stdout).toMatch(/^a .*\nc /m);
      const asked = await analyzer(['workspace', 'query', '--db', 'i.db', '--operation', 'projects'], { cwd: folder });
      expect(JSON.parse(asked.stdout).data.items).toEqual([
        expect.objectContaining({ project: 'a' }),
        expect.objectContaining({ project: 'c' }),
      ]);
    }
  });

  test('in every project leaves the earlier index unchanged', async () => {
    const folder = folderWith({ 'a/a.py': 'x = 1\n', 'b/b.py': 'x = 1\n' });
    const index = ['workspace', 'index', 'a', 'b', '--db', 'i.db'];
    expect(await analyzer(index, { cwd: folder })).toMatchObject({ code: 0 });
    const before = readFileSync(join(folder, 'i.db'));
    for (const name of ['a', 'b']) writeFileSync(join(folder, name, '.analyzerignore'), '!x\n');
    const { code, stderr } = await analyzer(index, { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain(".analyzerignore:1: the glob '!x'");
    expect(readFileSync(join(folder, 'i.db')).equals(before)).toBe(true);
  });
});
