import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPaths, fixtureFolder, unprivileged } from '#tree/fixture-folder.ts';
import { createLineEngine } from './line-engine.ts';
import type { FileEntry, Scan, ScanEvent, ScanOptions } from './model.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

function scanOf(folder: string, chosen: Partial<ScanOptions> = {}, jobs = 2): Promise<Scan> {
  return scan(folder, completeOptions(chosen), { engine: createLineEngine({ jobs }) });
}

function fileAt({ entries }: Scan, path: string): FileEntry | undefined {
  return entries.find((entry): entry is FileEntry => entry.kind === 'file' && entry.path === path);
}

function statuses({ entries }: Scan): string[] {
  return entries.map((entry) => `${entry.path} ${entry.kind === 'file' ? entry.status : entry.kind}`);
}

/** Many kinds of files, some of them hostile. */
function project(): string {
  const folder = fixtureFolder({
    'a.py': 'import b\ndef f\n',
    'b.py': 'import a\ndef g\ndef f\n',
    'copy/a.py': 'import b\ndef f\n',
    'big.py': `def big\n${'#'.repeat(3000)}`,
    'empty.py': '',
    'nul.js': 'def f\n\0',
    'late-nul.js': `${'#'.repeat(8192)}\0`,
    'broken.ts': 'syntax-error',
    'half.php': 'partial\ndef f\n',
    'slow.sh': 'timeout',
    'old.py': 'latin\n',
    'a.rs': 'fn main() {}\n',
    'nul.rs': '\0',
    'de.ts': '<?xml version="1.0"?>\n<!DOCTYPE TS>\n',
    'notes.rst.inc': '**no PHP**\n',
    LICENSE: 'MIT\n',
    'package.json': '{}',
    'image.png': '\0\0',
    'bin/tool': '#!/usr/bin/env python3\ndef main\n',
    'bin/perl': '#!/usr/bin/perl\n',
    'bin/data': 'data',
    'tests/test_a.py': 'def t\n',
    'gen.py': '# @generated\n',
    'third_party/x.py': 'def x\n',
    'Readme.md': 'x',
    'README.md': 'y',
    'sub/empty/': '',
    'node_modules/x/index.js': '1',
  });
  for (const tool of ['tool', 'perl', 'data']) chmodSync(join(folder, 'bin', tool), 0o755);
  symlinkSync('../..', join(folder, 'sub/loop'));
  execFileSync('mkfifo', [join(folder, 'pipe.py')]);
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff])]));
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff]), Buffer.from('/l.py')]), 'def lossy\n');
  return folder;
}

test('every file has its status', async () => {
  const result = await scanOf(project(), { max_bytes: 2000 });
  expect(statuses(result)).toEqual([
    'LICENSE inventory',
    'README.md inventory',
    'Readme.md inventory',
    'a.py analyzed',
    'a.rs unsupported-language',
    'b.py analyzed',
    'big.py too-large',
    'bin directory',
    'bin/data inventory',
    'bin/perl unsupported-language',
    'bin/tool analyzed',
    'broken.ts syntax-error',
    'copy directory',
    'copy/a.py analyzed',
    'de.ts inventory',
    'empty.py analyzed',
    'gen.py analyzed',
    'half.php partial',
    'late-nul.js too-large',
    'notes.rst.inc inventory',
    'nul.js binary',
    'nul.rs unsupported-language',
    'old.py analyzed',
    'package.json inventory',
    'pipe.py special',
    'slow.sh timeout',
    'sub directory',
    'sub/empty directory',
    'sub/loop symlink',
    'tests directory',
    'tests/test_a.py analyzed',
    'third_party directory',
    'third_party/x.py analyzed',
    'x\ufffd directory',
    'x\ufffd/l.py analyzed',
  ]);
  expect(result.exclusions).toEqual([
    { path: 'image.png', kind: 'file', reason: 'profile', rule: '*.png' },
    { path: 'node_modules', kind: 'directory', reason: 'default', rule: 'node_modules/', sources: true },
  ]);
});

test('an entry describes its file', async () => {
  const result = await scanOf(project());
  expect(fileAt(result, 'bin/tool')).toMatchObject({ language: 'python', lines: 2, size: 32 });
  expect(fileAt(result, 'bin/perl')).toMatchObject({ language: 'perl' });
  expect(fileAt(result, 'bin/data')).not.toHaveProperty('language');
  expect(fileAt(result, 'empty.py')).toMatchObject({ size: 0, lines: 0, is_test: false });
  expect(fileAt(result, 'old.py')).toMatchObject({ encoding: 'latin-1' });
  expect(fileAt(result, 'broken.ts')).toMatchObject({ errors: { count: 1 } });
  expect(fileAt(result, 'slow.sh')).toMatchObject({ reason: 'took too long' });
  expect(fileAt(result, 'tests/test_a.py')).toMatchObject({ is_test: true });
  expect(fileAt(result, 'gen.py')).toMatchObject({ is_generated: true });
  expect(fileAt(result, 'third_party/x.py')).toMatchObject({ is_vendored: true });
  expect(fileAt(result, 'x\ufffd/l.py')).toMatchObject({ name_lossy: true });
  expect(fileAt(result, 'a.py')).not.toHaveProperty('name_lossy');
  expect(result.entries).toContainEqual({ path: 'sub/loop', kind: 'symlink' });
});

test('files are related after all are parsed', async () => {
  const result = await scanOf(project());
  expect(result.cycles).toEqual([{ files: ['a.py', 'b.py'], example: ['a.py', 'b.py'] }]);
  expect(result.duplicate_files.map(({ paths }) => paths)).toEqual([['a.py', 'copy/a.py']]);
  expect(result.relations.get('a.py')?.ids).toEqual(['a.py#f@2']);
  expect(result.groups[0]?.occurrences).toEqual(['a.py#f@2', 'b.py#f@3', 'copy/a.py#f@2', 'half.php#f@2']);
});

test('entries and exclusions together are all paths, except those below excluded folders', async () => {
  const folder = project();
  for (const chosen of [{}, { profile: 'inventory' as const }, { all: true }, { exclude: ['*.py', 'bin', '/sub/'] }]) {
    const { entries, exclusions } = await scanOf(folder, chosen);
    const cut = exclusions.filter(({ kind }) => kind === 'directory').map(({ path }) => path);
    const seen = findPaths(folder)
      .map((hex) => new TextDecoder().decode(Buffer.from(hex, 'hex')))
      .filter((path) => !cut.some((above) => path.startsWith(`${above}/`)));
    expect([...entries, ...exclusions].map(({ path }) => path).sort()).toEqual(seen.sort());
  }
});

test('the result depends only on content and options', async () => {
  const folder = project();
  const moved = join(fixtureFolder({}), basename(folder));
  execFileSync('cp', ['-a', folder, moved]);
  const shuffled = createLineEngine({ jobs: 3, delay: ({ path }) => (path.length * 7) % 13 });
  const first = await scan(folder, completeOptions({}), { engine: shuffled });
  const second = await scanOf(moved, {}, 1);
  expect({ ...second, runtime: {} }).toEqual({ ...first, runtime: {} });
});

test('an empty folder is an empty scan', async () => {
  const folder = fixtureFolder({});
  expect(await scanOf(folder, {}, 8)).toMatchObject({
    root: basename(folder),
    entries: [],
    exclusions: [],
    runtime: { jobs: 1 },
  });
});

test('identical files are parsed once in each language and dialect', async () => {
  const folder = fixtureFolder({ 'a.js': 'x', 'b/a.js': 'x', 'a.jsx': 'x', 'a.ts': 'x', 'b.ts': 'x' });
  const engine = createLineEngine({ jobs: 1 });
  const { entries } = await scan(folder, completeOptions({}), { engine });
  expect(engine.asked.toSorted()).toHaveLength(3);
  expect(entries.filter((entry) => entry.kind === 'file' && entry.facts)).toHaveLength(5);
});

test('large files are parsed first, and reading ahead is limited', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `f${i}.py`);
  const folder = fixtureFolder(Object.fromEntries(names.map((name, i) => [name, `${i}${'#'.repeat(i * 10)}`])));
  const engine = createLineEngine({ jobs: 2, delay: () => 1 });
  await scan(folder, completeOptions({}), { engine });
  expect(engine.asked.slice(0, 3)).toEqual(['f299.py', 'f298.py', 'f297.py']);
  expect(engine.most.files).toBeLessThanOrEqual(2 * 24);

  const heavy = fixtureFolder(
    Object.fromEntries(names.slice(0, 12).map((name, i) => [name, Buffer.alloc(5e6, `${i} `)])),
  );
  const loaded = createLineEngine({ jobs: 8, delay: () => 1 });
  await scan(heavy, completeOptions({ max_bytes: 0 }), { engine: loaded });
  expect(loaded.asked).toHaveLength(12);
  expect(loaded.most.bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
});

test('reports progress', async () => {
  const folder = fixtureFolder({ 'a.py': 'def f\n', 'b.rs': '1', LICENSE: 'MIT' });
  const events: ScanEvent[] = [];
  await scan(folder, completeOptions({}), {
    engine: createLineEngine({ jobs: 1 }),
    onEvent: (event) => events.push(event),
  });
  expect(events[0]).toEqual({ type: 'listed', files: 3, bytes: 10 });
  expect(events.slice(1, -1)).toHaveLength(3);
  expect(events).toContainEqual({ type: 'file', path: 'a.py', bytes: 6, status: 'analyzed' });
  expect(events.at(-1)).toEqual({ type: 'relating' });
});

test('an error of the engine ends the scan', async () => {
  const folder = fixtureFolder({ 'a.py': 'explode', 'b.py': 'def f', 'c.py': 'def g' });
  await expect(scanOf(folder)).rejects.toThrow('the engine broke');
});

test('ends at once if cancelled, even if the engine continues', async () => {
  const folder = fixtureFolder({ 'a.py': 'def f' });
  const engine = createLineEngine({ jobs: 1, delay: () => 20_000, signal: AbortSignal.timeout(1000) });
  const cancelled = scan(folder, completeOptions({}), { engine, signal: AbortSignal.timeout(50) });
  const started = performance.now();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  expect(performance.now() - started).toBeLessThan(800);
});

test('an unreadable file is an entry with its reason', async () => {
  const folder = fixtureFolder({ 'closed.py': 'def f', 'shut/a.py': '1' });
  chmodSync(join(folder, 'closed.py'), 0o000);
  chmodSync(join(folder, 'shut'), 0o000);
  onTestFinished(() => chmodSync(join(folder, 'shut'), 0o700));
  const { entries } = await unprivileged(folder, () => scanOf(folder));
  expect(entries).toMatchObject([
    { path: 'closed.py', kind: 'file', language: 'python', status: 'unreadable', reason: 'permission denied', size: 5 },
    { path: 'shut', kind: 'directory', status: 'unreadable', reason: 'permission denied' },
  ]);
});

test('.analyzerignore has effect at the root, and not with --all', async () => {
  const folder = fixtureFolder({ '.analyzerignore': 'b.py\nsub/\n', 'a.py': '1', 'b.py': '1', 'sub/c.py': '1' });
  const ignored = await scanOf(folder);
  expect(ignored.exclusions).toEqual([
    { path: 'b.py', kind: 'file', reason: 'analyzerignore', rule: 'b.py' },
    { path: 'sub', kind: 'directory', reason: 'analyzerignore', rule: 'sub/' },
  ]);
  expect((await scanOf(folder, { all: true })).exclusions).toEqual([]);
  writeFileSync(join(folder, '.analyzerignore'), '# fine\n!b.py\n');
  await expect(scanOf(folder)).rejects.toMatchObject({
    code: 'usage',
    message: ".analyzerignore:2: the glob '!b.py' starts with !, but there is no negation",
  });
});

test('invalid folders and options are reported', async () => {
  const folder = fixtureFolder({ 'a.py': '1' });
  await expect(scanOf(join(folder, 'gone'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(scanOf(join(folder, 'a.py'))).rejects.toMatchObject({ code: 'usage' });
  await expect(scanOf(folder, { source_roots: ['lib'] })).rejects.toMatchObject({ code: 'not_found' });
  await expect(scanOf(folder, { exclude: ['a['] })).rejects.toMatchObject({ code: 'usage' });
});
