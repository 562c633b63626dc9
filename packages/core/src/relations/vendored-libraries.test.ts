import { expect, test } from 'vitest';
import { sourceOf } from './fixture.ts';
import type { LibraryFile } from './library-evidence.ts';
import { findVendoredLibraries } from './vendored-libraries.ts';

/** Files of code end with `.py` or `.js`, and count as 100 lines. */
const sentences = async (project: Record<string, string>, areVendored = true) => {
  const files = Object.keys(project)
    .sort()
    .map((path): LibraryFile => ({ path, ...(/\.(py|js)$/.test(path) && { lines: 100 }) }));
  const source = sourceOf(Object.fromEntries(Object.entries(project).map(([path, text]) => [path, text.split('\n')])));
  const { libraries } = await findVendoredLibraries(
    areVendored ? { vendored: files, others: [] } : { vendored: [], others: [{ root: '', files }] },
    source,
  );
  return libraries.map(({ sides, lines, differs }) => [...sides, lines, differs]);
};

const MIT = 'Permission is hereby granted,\n  free of charge, to any person obtaining a copy';

test('a folder in a folder of dependencies with a licence is a vendored library, named by its folder', async () => {
  const project = { 'src/_vendor/six/LICENSE': MIT, 'src/_vendor/six/a.py': '', 'src/_vendor/six/b/c.py': '' };
  expect(await sentences(project)).toEqual([['src/_vendor/six', 200, 'six (src/_vendor/six/LICENSE), MIT']]);
});

test('a manifest names the library and its version, a licence at its side the licence', async () => {
  const manifest = JSON.stringify({ name: '@own/foo', version: '1.2.3' });
  const project = {
    'third_party/foo/package.json': manifest,
    'third_party/foo/COPYING.txt': MIT,
    'third_party/foo/x.js': '',
  };
  expect(await sentences(project)).toEqual([
    ['third_party/foo', 100, '@own/foo 1.2.3 (third_party/foo/package.json), MIT'],
  ]);
});

test('a private manifest, one without a name and one of the folder of dependencies itself name no library', async () => {
  expect(
    await sentences({
      'extern/package.json': JSON.stringify({ name: 'own', version: '1.0.0' }),
      'extern/LICENSE': MIT,
      'extern/x.js': '',
      'extern/a/package.json': JSON.stringify({ name: 'a', private: true }),
      'extern/a/x.js': '',
      'extern/b/package.json': JSON.stringify({ type: 'module' }),
      'extern/b/x.js': '',
    }),
  ).toEqual([]);
});

test('a file belongs to the innermost folder with evidence', async () => {
  const project = {
    'extern/a/LICENSE': MIT,
    'extern/a/x.js': '',
    'extern/a/deps/b/PKG-INFO': 'Metadata-Version: 2.1\nName: bee\nVersion: 2.0\n\nName: other',
    'extern/a/deps/b/y.py': '',
  };
  expect(await sentences(project)).toEqual([
    ['extern/a/deps/b', 100, 'bee 2.0 (extern/a/deps/b/PKG-INFO)'],
    ['extern/a', 100, 'a (extern/a/LICENSE), MIT'],
  ]);
});

test('the list of installed files of a Python package decides which files it has', async () => {
  const headers = 'Metadata-Version: 2.4\nName: jaraco.text\nVersion: 4.0.0\nLicense-Expression: MIT\n';
  const project = {
    '_vendor/jaraco.text-4.0.0.dist-info/METADATA': headers,
    '_vendor/jaraco.text-4.0.0.dist-info/RECORD': 'jaraco/text/a.py,sha256=x,10\njaraco/text/b.py,,\n../../bin/x,,',
    '_vendor/jaraco/text/a.py': '',
    '_vendor/jaraco/text/b.py': '',
    '_vendor/jaraco/other.py': '',
  };
  expect(await sentences(project)).toEqual([
    ['_vendor/jaraco/text', 200, 'jaraco.text 4.0.0 (_vendor/jaraco.text-4.0.0.dist-info/METADATA), MIT'],
  ]);
});

test('the first comment of a single file names it if it has a version', async () => {
  const project = {
    'static/jquery.js': '/*!\n * jQuery JavaScript Library v3.7.1\n */',
    'static/vendor/min.js': '/*! select2 4.0.13 | MIT */ x',
    'static/vendor/none.js': '/* Loads the page, since 1.0 of the parser of it */',
    'static/vendor/plain.js': 'f(1.0)',
  };
  expect(await sentences(project)).toEqual([
    ['static/jquery.js', 100, 'jQuery JavaScript Library 3.7.1 (static/jquery.js)'],
    ['static/vendor/min.js', 100, 'select2 4.0.13 (static/vendor/min.js)'],
  ]);
});

test('a licence that names another one in its text is the one of its title', async () => {
  const text = 'A. HISTORY OF THE SOFTWARE\nGPL-compatible does not mean: the GNU General Public License';
  const project = { 'extern/distlib/LICENSE.txt': text, 'extern/distlib/x.py': '' };
  expect(await sentences(project)).toEqual([
    ['extern/distlib', 100, 'distlib (extern/distlib/LICENSE.txt), Python-2.0'],
  ]);
});

const manifest = (name: string, repository?: unknown) => JSON.stringify({ name, version: '1.0.0', repository });

test('elsewhere a manifest with the repository of another owner names a library', async () => {
  const project = {
    'package.json': manifest('own', { url: 'git+https://github.com/Own/own.git' }),
    'src/a/package.json': manifest('a', 'github:other/a'),
    'src/a/x.js': '',
    'src/b/package.json': manifest('b', 'https://github.com/own/old-b'),
    'src/b/x.js': '',
    'src/c/package.json': manifest('c'),
    'src/c/x.js': '',
    'src/d/package.json': manifest('d', 'other/d'),
    'src/d/LICENSE': MIT,
    'src/d/in/x.js': '',
  };
  expect(await sentences(project, false)).toEqual([
    ['src/a', 100, 'a 1.0.0 (src/a/package.json)'],
    ['src/d', 100, 'd 1.0.0 (src/d/package.json), MIT'],
  ]);
  expect(await sentences({ ...project, 'package.json': manifest('own') }, false)).toEqual([]);
});

test('elsewhere a licence of other holders in a folder without a manifest is a library', async () => {
  const project = {
    LICENSE: 'Copyright (c) 2010-2020 The Own Project and contributors',
    'src/a/LICENSE': `Copyright 2012 Ann Other <ann@example.org>\n${MIT}`,
    'src/a/x.js': '',
    'src/b/LICENSE': 'Copyright (c) 2011 own project',
    'src/b/x.js': '',
    'src/c/LICENSE': MIT,
    'src/c/x.js': '',
    'src/d/LICENSE': 'Copyright 2012 Ann Other',
    'src/d/pyproject.toml': '',
    'src/d/x.py': '',
  };
  expect(await sentences(project, false)).toEqual([['src/a', 100, 'a (src/a/LICENSE), MIT']]);
});

test('elsewhere the list of a distribution of Python names a library', async () => {
  const project = { 'src/a/PKG-INFO': 'Name: bee\nVersion: 2.0\n', 'src/a/x.py': '' };
  expect(await sentences(project, false)).toEqual([['src/a', 100, 'bee 2.0 (src/a/PKG-INFO)']]);
});

test('an address without a scheme names no owner of a repository', async () => {
  const project = {
    'package.json': JSON.stringify({ name: 'app', repository: 'acme/app' }),
    'lib/a/package.json': JSON.stringify({ name: 'a', homepage: 'a.example.com/docs' }),
    'lib/a/x.js': '',
    'lib/b/package.json': JSON.stringify({ name: 'b', repository: 'other/b' }),
    'lib/b/x.js': '',
  };
  expect(await sentences(project, false)).toEqual([['lib/b', 100, 'b (lib/b/package.json)']]);
});
