import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { readManifest } from './manifest.ts';

const schema = 'analyzer.workspace-config.v1';
const chosen = { split: false, scan: { exclude: ['*.gen.js'], min_nodes: 20 } };

function manifest(content: unknown, files: Record<string, string> = {}): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const folder = fixtureFolder({ 'config/w.json': text, 'a/x.py': '', 'config/b/package.json': '{}', ...files });
  return join(folder, 'config/w.json');
}

test('paths are relative to the file, options of a project have precedence over those of all projects, and globs are combined', () => {
  const path = manifest({
    schema,
    projects: [
      { id: 'second', path: './b', min_nodes: 5, exclude: ['old/'], profile: 'inventory' },
      { id: 'first', path: '../a' },
    ],
  });
  const { projects } = readManifest(path, chosen);
  expect(projects.map(({ label, root, markers }) => [label, root, markers])).toEqual([
    ['first', join(path, '../../a'), []],
    ['second', join(path, '../b'), ['package.json']],
  ]);
  expect(projects.map(({ options }) => options)).toMatchObject([
    { exclude: ['*.gen.js'], min_nodes: 20, profile: 'logic' },
    { exclude: ['*.gen.js', 'old/'], min_nodes: 5, profile: 'inventory' },
  ]);
});

describe('source roots', () => {
  const files = { 'a/lib/x.py': '', 'a/p/in/lib/x.py': '', 'a/package.json': '{"workspaces": ["p/*"]}' };
  const inner = { 'a/p/in/package.json': '{}' };
  const rootsOf = (path: string, given: string[], split = false) =>
    readManifest(path, { split, scan: { source_roots: given } }).projects.map(({ label, options }) => [
      label,
      options.source_roots,
    ]);

  test('chosen for all projects apply to projects that contain them and set none', () => {
    const projects = [
      { id: 'a', path: '../a' },
      { id: 'b', path: 'b', source_roots: ['src'] },
    ];
    const path = manifest({ schema, projects }, { ...files, 'config/b/src/': '', 'config/b/lib/': '' });
    expect(rootsOf(path, ['lib'])).toEqual([
      ['a', ['lib']],
      ['b', ['src']],
    ]);
    expect(() => rootsOf(path, ['lbi'])).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test('belong to the workspace that contains them', () => {
    const projects = [{ id: 'a', path: '../a', source_roots: ['lib', 'p/in/lib', 'p/in'] }];
    const path = manifest({ schema, projects }, { ...files, ...inner });
    expect(rootsOf(path, [], true)).toEqual([
      ['a', ['lib', 'p/in/lib', 'p/in']],
      ['a/p/in', ['lib', '.']],
    ]);
  });
});

const project = { id: 'a', path: '../a' };

test.each<[what: string, content: unknown, pointer: string, message: string]>([
  ['invalid JSON', '{"schema": ', '', 'invalid JSON'],
  ['another schema', { schema: 'analyzer.scan.v1', projects: [project] }, '/schema', `must be ${schema}`],
  ['a missing property', { schema }, '', 'lacks projects'],
  ['no projects', { schema, projects: [] }, '/projects', 'fewer than 1'],
  ['a project without a path', { schema, projects: [{ id: 'a' }] }, '/projects/0', 'lacks path'],
  [
    'an unknown property',
    { schema, projects: [{ ...project, 'pro/file': 1 }] },
    '/projects/0/pro~1file',
    'is not a known property',
  ],
  ['a wrong type', { schema, projects: [{ ...project, all: 'yes' }] }, '/projects/0/all', 'must be boolean'],
  [
    'a wrong choice',
    { schema, projects: [{ ...project, profile: 'x' }] },
    '/projects/0/profile',
    'must be logic or inventory',
  ],
  [
    'a number below its range',
    { schema, projects: [{ ...project, min_nodes: 0 }] },
    '/projects/0/min_nodes',
    'must be >= 1',
  ],
  ['an absolute path', { schema, projects: [{ id: 'a', path: '/a' }] }, '/projects/0/path', 'must match pattern'],
  [
    'a duplicate id',
    { schema, projects: [project, { id: 'a', path: 'b' }] },
    '/projects/1/id',
    'is a like /projects/0/id',
  ],
  ['a missing folder', { schema, projects: [{ id: 'a', path: 'nowhere' }] }, '/projects/0', 'no such folder'],
  [
    'a missing source root',
    { schema, projects: [{ ...project, source_roots: ['lib'] }] },
    '/projects/0',
    'no such source root: lib',
  ],
  ['an invalid glob', { schema, projects: [{ ...project, exclude: ['[a'] }] }, '/projects/0', "the glob '[a'"],
])('%s is reported with its location', (_what, content, pointer, message) => {
  const path = manifest(content);
  expect(() => readManifest(path, chosen)).toThrow(
    expect.objectContaining({
      code: 'invalid_file',
      message: expect.stringContaining(message),
      errors: [expect.objectContaining({ pointer })],
    }),
  );
});

test('projects may not share files', () => {
  const path = manifest({ schema, projects: [project, { id: 'inner', path: '../a/sub' }] }, { 'a/sub/y.py': '' });
  expect(() => readManifest(path, chosen)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('overlap') }),
  );
});

test('a file that is not UTF-8 is refused', () => {
  const path = manifest({ schema, projects: [project] });
  writeFileSync(path, Buffer.from(`{"schema": "${schema}", "projects": [{"id": "\xff", "path": "../a"}]}`, 'latin1'));
  expect(() => readManifest(path, chosen)).toThrow(
    expect.objectContaining({ code: 'invalid_file', message: expect.stringContaining('invalid JSON') }),
  );
});

test('a missing file and a folder are refused', () => {
  const folder = fixtureFolder({ 'w.json/': '' });
  expect(() => readManifest(join(folder, 'no.json'), chosen)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => readManifest(join(folder, 'w.json'), chosen)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  symlinkSync('loop', join(folder, 'loop'));
  expect(() => readManifest(join(folder, 'loop'), chosen)).toThrow(expect.objectContaining({ code: 'unreadable' }));
});
