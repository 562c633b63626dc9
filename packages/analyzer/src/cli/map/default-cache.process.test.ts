import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith, runChild } from '../fixture.ts';

const missing = NATIVE_MISSING ?? '';

const code = { 'w/setup.py': '', 'w/a.py': 'def f(a, b):\n    return [a + 1, b * 2, a - b]\n' };

interface Mapped {
  stderr: string;
  /** Packs in the cache of the user. */
  packs: number;
}

async function map(cwd: string, home: string, ...more: string[]): Promise<Mapped> {
  const args = ['map', 'w', '--engine', 'portable', '--no-source', ...more];
  const { code: exit, stderr } = await analyzer(args, { cwd, env: { XDG_CACHE_HOME: home } });
  expect(exit, stderr).toBe(0);
  return { stderr, packs: packsIn(join(home, 'analyzer')) };
}

function packsIn(folder: string): number {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pack')).length;
}

test('map with the portable engine caches in a private folder of the user, and prints its path', async () => {
  const cwd = folderWith(code);
  const home = join(cwd, 'not/there/yet');
  expect(await map(cwd, home)).toEqual({
    packs: 1,
    stderr: `Parse cache: ${home}/analyzer; --no-cache turns it off.\n`,
  });
  expect(statSync(join(home, 'analyzer')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(cwd, 'w/.analyzer'))).toEqual(['.gitignore', 'index.db']);
});

test('without XDG_CACHE_HOME, or with a relative one, it is ~/.cache/analyzer', async () => {
  for (const XDG_CACHE_HOME of ['', 'relative']) {
    const cwd = folderWith(code);
    const { stderr } = await analyzer(['map', 'w', '--engine', 'portable'], {
      cwd,
      env: { HOME: cwd, XDG_CACHE_HOME },
    });
    expect(stderr).toContain(`Parse cache: ${cwd}/.cache/analyzer;`);
    expect(packsIn(join(cwd, '.cache/analyzer'))).toBe(1);
    expect(existsSync(join(cwd, 'relative'))).toBe(false);
  }
});

test('with --no-cache there is none, and with --cache-dir the named one', async () => {
  const cwd = folderWith(code);
  const home = join(cwd, 'home');
  expect(await map(cwd, home, '--no-cache')).toEqual({ packs: 0, stderr: '' });
  expect(await map(cwd, home, '--cache-dir', 'named')).toEqual({ packs: 0, stderr: '' });
  expect(packsIn(join(cwd, 'named'))).toBe(1);
});

describe('a folder that is not private to the user is not used, and the reason is given', () => {
  test.each<[what: string, prepare: (folder: string) => void, reason: string]>([
    [
      'a link',
      (folder) => {
        mkdirSync(`${folder}-target`, { mode: 0o700 });
        symlinkSync(`${folder}-target`, folder);
      },
      'it is a symbolic link',
    ],
    ['a file', (folder) => writeFileSync(folder, ''), 'it is not a folder'],
    [
      'a folder that others may write',
      (folder) => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
      'its permissions are 777, not 700',
    ],
    [
      'a folder that others may read',
      (folder) => {
        mkdirSync(folder);
        chmodSync(folder, 0o750);
      },
      'its permissions are 750, not 700',
    ],
  ])('%s', async (_what, prepare, reason) => {
    const cwd = folderWith(code);
    const home = join(cwd, 'home');
    mkdirSync(home);
    prepare(join(home, 'analyzer'));
    const { stderr } = await map(cwd, home);
    expect(stderr).toBe(`No parse cache: ${home}/analyzer: ${reason}. Name another folder with --cache-dir.\n`);
    expect(packsIn(home)).toBe(0);
  });

  test.skipIf(process.getuid?.() !== 0)('a folder of another user, which only root can prepare', async () => {
    const cwd = folderWith(code);
    const folder = join(cwd, 'home/analyzer');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, 65_534, 65_534);
    expect((await map(cwd, join(cwd, 'home'))).stderr).toContain('it belongs to another user');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that cannot be created', async () => {
    const cwd = folderWith({ ...code, home: 'a file' });
    expect((await map(cwd, join(cwd, 'home'))).stderr).toMatch(/^No parse cache: .*home\/analyzer: .+\. Name another/);
    expect((await map(cwd, '/proc/nope')).stderr).toMatch(/^No parse cache: \/proc\/nope\/analyzer: /);
  });

  test('a folder that contains the mapped project', async () => {
    const cwd = folderWith({});
    const home = join(cwd, 'home');
    mkdirSync(join(home, 'analyzer/w'), { recursive: true, mode: 0o700 });
    chmodSync(join(home, 'analyzer'), 0o700);
    writeFileSync(join(home, 'analyzer/w/a.py'), code['w/a.py']);
    const { stderr } = await map(join(home, 'analyzer'), home);
    expect(stderr).toContain('it contains a folder of the map');
  });
});

describe('a cache that a project ships in .analyzer/cache is not read', () => {
  const SHIPPED = 'w/.analyzer/cache';
  const THEN = new Date(Date.now() - 40 * 86_400_000);

  type Kind = 'pack' | 'part';

  /** A file of the cache that is read gets the time of its use. */
  function age(cwd: string): void {
    for (const path of [...pathsOf('pack', cwd), ...pathsOf('part', cwd)]) utimesSync(path, THEN, THEN);
  }
  function wasRead(kind: Kind, cwd: string): boolean {
    return pathsOf(kind, cwd).some((path) => statSync(path).mtimeMs > THEN.getTime() + 1000);
  }
  function pathsOf(kind: Kind, cwd: string): string[] {
    const folder = join(cwd, SHIPPED);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith(`.${kind}`)).map((name) => join(folder, name));
  }

  test('by scan and map of analyzer, unless the user names it', async () => {
    const cwd = folderWith(code);
    const scan = (...more: string[]) =>
      analyzer(['scan', 'w', '--engine', 'portable', '--format', 'json', ...more], { cwd });
    await map(cwd, join(cwd, 'home'), '--cache-dir', SHIPPED);
    await scan('--cache-dir', SHIPPED);
    age(cwd);
    expect(JSON.parse((await scan()).stdout).runtime.cache).toBeUndefined();
    await map(cwd, join(cwd, 'home'));
    expect(wasRead('pack', cwd)).toBe(false);
    expect(pathsOf('part', cwd)).toHaveLength(1);
    expect(wasRead('part', cwd)).toBe(false);
    // The index is written again, because the cache in the project does not know that of the last run.
    await map(cwd, join(cwd, 'home'), '--cache-dir', SHIPPED);
    expect(wasRead('part', cwd)).toBe(true);
    expect(wasRead('pack', cwd)).toBe(false);
    // Now the project is read again, except for the content of the other files.
    writeFileSync(join(cwd, 'w/b.py'), 'def g(a):\n    return a\n');
    await map(cwd, join(cwd, 'home'), '--cache-dir', SHIPPED);
    expect(wasRead('pack', cwd)).toBe(true);
  });

  test.skipIf(NATIVE_MISSING !== undefined)(`by analyzer-rs alone, unless the user names it${missing}`, async () => {
    const cwd = folderWith(code);
    const scan = (...more: string[]) => runChild(BUILT_HERE, ['scan', 'w', '--format', 'json', ...more], { cwd });
    await scan('--cache-dir', SHIPPED);
    age(cwd);
    expect(JSON.parse((await scan()).stdout).runtime.cache).toBeUndefined();
    expect(await runChild(BUILT_HERE, ['diff', 'w', 'w'], { cwd })).toMatchObject({ code: 0 });
    expect(wasRead('pack', cwd)).toBe(false);
    expect(JSON.parse((await scan('--cache-dir', SHIPPED)).stdout).runtime.cache).toMatchObject({ hits: 2, misses: 0 });
    expect(wasRead('pack', cwd)).toBe(true);
  });
});
