import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import rawPaths from '../../../../fixtures/vectors/order-raw-paths.json' with { type: 'json' };
import { findPaths, fixtureFolder, unprivileged } from './fixture-folder.ts';
import { Folder } from './folder.ts';
import { Policy } from './policy.ts';
import { type Found, type Listing, walk } from './walk.ts';

const everything = new Policy({ profile: 'inventory', all: true, exclude: [] }, []);
const asUsual = new Policy({ profile: 'inventory', all: false, exclude: [] }, []);

function rawPath({ path, raw }: Found): string {
  return (raw ?? Buffer.from(path)).toString('hex');
}

function shown(listing: Listing): string[] {
  return listing.found.map(({ path, kind }) => (kind === 'directory' ? `${path}/` : path));
}

test('lists in bytewise order of the raw path, including names that are not UTF-8', async () => {
  const folder = fixtureFolder({});
  const paths = rawPaths.cases.map((hex) => Buffer.from(hex, 'hex'));
  const isFolder = (path: Buffer) =>
    paths.some((other) => other.toString('latin1').startsWith(`${path.toString('latin1')}/`));
  for (const path of paths) {
    const absolute = Buffer.concat([Buffer.from(`${folder}/`), path]);
    if (isFolder(path) || path.equals(Buffer.from('A/z'))) mkdirSync(absolute, { recursive: true });
    else writeFileSync(absolute, 'x');
  }
  const { found } = await walk(new Folder(folder), everything);
  expect(found.map(rawPath).filter((path) => path !== Buffer.from('A').toString('hex'))).toEqual(rawPaths.cases);
  expect(found.map(rawPath)).toEqual(findPaths(folder));
});

test('lists paths with names that are not UTF-8, and distinguishes names that are displayed identically', async () => {
  const folder = fixtureFolder({});
  for (const name of [0xfe, 0xff]) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([name])]);
    mkdirSync(path);
    writeFileSync(Buffer.concat([path, Buffer.from('/a.py')]), '1');
  }
  const { found } = await walk(new Folder(folder), everything);
  expect(found.map(({ path, raw }) => [path, raw?.toString('hex')])).toEqual([
    ['\ufffd~aa687b58', 'fe'],
    ['\ufffd~aa687b58/a.py', 'fe2f612e7079'],
    ['\ufffd~a8100ae6', 'ff'],
    ['\ufffd~a8100ae6/a.py', 'ff2f612e7079'],
  ]);
});

test('describes links without following them, in cycles or out of the project', async () => {
  const folder = fixtureFolder({ 'a/b/x.py': '1' });
  symlinkSync('../..', join(folder, 'a/b/up'));
  symlinkSync('/etc', join(folder, 'out'));
  symlinkSync('nowhere', join(folder, 'broken.py'));
  const { found } = await walk(new Folder(folder), asUsual);
  expect(found.flatMap((each) => (each.kind === 'symlink' ? [[each.path, each.target]] : []))).toEqual([
    ['a/b/up', '../..'],
    ['broken.py', 'nowhere'],
    ['out', undefined],
  ]);
  expect(found).toHaveLength(6);
});

test('lists special files without opening them', { timeout: 5000 }, async () => {
  const folder = fixtureFolder({});
  execFileSync('mkfifo', [join(folder, 'pipe.py'), join(folder, 'map.html')]);
  const server = createServer().listen(join(folder, 'socket.js'));
  onTestFinished(() => {
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { found } = await walk(new Folder(folder), asUsual);
  expect(found).toEqual([
    { path: 'map.html', kind: 'special' },
    { path: 'pipe.py', kind: 'special' },
    { path: 'socket.js', kind: 'special' },
  ]);
});

test('a folder without permission is an entry with a reason', async () => {
  const folder = fixtureFolder({ 'closed/a.py': '1', 'listed/b.py': '1', 'c.py': '1' });
  chmodSync(join(folder, 'closed'), 0o000);
  chmodSync(join(folder, 'listed'), 0o444);
  onTestFinished(() => {
    chmodSync(join(folder, 'closed'), 0o700);
    chmodSync(join(folder, 'listed'), 0o700);
  });
  const { found } = await unprivileged(folder, () => walk(new Folder(folder), asUsual));
  expect(found.find(({ path }) => path === 'closed')).toMatchObject({ kind: 'directory', reason: 'permission denied' });
  expect(found.find(({ path }) => path === 'listed/b.py')).toMatchObject({ kind: 'file', reason: 'permission denied' });
  expect(found).toHaveLength(4);
});

test('a folder that is removed meanwhile is an entry with a reason', async () => {
  const files = Array.from({ length: 500 }, (_, i) => [`${i}.py`, '']);
  const folder = fixtureFolder({ ...Object.fromEntries(files), 'z/a.py': '' });
  const walking = walk(new Folder(folder), asUsual);
  rmSync(join(folder, 'z'), { recursive: true });
  const { found } = await walking;
  expect(found).toHaveLength(501);
  expect(found.at(-1)).toEqual({ path: 'z', kind: 'directory', reason: 'removed while the project was scanned' });
});

test('names that differ only in case are two entries', async () => {
  const folder = fixtureFolder({ 'Readme.py': '1', 'README.py': '2' });
  expect(shown(await walk(new Folder(folder), asUsual))).toEqual(['README.py', 'Readme.py']);
});

test('excludes folders completely and files separately, each with its rule, and accounts for all paths', async () => {
  const folder = fixtureFolder({
    '.git/HEAD': 'ref',
    'node_modules/a/index.js': '1',
    'packages/x/node_modules/b/index.js': '1',
    'packages/x/src/a.js': '1',
    'any name/pyvenv.cfg': '',
    'any name/lib/site.py': '1',
    'cached/CACHEDIR.TAG': '',
    'src/vendor/v.php': '1',
    'src/logo.png': '1',
    'src/keep.py': '1',
    'src/empty/': '',
    'map.html': '<!doctype html>\n<!-- analyzer-map v1 -->',
    'late-map.html': `${' '.repeat(512)}<!-- analyzer-map`,
    'page.html': '<p>',
    '.analyzer/index.db': 'x',
  });
  const listing = await walk(
    new Folder(folder),
    new Policy({ profile: 'inventory', all: false, exclude: ['*.png'] }, []),
  );
  expect(listing.excluded).toEqual([
    { path: '.analyzer', kind: 'directory', reason: 'own-output', rule: '.analyzer/' },
    { path: '.git', kind: 'directory', reason: 'default', rule: '.git' },
    { path: 'any name', kind: 'directory', reason: 'default', rule: 'holds pyvenv.cfg', sources: true },
    { path: 'cached', kind: 'directory', reason: 'default', rule: 'holds CACHEDIR.TAG' },
    { path: 'map.html', kind: 'file', reason: 'own-output', rule: '<!-- analyzer-map' },
    { path: 'node_modules', kind: 'directory', reason: 'default', rule: 'node_modules/', sources: true },
    { path: 'packages/x/node_modules', kind: 'directory', reason: 'default', rule: 'node_modules/', sources: true },
    { path: 'src/logo.png', kind: 'file', reason: 'exclude', rule: '*.png' },
    { path: 'src/vendor', kind: 'directory', reason: 'default', rule: 'vendor/', sources: true },
  ]);
  const cut = listing.excluded.map(({ path }) => path);
  const seen = findPaths(folder)
    .map((hex) => Buffer.from(hex, 'hex').toString())
    .filter((path) => !cut.some((folderPath) => path.startsWith(`${folderPath}/`)));
  expect([...listing.found.map(({ path }) => path), ...cut].sort()).toEqual(seen.sort());
  const own = 3;
  expect(shown(await walk(new Folder(folder), everything))).toHaveLength(findPaths(folder).length - own);
});

test.each([
  ['the profile', { profile: 'logic', all: false, exclude: [] }],
  ['--exclude', { profile: 'inventory', all: false, exclude: ['*.html', '.*/'] }],
  ['--all', { profile: 'inventory', all: true, exclude: [] }],
] as const)('own output has its own reason, not that of %s', async (_, options) => {
  const names = ['.analyzer', '.analyzer-artifacts', '.koru', '.planfile', '.tracker'];
  const files = names.map((name) => [`${name}/x.py`, '1']);
  const folder = fixtureFolder({ 'map.html': '<!-- analyzer-map', ...Object.fromEntries(files) });
  const { found, excluded } = await walk(new Folder(folder), new Policy(options, []));
  expect(found).toEqual([]);
  expect(excluded).toEqual([
    ...names.map((name) => ({ path: name, kind: 'directory', reason: 'own-output', rule: `${name}/` })),
    { path: 'map.html', kind: 'file', reason: 'own-output', rule: '<!-- analyzer-map' },
  ]);
});

test('for any tree and exclusions, found and excluded paths are those of find outside of excluded folders', async () => {
  const name = fc.constantFrom('a', 'b.py', 'node_modules', '.git', 'dist', 'x.png', 'pyvenv.cfg', 'd', 'é');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const glob = fc.constantFrom('a', '*.py', 'd/', '/a/**', '**/d/*', '{a,é}/', 'a/**/b.py');
  await fc.assert(
    fc.asyncProperty(fc.array(path, { maxLength: 12 }), fc.array(glob, { maxLength: 2 }), async (paths, exclude) => {
      const isFolder = (one: string) => paths.some((other) => other.startsWith(`${one}/`));
      const folder = fixtureFolder(Object.fromEntries(paths.filter((one) => !isFolder(one)).map((one) => [one, ''])));
      const { found, excluded } = await walk(
        new Folder(folder),
        new Policy({ profile: 'logic', all: false, exclude }, []),
      );
      const cut = excluded.map((each) => each.path);
      const seen = findPaths(folder)
        .map((hex) => Buffer.from(hex, 'hex').toString())
        .filter((one) => !cut.some((above) => one.startsWith(`${above}/`)));
      expect([...found.map((each) => each.path), ...cut].toSorted()).toEqual(seen.toSorted());
    }),
    { numRuns: 60 },
  );
});

test('a path longer than the system allows is an entry with a reason', async () => {
  const folder = fixtureFolder({});
  const name = 'd'.repeat(250);
  execFileSync('sh', ['-c', 'for i in $(seq 20); do mkdir "$1" && cd -P "$1" || exit 1; done', 'sh', name], {
    cwd: folder,
  });
  onTestFinished(() => {
    execFileSync('rm', ['-rf', join(folder, name)]);
  });
  const { found } = await walk(new Folder(folder), asUsual);
  expect(found.length).toBeGreaterThan(10);
  expect(found.at(-1)).toMatchObject({ kind: 'directory', reason: 'its path is longer than the system allows' });
});

test('stops if cancelled', async () => {
  const folder = fixtureFolder(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}.py`, ''])));
  await expect(walk(new Folder(folder), asUsual, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  });
});
