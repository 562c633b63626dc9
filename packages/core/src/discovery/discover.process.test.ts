import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolder, writeFiles } from '#tree/fixture-folder.ts';
import { type DiscoveryOptions, discover } from './discover.ts';

const usual: DiscoveryOptions = { discover: true, split: false, scan: {} };

function labels(folders: readonly string[], options: Partial<DiscoveryOptions> = {}): string[] {
  return discover(folders, { ...usual, ...options }).projects.map(({ label }) => label);
}

describe('roots', () => {
  test('are folders with a marker, and the search does not continue in them', () => {
    const folder = fixtureFolder({
      'a/package.json': '{}',
      'a/packages/inner/package.json': '{}',
      'b/c/Cargo.toml': '',
      'b/d/.git/HEAD': '',
      'b/worktree/.git': 'gitdir: elsewhere',
      'e/readme.md': '',
      'b/build.sh': '',
      'b/notes.txt': '',
    });
    expect(labels([folder])).toEqual(['a', 'b/c', 'b/d', 'b/worktree', basename(folder)].sort());
  });

  test('are searched five levels deep', () => {
    const folder = fixtureFolder({ 'x/go.mod': '', '1/2/3/4/5/go.mod': '', '1/2/3/4/6/7/go.mod': '' });
    expect(labels([folder])).toEqual(['1/2/3/4/5', 'x']);
    writeFiles(folder, { '1/2/3/4/6/7/a.go': '' });
    expect(labels([folder])).toEqual(['1/2/3/4/5', basename(folder), 'x'].sort());
  });

  test('are not in folders that every scan excludes, and not in linked folders', () => {
    const folder = fixtureFolder({
      'a/package.json': '{}',
      'node_modules/b/package.json': '{}',
      'vendor/c/composer.json': '{}',
      'env/pyvenv.cfg': '',
      'env/d/setup.py': '',
      'old/e/setup.py': '',
    });
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    expect(labels([folder], { scan: { exclude: ['old/'] } })).toEqual(['a']);
  });

  test('a folder without roots is one project', () => {
    const folder = fixtureFolder({ 'scripts/deploy/run.sh': '', 'scripts/a.py': '' });
    expect(discover([join(folder, 'scripts')], usual)).toMatchObject({
      projects: [{ label: 'scripts', root: join(folder, 'scripts'), markers: [], workspaces: [] }],
      origins: [{ how: 'unmarked', path: join(folder, 'scripts') }],
    });
  });

  test('without discovery each folder is one project', () => {
    const folder = fixtureFolder({ 'a/x/package.json': '{}', 'b/package.json': '{}' });
    expect(labels([join(folder, 'a'), join(folder, 'b')], { discover: false })).toEqual(['a', 'b']);
  });
});

describe('source files outside of the projects in a folder', () => {
  const library = {
    'lib/json/decoder.py': '',
    'lib/os.py': '',
    'lib/test/data/setup.py': '',
    'lib/test/data/[x]/setup.py': '',
    'lib/test/data2/x/package.json': '{}',
  };

  test('are a project of that folder, which excludes the projects', () => {
    const folder = fixtureFolder(library);
    const path = join(folder, 'lib');
    const found = discover([path], { ...usual, scan: { exclude: ['*.gen.py'] } });
    expect(found.projects.map(({ label, root, options }) => [label, root, options.exclude])).toEqual([
      ['lib', path, ['*.gen.py', '/test/data/', '/test/data2/x/']],
      ['test/data', `${path}/test/data`, ['*.gen.py']],
      ['test/data2/x', `${path}/test/data2/x`, ['*.gen.py']],
    ]);
    expect(found.origins).toEqual([{ how: 'search', path, projects: 2, remainder: 'lib' }]);
  });

  test.each<[what: string, files: Record<string, string>, isProject: boolean]>([
    ['a source file of a language that is not parsed', { 'w/a.java': '' }, true],
    ['a readme file', { 'w/README.md': '', 'w/docs/a.txt': '' }, false],
    ['a source file in an excluded folder', { 'w/node_modules/a/a.js': '' }, false],
    ['a source file in a virtual environment', { 'w/env/pyvenv.cfg': '', 'w/env/a.py': '' }, false],
    ['a file without extension and shebang', { 'w/LICENSE': '' }, false],
  ])('%s', (_what, files, isProject) => {
    const folder = fixtureFolder({ 'w/a/package.json': '{}', ...files });
    expect(labels([join(folder, 'w')])).toEqual(isProject ? ['a', 'w'] : ['a']);
  });

  test('with all files, sources in excluded folders are in the project of the folder', () => {
    const folder = fixtureFolder({ 'w/a/package.json': '{}', 'w/node_modules/a/a.js': '' });
    expect(labels([join(folder, 'w')], { scan: { all: true } })).toEqual(['a', 'w']);
  });

  test('a script is a source file', () => {
    const folder = fixtureFolder({ 'w/a/package.json': '{}', 'w/deploy': '#!/bin/sh' });
    expect(labels([join(folder, 'w')])).toEqual(['a', 'w']);
    chmodSync(join(folder, 'w/deploy'), 0o755);
    expect(labels([join(folder, 'w')])).toEqual(['a', 'w']);
  });

  test('a project with the name of the folder gets another name than the folder', () => {
    const folder = fixtureFolder({ 'w/w/package.json': '{}', 'w/a.py': '' });
    expect(labels([join(folder, 'w')])).toEqual(['w', 'w/.']);
  });

  test('exclude another folder that the user names', () => {
    const folder = fixtureFolder({ 'w/a/package.json': '{}', 'w/b/b.py': '', 'w/c.py': '' });
    const { projects } = discover([join(folder, 'w'), join(folder, 'w/b')], usual);
    expect(projects.map(({ label, options }) => [label, options.exclude])).toEqual([
      ['a', []],
      ['b', []],
      ['w', ['/a/', '/b/']],
    ]);
  });
});

describe('names', () => {
  test('are paths relative to the given folder, or its name, in bytewise order', () => {
    const folder = fixtureFolder({ 'w/b/setup.py': '', 'w/B/setup.py': '', 'w/ä/x/setup.py': '', 'one/setup.py': '' });
    expect(labels([join(folder, 'w'), join(folder, 'one')])).toEqual(['B', 'b', 'one', 'ä/x']);
  });

  test('that are equal are refused with both paths', () => {
    const folder = fixtureFolder({ 'v1/app/setup.py': '', 'v2/app/setup.py': '' });
    const [a, b] = [join(folder, 'v1'), join(folder, 'v2')];
    expect(() => labels([a, b])).toThrow(
      expect.objectContaining({ code: 'usage', message: `${a}/app and ${b}/app would both have the name app` }),
    );
    expect(labels([folder])).toEqual(['v1/app', 'v2/app']);
  });
});

describe('projects share no files', () => {
  const files = { 'w/a/setup.py': '', 'w/a-b/setup.py': '', 'w/a/sub/x.py': '' };

  test.each([
    ['a folder in another', ['a', 'a/sub'], 'overlap'],
    ['in any order', ['a/sub', 'a'], 'overlap'],
    ['one folder twice', ['a-b', 'a-b/../a-b'], 'are the same folder'],
  ])('%s is refused', (_what, names, message) => {
    const folder = fixtureFolder(files);
    expect(() =>
      labels(
        names.map((name) => `${folder}/w/${name}`),
        { discover: false },
      ),
    ).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(message) }));
  });

  test('the same folder through a link is refused', () => {
    const folder = fixtureFolder(files);
    symlinkSync(join(folder, 'w/a'), join(folder, 'w/other'));
    expect(() => labels([join(folder, 'w/a'), join(folder, 'w/other')], { discover: false })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('are the same folder') }),
    );
  });

  test('a name that is a prefix of another one is not an overlap', () => {
    const folder = fixtureFolder(files);
    expect(labels([join(folder, 'w/a'), join(folder, 'w/a-b')], { discover: false })).toEqual(['a', 'a-b']);
  });
});

test('markers are files, ordered, without version control, so that a checkout equals an archive', () => {
  const folder = fixtureFolder({ 'a/setup.py': '', 'a/package.json': '{}', 'a/.git/HEAD': '', 'a/Makefile': '' });
  expect(discover([join(folder, 'a')], usual).projects[0]?.markers).toEqual(['package.json', 'setup.py']);
});

test('each project gets the source roots that it contains; one that no project contains is an error', () => {
  const folder = fixtureFolder({ 'a/setup.py': '', 'a/lib/': '', 'b/setup.py': '' });
  const own = discover([folder], { ...usual, scan: { source_roots: ['lib'] } });
  expect(own.projects.map(({ options }) => options.source_roots)).toEqual([['lib'], []]);
  expect(() => discover([folder], { ...usual, scan: { source_roots: ['lbi'] } })).toThrow(
    expect.objectContaining({ code: 'not_found', message: 'no such source root in any project: lbi' }),
  );
});

test('a missing folder is reported', () => {
  expect(() => labels(['/nowhere/at/all'])).toThrow(expect.objectContaining({ code: 'not_found' }));
});

describe('workspaces as projects', () => {
  const monorepo = {
    'm/package.json': '{"workspaces": ["packages/*", "packages/deep/*", "[id]"]}',
    'm/packages/a/package.json': '{}',
    'm/packages/deep/package.json': '{}',
    'm/packages/deep/b/package.json': '{}',
    'm/packages/no-package/x.js': '',
    'm/tools/x.js': '',
  };

  test('each is excluded from the project that contains it', () => {
    const folder = fixtureFolder(monorepo);
    const { projects } = discover([join(folder, 'm')], { ...usual, split: true, scan: { exclude: ['*.gen.js'] } });
    expect(projects.map(({ label, options }) => [label, options.exclude])).toEqual([
      ['m', ['*.gen.js', '/packages/a/', '/packages/deep/', '/packages/deep/b/']],
      ['m/packages/a', ['*.gen.js']],
      ['m/packages/deep', ['*.gen.js', '/b/']],
      ['m/packages/deep/b', ['*.gen.js']],
    ]);
  });

  test('without --split-workspaces they are only listed', () => {
    const folder = fixtureFolder(monorepo);
    const [project, ...others] = discover([join(folder, 'm')], usual).projects;
    expect(others).toEqual([]);
    expect(project?.workspaces).toEqual(['packages/a', 'packages/deep', 'packages/deep/b']);
  });

  test('names with any characters', () => {
    const folder = fixtureFolder({ 'm/package.json': '{"workspaces": ["p/*"]}' });
    for (const name of ['[id]', 'a*b', 'c{d,e}', 'f?', 'g\\h']) {
      mkdirSync(join(folder, 'm/p', name), { recursive: true });
      symlinkSync('../../package.json', join(folder, 'm/p', name, 'package.json'));
    }
    const { projects } = discover([join(folder, 'm')], { ...usual, split: true });
    expect(projects[0]?.options.exclude).toEqual([
      '/p/[[]id[]]/',
      '/p/a[*]b/',
      '/p/c[{]d,e[}]/',
      '/p/f[?]/',
      '/p/g?h/',
    ]);
  });
});
