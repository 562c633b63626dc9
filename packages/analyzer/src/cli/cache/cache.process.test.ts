import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const missing = NATIVE_MISSING ?? '';
const help = fileURLToPath(new URL('../../../../../fixtures/cli/help.cache-prune.txt', import.meta.url));

const functions = (name: string) => `def ${name}(a, b):\n    return [a + 1, b * 2, a - b, "${name}"]\n`;
const project = {
  'w/a/setup.py': '',
  'w/a/a.py': functions('f'),
  'w/a/b.ts': 'export function g(a: number) { return [a, a + 1, a * 2, "g"]; }\n',
  'w/b/setup.py': '',
  'w/b/a.py': `# here too\n${functions('f')}`,
  'w/b/broken.py': `def f(:\n    pass\n${functions('h')}`,
};

async function scanned(cwd: string, more: string[], note = '') {
  const { code, stdout, stderr } = await analyzer(['scan', 'w', '--format', 'json', ...more], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: note });
  const { runtime, ...result } = JSON.parse(stdout);
  return { result, cache: runtime.cache };
}

function packs(cache: string): string[] {
  const names = existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.pack')).map((name) => join(cache, name));
}

describe('scan --cache-dir', () => {
  test('gives the same result without parsing in the second run', async () => {
    const cwd = folderWith(project);
    const without = await scanned(cwd, []);
    // Two threads could both miss the two empty files.
    const cached = ['--cache-dir', 'kept', '--jobs', '1'];
    const cold = await scanned(cwd, cached);
    const warm = await scanned(cwd, cached);
    expect(without.cache).toBeUndefined();
    const none = { invalid: 0, errors: 0, skipped_large: 0, issues: [] };
    // The two empty files have the same content.
    expect(cold.cache).toEqual({ hits: 0, misses: 5, writes: 5, ...none });
    expect(warm.cache).toEqual({ hits: 5, misses: 0, writes: 0, ...none });
    expect(cold.result).toEqual(without.result);
    expect(warm.result).toEqual(without.result);
  });

  test('refuses the scanned folder', async () => {
    const cwd = folderWith(project);
    expect(await analyzer(['scan', 'w', '--cache-dir', 'w'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'analyzer: --cache-dir w is the scanned folder\n  Use a separate folder, such as .analyzer/cache.\n',
    });
  });

  test('that cannot be used does not change the result', async () => {
    const cwd = folderWith({ ...project, kept: 'a file' });
    const { result } = await scanned(cwd, []);
    const note =
      'The parse cache could not be used completely: cannot read: it is not a folder; cannot write: it is not a folder. ' +
      'Results are not affected, but the next run takes longer.\n';
    const next = await scanned(cwd, ['--cache-dir', 'kept', '--strict', '--exclude', 'broken.py'], note);
    expect(next.cache).toMatchObject({
      hits: 0,
      writes: 0,
      issues: ['cannot read: it is not a folder', 'cannot write: it is not a folder'],
    });
    expect(next.result.groups).toEqual(result.groups);
  });
});

describe('workspace index --cache-dir', () => {
  test('a reindex parses no unchanged file, and creates the same index', async () => {
    const cwd = folderWith(project);
    const index = (db: string, ...more: string[]) =>
      analyzer(['workspace', 'index', 'w', '--discover', '--db', db, '--engine', 'portable', ...more], { cwd });
    const graph = async (db: string) =>
      (await analyzer(['workspace', 'export', '--db', db, '--format', 'ndjson'], { cwd })).stdout;
    const evidence = async (db: string) => {
      const [id] = /g_[0-9a-f]{20}/.exec(await graph(db)) ?? [];
      const params = JSON.stringify({ group_id: id });
      return (
        await analyzer(['workspace', 'query', '--db', db, '--operation', 'evidence', '--params', params], { cwd })
      ).stdout;
    };
    await index('without.db');
    await index('cold.db', '--cache-dir', 'kept');
    const before = packs(join(cwd, 'kept'));
    expect(before.length).toBeGreaterThan(0);
    // Without the parts of the projects, all files are read into the index again.
    for (const name of readdirSync(join(cwd, 'kept'))) {
      if (name.startsWith('parts-')) rmSync(join(cwd, 'kept', name), { recursive: true });
    }
    const reindexed = await index('warm.db', '--cache-dir', 'kept');
    expect(reindexed.code).toBe(0);
    // Every parsed file is written.
    expect(packs(join(cwd, 'kept'))).toEqual(before);
    expect(await graph('warm.db')).toBe(await graph('without.db'));
    expect(await evidence('warm.db')).toBe(await evidence('without.db'));
    expect(await evidence('warm.db')).toContain('g_');
  });

  test('unchanged projects are not scanned, and an unchanged index stays, until the cache is pruned', async () => {
    const cwd = folderWith(project);
    const args = ['workspace', 'index', 'w', '--discover', '--db', 'i.db', '--engine', 'portable'];
    const index = async () => {
      const { code, stderr } = await analyzer([...args, '--cache-dir', 'kept'], { cwd });
      expect(code).toBe(0);
      return { stderr: stderr.split('\n')[0], bytes: readFileSync(join(cwd, 'i.db')) };
    };
    const first = await index();
    expect(first.stderr).not.toContain('unchanged');
    expect(await index()).toEqual({ ...first, stderr: '2 projects unchanged: the index stays as it is.' });
    writeFileSync(join(cwd, 'w/a/new.py'), functions('new'));
    const changed = await index();
    expect(changed.stderr).toBe('1 of 2 projects unchanged.');
    expect(changed.bytes.equals(first.bytes)).toBe(false);
    const { stdout } = await analyzer(['cache', 'prune', '--cache-dir', 'kept', '--max-size', '0'], { cwd });
    // Packs, two parts and the record of the index.
    expect(stdout).toMatch(/^removed ([5-9]) packs, .*\nkept {4}0 packs, 0 B\n$/);
    expect(readdirSync(join(cwd, 'kept'))).toEqual([]);
    expect((await index()).stderr).not.toContain('unchanged');
  });

  test('a cache that cannot be used does not make it fail, and the reason is given once', async () => {
    const cwd = folderWith({ ...project, kept: 'a file' });
    const args = ['workspace', 'index', 'w', '--discover', '--db', 'i.db', '--engine', 'portable'];
    const { code, stderr } = await analyzer([...args, '--cache-dir', 'kept'], { cwd });
    expect(code).toBe(0);
    expect(stderr.split('The parse cache could not be used completely')).toHaveLength(2);
    expect(stderr).toContain('cannot write: it is not a folder');
  });
});

describe('map', () => {
  test('stores the facts of both engines in the named folder', async () => {
    const cwd = folderWith(project);
    await analyzer(['map', 'w', '--cache-dir', 'kept'], { cwd });
    expect(packs(join(cwd, 'kept')).length).toBeGreaterThan(0);
  });

  test.skipIf(missing !== '')(`stores nothing with the native engine by default${missing}`, async () => {
    const cwd = folderWith(project);
    const env = { XDG_CACHE_HOME: join(cwd, 'home') };
    const { code } = await analyzer(['map', 'w', '--engine', 'native'], { cwd, env });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, 'home'))).toBe(false);
  });
});

describe('cache prune', () => {
  test('help.cache-prune.txt', async () => {
    const { code, stdout } = await analyzer(['cache', 'prune', '--help']);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(help);
  });

  test('removes the least recently used packs until the size is reached', async () => {
    const cwd = folderWith(project);
    const kept = join(cwd, 'kept');
    // Two threads could both miss the two empty files.
    const cached = ['--cache-dir', 'kept', '--jobs', '1'];
    await scanned(cwd, cached);
    const [old = ''] = packs(kept);
    writeFileSync(join(cwd, 'w/a/new.py'), functions('new'));
    await scanned(cwd, cached);
    const then = new Date(Date.now() - 40 * 86_400_000);
    utimesSync(old, then, then);
    const prune = (...limits: string[]) => analyzer(['cache', 'prune', '--cache-dir', 'kept', ...limits], { cwd });
    expect((await prune('--older-than', '8w')).stdout).toMatch(/^removed 0 packs, 0 B\nkept {4}2 packs, [\d.]+ k?B\n$/);
    expect((await prune('--older-than', '30d')).stdout).toMatch(/^removed 1 pack, [\d.]+ k?B\nkept {4}1 pack, /);
    expect(packs(kept)).not.toContain(old);
    expect((await prune('--max-size', '1k')).stdout).toMatch(/^removed (0|1) packs?/);
    expect((await prune('--max-size', '0')).code).toBe(0);
    // Empty folders of versions are removed too.
    expect(readdirSync(kept)).toEqual([]);
    expect((await scanned(cwd, cached)).cache).toMatchObject({ hits: 0, misses: 6, errors: 0 });
  });

  test('does not remove a recently used pack', async () => {
    const cwd = folderWith(project);
    await scanned(cwd, ['--cache-dir', 'kept']);
    const then = new Date(Date.now() - 40 * 86_400_000);
    for (const pack of packs(join(cwd, 'kept'))) utimesSync(pack, then, then);
    await scanned(cwd, ['--cache-dir', 'kept']);
    const { stdout } = await analyzer(['cache', 'prune', '--cache-dir', 'kept', '--older-than', '30d'], { cwd });
    expect(stdout).toMatch(/^removed 0 packs/);
  });

  test('does not touch other files', async () => {
    const cwd = folderWith({
      'mine/portable-0123456789abcdef/notes.txt': 'x',
      'mine/a.pack': 'x',
      'mine/b/c.pack': 'x',
    });
    const { code } = await analyzer(['cache', 'prune', '--cache-dir', 'mine', '--max-size', '0'], { cwd });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'mine/portable-0123456789abcdef/notes.txt'), 'utf8')).toBe('x');
    expect(existsSync(join(cwd, 'mine/a.pack')) && existsSync(join(cwd, 'mine/b/c.pack'))).toBe(true);
  });

  test.each([
    [[], 2, 'neither --max-size nor --older-than was given'],
    [['--max-size', '10X'], 2, 'Expected a number of bytes, optionally with k, M, G or T.'],
    [['--older-than', '3'], 2, 'Expected a number with m, h, d or w (minutes to weeks).'],
    [['--max-size', '1'], 3, 'no such folder: nowhere'],
  ])('%j is refused', async (limits, code, problem) => {
    const ended = await analyzer(['cache', 'prune', '--cache-dir', 'nowhere', ...limits]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(problem);
  });
});
