import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const copy = (name: string) =>
  `export function ${name}(a, b) {\n  if (a > b) {\n    return [a, b, a - b];\n  }\n  return [b, a, b - a];\n}\n`;

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Like a package of npm in development: a build folder with sources, build output, and a second work tree in it. */
function project(): string {
  const folder = folderWith({
    '.gitignore': '.worktrees/\ndist/\n*.tmp.js\nbuild/*.log\n',
    'package.json': '{"name":"x"}',
    'src/add.js': copy('add'),
    'src/keep.tmp.js': 'export const kept = 1;\n',
    'build/build.js': `import { lib } from './lib/lib.js';\n${copy('compile')}`,
    'build/lib/lib.js': 'export const lib = 1;\n',
    'test/out/run.js': copy('run'),
  });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'add', '-f', 'src/keep.tmp.js');
  git(folder, 'commit', '-q', '--no-verify', '-m', 'x');
  git(folder, 'worktree', 'add', '-q', '-b', 'other', '.worktrees/other');
  write(folder, {
    'dist/add.js': copy('add'),
    'src/other.tmp.js': copy('other'),
    'build/trace.log': 'x',
    'build/out/bundle.js': copy('bundle'),
    'src/deep/.gitignore': 'x.js\n!.gitignore\n',
    'src/deep/x.js': copy('x'),
  });
  return folder;
}

async function scanned(folder: string, engine: string, ...more: string[]) {
  const { stdout, code } = await analyzer(['scan', folder, '--engine', engine, '--format', 'json', ...more]);
  expect(code).toBe(0);
  const scan: ScanV1 = JSON.parse(stdout);
  return {
    files: scan.entries.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])),
    exclusions: scan.exclusions,
  };
}

describe.each(['portable', 'native'])('a work tree with ignored files, by the %s engine', (engine) => {
  test('has the files of a fresh clone', async () => {
    const folder = project();
    const clone = join(folderWith({}), 'clone');
    git(folder, 'clone', '-q', folder, clone);
    const { files, exclusions } = await scanned(folder, engine);
    expect(files).toEqual((await scanned(clone, engine)).files);
    expect(files).toEqual([
      'build/build.js',
      'build/lib/lib.js',
      'package.json',
      'src/add.js',
      'src/keep.tmp.js',
      'test/out/run.js',
    ]);
    const ignored = exclusions.filter(({ reason }) => reason === 'gitignore');
    expect(ignored.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '.worktrees .gitignore:1:.worktrees/',
      'src/deep/x.js src/deep/.gitignore:1:x.js',
      'src/other.tmp.js .gitignore:3:*.tmp.js',
    ]);
    const byDefault = exclusions.filter(({ reason }) => reason === 'default');
    expect(byDefault.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '.git .git',
      'build/out build/',
      'build/trace.log build/',
      'dist dist/',
    ]);
  });

  test('passes check --against HEAD, and fails it with --no-gitignore', async () => {
    const cwd = project();
    const passed = await analyzer(['check', '--against', 'HEAD', '--engine', engine], { cwd });
    expect(passed.stderr).toBe('');
    expect(passed.code).toBe(0);
    const all = await analyzer(['check', '--against', 'HEAD', '--engine', engine, '--no-gitignore'], { cwd });
    expect(all.code).toBe(1);
  });

  test.each(['.', 'test', 'src', 'build'])('diff of %s with its revision has no difference', async (path) => {
    const cwd = project();
    const diff = await analyzer(['diff', `HEAD:${path}`, path, '--check', '--engine', engine], { cwd });
    expect(diff.code).toBe(0);
  });

  test('passes check --against HEAD of a folder with ignored copies, as of the root', async () => {
    const cwd = project();
    const { code, stderr } = await analyzer(['check', 'src', '--against', 'HEAD', '--engine', engine], { cwd });
    expect([code, stderr]).toEqual([0, '']);
  });
});
