import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { readDeclaredWorkspaces } from './declared.ts';

const members = (file: string, ...paths: string[]) => Object.fromEntries(paths.map((path) => [`${path}/${file}`, '']));

function declared(files: Record<string, string>) {
  const folder = fixtureFolder(files);
  return readDeclaredWorkspaces(folder, readdirSync(folder));
}

test.each<[what: string, files: Record<string, string>, paths: string[]]>([
  [
    'npm, yarn, bun',
    {
      'package.json': '{"workspaces": ["./packages/*/", "app", "!packages/old"]}',
      ...members('package.json', 'packages/a', 'packages/b', 'packages/old', 'app', 'deep/packages/c'),
      'packages/none/x.js': '',
    },
    ['app', 'packages/a', 'packages/b'],
  ],
  [
    'yarn with a table',
    {
      'package.json': '{"workspaces": {"packages": ["p/**"]}}',
      ...members('package.json', 'p', 'p/a/b', 'p/node_modules/x'),
    },
    ['p', 'p/a/b'],
  ],
  [
    'pnpm',
    {
      'pnpm-workspace.yaml': 'packages:\n  - \'libs/{a,b}\'   # two\n  - "!libs/b"\ncatalog:\n  react: ^19\n',
      ...members('package.json', 'libs/a', 'libs/b'),
    },
    ['libs/a'],
  ],
  ['lerna', { 'lerna.json': '{"packages": ["x-*"]}', ...members('package.json', 'x-1', 'y-1') }, ['x-1']],
  [
    'uv',
    {
      'pyproject.toml': '[tool.uv.workspace]\nmembers = ["libs/*"]\nexclude = ["libs/seeds"]\n',
      ...members('pyproject.toml', 'libs/core', 'libs/seeds'),
    },
    ['libs/core'],
  ],
  [
    'hatch',
    {
      'pyproject.toml': '[tool.hatch.envs.default]\nworkspace.members = ["a", {path = "b*"}]\n',
      ...members('pyproject.toml', 'a', 'b1', 'c'),
    },
    ['a', 'b1'],
  ],
  [
    'cargo',
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/x"]\n',
      ...members('Cargo.toml', 'crates/a', 'crates/x'),
    },
    ['crates/a'],
  ],
  [
    'composer',
    {
      'composer.json':
        '{"repositories": {"a": {"type": "path", "url": "modules/*"}, "b": {"type": "vcs", "url": "x"}}}',
      ...members('composer.json', 'modules/a'),
    },
    ['modules/a'],
  ],
])('%s', (_what, files, paths) => {
  expect(declared(files)).toEqual({ paths, notes: [] });
});

test.each<[what: string, files: Record<string, string>, note: RegExp]>([
  ['broken JSON', { 'package.json': '{' }, /^package\.json is not valid JSON: /],
  ['broken YAML', { 'pnpm-workspace.yaml': 'packages: [' }, /^pnpm-workspace\.yaml is not valid YAML: /],
  ['broken TOML', { 'Cargo.toml': '[workspace' }, /^Cargo\.toml is not valid TOML: /],
  [
    'small YAML that expands to gigabytes',
    {
      'pnpm-workspace.yaml': `a: &a [x,x]\n${[...'bcdefgh'].map((it, n) => `${it}: &${it} [${`*${'abcdefgh'[n]},`.repeat(9)}]`).join('\n')}`,
    },
    /is not valid YAML/,
  ],
  ['a file that is too large', { 'package.json': `{"a": "${'x'.repeat(1 << 20)}"}` }, /is larger than 1 MiB/],
  [
    'a glob with unsupported syntax',
    { 'package.json': '{"workspaces": ["a/+(b|c)/[", "../out"]}' },
    /'a\/\+\(b\|c\)\/\['/,
  ],
])('%s is noted, not an error', (_what, files, note) => {
  const { paths, notes } = declared(files);
  expect(paths).toEqual([]);
  expect(notes[0]).toMatch(note);
});

test.each(['null', '[]', '7', '{"workspaces": 7}', '{"workspaces": [7, null]}', '{"workspaces": {"packages": {}}}'])(
  'package.json may contain any data: %s',
  (text) => {
    expect(declared({ 'package.json': text })).toEqual({ paths: [], notes: [] });
  },
);

test('links and pipes are not read as descriptions', () => {
  const folder = fixtureFolder({ 'elsewhere.json': '{"workspaces": ["a"]}', 'a/package.json': '{}' });
  symlinkSync('elsewhere.json', join(folder, 'package.json'));
  execFileSync('mkfifo', [join(folder, 'pnpm-workspace.yaml')]);
  const { paths, notes } = readDeclaredWorkspaces(folder, readdirSync(folder));
  expect(paths).toEqual([]);
  expect(notes).toHaveLength(2);
});

test('workspaces outside of the root or in linked folders are ignored', () => {
  const folder = fixtureFolder({
    'm/package.json': '{"workspaces": ["link", "../outside"]}',
    'outside/package.json': '{}',
  });
  symlinkSync('../outside', join(folder, 'm/link'));
  const { paths } = readDeclaredWorkspaces(join(folder, 'm'), ['package.json']);
  expect(paths).toEqual([]);
});
