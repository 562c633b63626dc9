import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packCli } from './cli-package.mjs';
import { packNative } from './native-package.mjs';
import { thisPlatform } from './platform.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 12_000_000;

const project = mkdtempSync(join(tmpdir(), 'cli-package-'));
const installed = join(project, 'node_modules/analyzer-cli');
let archive = '';

/** Unpacks an archive as npm does, without asking a registry. */
function install(name: string, file: string): void {
  const folder = join(project, 'node_modules', name);
  mkdirSync(dirname(folder), { recursive: true });
  expect(spawnSync('tar', ['-xzf', file, '-C', project]).status).toBe(0);
  renameSync(join(project, 'package'), folder);
}

/** Runs a command of the package in the project. */
function run(command: string, ...args: string[]) {
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const program = join(installed, bin[command] ?? '');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: join(project, 'cache') },
  });
  return { status, stdout, stderr };
}

function engineOfScan(): unknown {
  const { stdout, stderr } = run('analyzer', 'scan', 'code', '--format', 'json');
  expect(stderr).toBe('');
  const document: { engine: string; entries: { status: string }[] } = JSON.parse(stdout);
  expect(document.entries).toMatchObject([{ status: 'analyzed' }]);
  return document.engine;
}

beforeAll(() => {
  ({ archive } = packCli({ root, folder: project }));
  install('analyzer-cli', archive);
  for (const name of ['@photostructure/sqlite', 'oxc-parser']) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  mkdirSync(join(project, 'code'));
  writeFileSync(join(project, 'code/a.py'), 'def f():\n    return 1\n');
});
afterAll(() => rmSync(project, { recursive: true }));

test('the package has programs, data, pages and licences, and no sources', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'THIRD_PARTY_LICENSES.txt',
      'dist/grammars/tree-sitter-python.wasm',
      'dist/map.html',
      'dist/schemas/analyzer.scan.v1.schema.json',
      'dashboard/dist/assets/dashboard.js',
    ]),
  );
  expect(files.filter((file) => /\.tsx?$|node_modules|\.map$/.test(file))).toEqual([]);
  expect(statSync(archive).size).toBeLessThan(MAX_BYTES);
});

test('the licence file names each bundled package with its text', () => {
  const text = readFileSync(join(installed, 'THIRD_PARTY_LICENSES.txt'), 'utf8');
  for (const name of ['commander', 'web-tree-sitter', 'preact', 'js-yaml', 'smol-toml']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([A-Z].*\\)\n\n`, 'm'));
  }
  expect(text).toContain('tree-sitter-php\n\n');
});

test('the commands run with only the declared dependencies', () => {
  for (const command of ['analyzer', 'analyzer-cli', 'dashboard']) {
    expect(run(command, '--version')).toMatchObject({ status: 0, stderr: '' });
  }
  expect(run('analyzer', 'map', 'code', '-o', 'map.html')).toMatchObject({ status: 0 });
  expect(readFileSync(join(project, 'map.html'), 'utf8')).toContain('<!doctype html>');
});

test('a program in the folder of the project is never used as the native engine', () => {
  const folder = join(project, 'native/analyzer-rs/target/release');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'analyzer-rs'), `#!/bin/sh\ntouch '${project}/ran'\n`);
  chmodSync(join(folder, 'analyzer-rs'), 0o755);
  expect(engineOfScan()).toBe('portable');
  expect(existsSync(join(project, 'ran'))).toBe(false);
});

const built = join(root, 'native/analyzer-rs/target/release/analyzer-rs');
test.skipIf(!existsSync(built))('the native engine is used if its package is installed', () => {
  const native = packNative({
    program: built,
    platform: thisPlatform(),
    licence: join(root, 'LICENSE'),
    version: '0.5.0',
    linked: [],
    folder: project,
  });
  install(native.name, native.archive);
  expect(engineOfScan()).toBe('native');
});
