import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { analyzer, analyzerProcess, type Ended, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));
const f = (name: string) => `def ${name}(a, b):\n    c = [a + 1, b * 2]\n    return [c, a - b, b]\n`;

let exports = '';
let cwd = '';

/** Exports of two indexes in `a` and `b`. */
beforeAll(async () => {
  exports = mkdtempSync(join(tmpdir(), 'exports-'));
  for (const [project, name, code] of [
    ['one', 'a', f('x')],
    ['two', 'b', f('y')],
  ] as const) {
    mkdirSync(join(exports, project));
    writeFileSync(join(exports, project, `${name}.py`), code);
    const index = ['--db', `${name}.db`];
    expect((await analyzer(['workspace', 'index', project, ...index], { cwd: exports })).code).toBe(0);
    const written = ['--format', 'parquet', '-o', name];
    expect((await analyzer(['workspace', 'export', ...index, ...written], { cwd: exports })).code).toBe(0);
  }
});

/** A copy of the exports, and a program `duckdb` of the test in `bin`. */
beforeEach(() => {
  cwd = folderWith({ 'bin/none': '', 'tmp/none': '' });
  cpSync(exports, cwd, { recursive: true });
});

function group(...args: string[]): Promise<Ended> {
  const env = { PATH: `${join(cwd, 'bin')}:/usr/bin:/bin`, TMPDIR: join(cwd, 'tmp'), NODE_PATH: '' };
  return analyzer(['cluster', 'group', ...args], { cwd, env });
}

function installDuckdb(script: string): void {
  const path = join(cwd, 'bin/duckdb');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

test('help.cluster-group.txt', async () => {
  const { code, stdout } = await analyzer(['cluster', 'group', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('cli/help.cluster-group.txt'));
});

test.each(['duckdb', 'spark', 'clickhouse'])('without %s the error says how to install it', async (engine) => {
  const { code, stdout, stderr } = await group('--engine', engine, '--from', 'a', '-o', 'out');
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(`no such engine: ${engine}`);
  expect(stderr).toMatch(/install/i);
});

test.each<[kind: string, without: string, flag: string, differs: string]>([
  ['near', 'declarations for the kind near', '--min-near', 'b compares declarations from 40 nodes, a from 30'],
  [
    'block',
    'runs of units for the kind block',
    '--min-block',
    'b compares runs of the kind block from 40 nodes, a from 30',
  ],
  [
    'block-shape',
    'runs of units for the kind block-shape',
    '--min-block-shape',
    'b compares runs of the kind block-shape from 40 nodes, a from 50',
  ],
])('the kind %s needs exports that have it, with one least size', async (kind, without, flag, differs) => {
  installDuckdb('exit 0');
  const index = ['workspace', 'index', 'two', '--db', 'b.db'];
  const again = async (...flags: string[]) => {
    expect(await analyzer([...index, ...flags], { cwd })).toMatchObject({ code: 0 });
    const parquet = ['workspace', 'export', '--db', 'b.db', '--format', 'parquet', '-o', 'b'];
    expect(await analyzer(parquet, { cwd })).toMatchObject({ code: 0 });
    return group('--engine', 'duckdb', '--from', 'a', '--from', 'b', '--kinds', kind, '-o', 'out');
  };
  const none = await again('--kinds', 'function-body');
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining(`b has no ${without}`) });
  expect(none.stderr).toMatch(/ {2}Index with (the kind )?/);
  expect(await again(flag, '40')).toMatchObject({ code: 2, stderr: expect.stringContaining(differs) });
});

test('the default kinds are those that any of the exports has', async () => {
  installDuckdb('exit 0');
  for (const kinds of ['function-body', 'block', 'near']) {
    const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd });
    expect(await run('index', 'two', '--db', `${kinds}.db`, '--kinds', kinds)).toMatchObject({ code: 0 });
    const parquet = ['export', '--db', `${kinds}.db`, '--format', 'parquet', '-o', `of-${kinds}`];
    expect(await run(...parquet)).toMatchObject({ code: 0 });
  }
  const near = await group('--engine', 'duckdb', '--from', 'of-function-body', '--from', 'of-near', '-o', 'out');
  expect(near).toMatchObject({ code: 2, stderr: expect.stringContaining('of-function-body has no declarations') });
  const block = await group('--engine', 'duckdb', '--from', 'of-block', '--from', 'of-near', '-o', 'out');
  expect(block).toMatchObject({ code: 2, stderr: expect.stringContaining('of-block has no declarations') });
});

test('exports with the same project, and folders that are not exports, are refused', async () => {
  installDuckdb('exit 0');
  const twice = await group('--engine', 'duckdb', '--from', 'a', '--from', 'a', '-o', 'out');
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('the project one is in a and in a') });
  const none = await group('--engine', 'duckdb', '--from', 'one', '-o', 'out');
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('projects.parquet') });
});

test('a failed engine is an error with its message, and leaves no folder', async () => {
  installDuckdb('echo "Out of Memory Error: no more" >&2; exit 1');
  const { code, stdout, stderr } = await group('--engine', 'duckdb', '--from', 'a', '--from', 'b', '-o', 'out');
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toContain('duckdb failed: Out of Memory Error: no more');
  installDuckdb('echo "two groups"');
  const strange = await group('--engine', 'duckdb', '--from', 'a', '--from', 'b', '-o', 'out');
  expect(strange).toMatchObject({ code: 4, stderr: expect.stringContaining('unexpected output: two groups') });
  expect(readdirSync(cwd).filter((name) => name === 'out' || name.includes('partial'))).toEqual([]);
  expect(readdirSync(join(cwd, 'tmp'))).toEqual(['none']);
});

test('an interrupted engine is ended, and leaves no folder', async () => {
  installDuckdb('sleep 60');
  const env = { PATH: `${join(cwd, 'bin')}:/usr/bin:/bin`, TMPDIR: join(cwd, 'tmp'), NODE_PATH: '' };
  const args = ['cluster', 'group', '--engine', 'duckdb', '--from', 'a', '-o', 'out'];
  expect(await analyzerProcess(args, { cwd, env, interruptAfter: 3000 })).toMatchObject({ code: 130, stdout: '' });
  expect(readdirSync(cwd).filter((name) => name === 'out' || name.includes('partial'))).toEqual([]);
  expect(readdirSync(join(cwd, 'tmp'))).toEqual(['none']);
});

test('an existing folder with other files is not replaced', async () => {
  installDuckdb('exit 0');
  const { code, stderr } = await group('--engine', 'duckdb', '--from', 'a', '-o', 'two');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
});
