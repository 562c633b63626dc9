import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzer, type Ended, folderWith, launcher, runChild } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));
const f = (name: string) => `def ${name}(a, b):\n    c = [a + 1, b * 2]\n    return [c, a - b, b]\n`;

interface Case {
  cwd: string;
  run(...args: string[]): Promise<Ended>;
  /** Of `workspace index` in `x.db`. */
  indexed: Ended;
}

/** The index `x.db` and its export in `x`. */
async function exported(): Promise<Case> {
  const cwd = folderWith({ 'a/a.py': f('one'), 'b/b.py': f('two') });
  const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd });
  const indexed = await run('index', 'a', 'b', '--db', 'x.db');
  expect(indexed).toMatchObject({ code: 0 });
  expect(await run('export', '--db', 'x.db', '--format', 'parquet', '-o', 'x')).toMatchObject({ code: 0 });
  return { cwd, run, indexed };
}

test('help.workspace-import.txt', async () => {
  const { code, stdout } = await analyzer(['workspace', 'import', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('cli/help.workspace-import.txt'));
});

test('import writes an index with the same root and answers, by default where commands read it', async () => {
  const { cwd, run, indexed } = await exported();
  const { stdout } = indexed;
  const table = stdout.slice(0, stdout.indexOf('Projects:'));
  const last = stdout.slice(stdout.indexOf('Index: ')).replace('x.db', '.analyzer/index.db');
  expect(await run('import', '--from', 'x')).toEqual({ code: 0, stdout: table + last, stderr: '' });
  for (const question of [['query', '--operation', 'clones'], ['verify'], ['export', '--format', 'json']]) {
    const expected = await run(...question, '--db', 'x.db');
    expect(expected.code).toBe(0);
    expect(await run(...question)).toEqual(expected);
  }
  expect(existsSync(join(cwd, '.analyzer/.gitignore'))).toBe(true);
});

test('import replaces an earlier index, and nothing else', async () => {
  const { cwd, run } = await exported();
  expect(await run('index', 'b', '--db', 'y.db')).toMatchObject({ code: 0 });
  expect(await run('import', '--from', 'x', '--db', 'y.db')).toMatchObject({ code: 0 });
  expect(await run('verify', '--db', 'y.db')).toEqual(await run('verify', '--db', 'x.db'));
  writeFileSync(join(cwd, 'notes.txt'), 'mine');
  const refused = await run('import', '--from', 'x', '--db', 'notes.txt');
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('notes.txt') });
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine');
  expect(await run('import', '--from', 'x', '--db', 'no/where.db')).toMatchObject({ code: 70 });
});

test('import refuses a folder that is not a complete export, and writes nothing', async () => {
  const { cwd, run } = await exported();
  for (const from of ['a', 'a/a.py']) {
    const none = await run('import', '--from', from, '--db', 'y.db');
    const message = `analyzer: no such export: ${from}/tables.parquet\n`;
    expect(none).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(message) });
  }
  rmSync(join(cwd, 'x/tables/node.parquet'));
  const cut = await run('import', '--from', 'x', '--db', 'y.db');
  expect(cut).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('x/tables/node.parquet') });
  expect(cut.stderr).toContain('workspace export --format parquet');
  expect(await run('import', '--db', 'y.db')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') });
  expect(readdirSync(cwd).filter((name) => /^y\.db(-new)?$/.test(name))).toEqual([]);
});

/** Two exports, `x` of two projects and `y` of another one. */
const exports = mkdtempSync(join(tmpdir(), 'analyzer-import-'));
beforeAll(async () => {
  const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd: exports });
  for (const { name, projects } of [
    { name: 'x', projects: ['a', 'b'] },
    { name: 'y', projects: ['c'] },
  ]) {
    for (const project of projects) {
      mkdirSync(join(exports, project));
      writeFileSync(join(exports, project, `${project}.py`), f('one'));
    }
    expect(await run('index', ...projects, '--db', `${name}.db`)).toMatchObject({ code: 0 });
    const written = await run('export', '--db', `${name}.db`, '--format', 'parquet', '-o', name);
    expect(written).toMatchObject({ code: 0 });
  }
});
afterAll(() => rmSync(exports, { recursive: true }));

test.each<[what: string, closed: string, args: string[], message: string]>([
  ['an export', 'x', ['--from', 'x'], 'cannot read x/tables.parquet: permission denied'],
  ['one of several exports', 'x', ['--from', 'y', '--from', 'x'], 'cannot read x/tables.parquet: permission denied'],
  ['the tables of an export', 'x/tables', ['--from', 'x'], 'cannot read x/tables/project.parquet: permission denied'],
  [
    'a file of an export',
    'x/tables/node.parquet',
    ['--from', 'x'],
    'cannot read x/tables/node.parquet: permission denied',
  ],
  ['the folder of the index', 'out', ['--from', 'x'], 'cannot write out/y.db: the system refuses to write there'],
  ['an index', 'out/y.db', ['--from', 'x'], 'cannot read out/y.db: the system refuses to open it'],
  ['the folder for temporary files', 'temporary', ['--from', 'x', '--from', 'y'], 'cannot write temporary files: '],
])('import without permission for %s is an error with its path', async (_what, closed, args, message) => {
  const cwd = folderWith({});
  cpSync(exports, cwd, { recursive: true });
  for (const name of ['out', 'temporary']) mkdirSync(join(cwd, name), { mode: 0o777 });
  for (const name of [cwd, join(cwd, 'out')]) chmodSync(name, 0o777);
  if (closed.endsWith('.db')) cpSync(join(cwd, 'x.db'), join(cwd, closed));
  chmodSync(join(cwd, closed), 0);
  // Root may read and write everywhere.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const env = { TMPDIR: join(cwd, 'temporary') };
  const command = [launcher, 'workspace', 'import', ...args, '--db', 'out/y.db'];
  const ended = await runChild(process.execPath, command, { cwd, env, ...asNobody });
  expect(ended).toMatchObject({ stdout: '', stderr: expect.stringContaining(`analyzer: ${message}`) });
  expect(ended.code).toBe(message.startsWith('cannot read') ? 3 : 70);
  chmodSync(join(cwd, closed), 0o755);
  expect(readdirSync(join(cwd, 'out'))).toEqual(closed.endsWith('.db') ? ['y.db'] : []);
});

test('several exports become the index of all their projects', async () => {
  const cwd = folderWith({ 'a/a.py': f('one'), 'b/b.py': f('two'), 'c/c.py': f('three') });
  const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd });
  const part = async (name: string, ...projects: string[]) => {
    expect(await run('index', ...projects, '--db', `${name}.db`, '--cache-dir', 'cache')).toMatchObject({ code: 0 });
    return run('export', '--db', `${name}.db`, '--cache-dir', 'cache', '--format', 'parquet', '-o', name);
  };
  expect(await part('x', 'a', 'c')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await part('y', 'b')).toMatchObject({ code: 0 });
  const { stdout } = await run('index', 'a', 'b', 'c', '--db', 'all.db');
  const joined = await run('import', '--from', 'y', '--from', 'x', '--db', 'joined.db');
  const last = stdout.slice(stdout.indexOf('Index: ')).replace('all.db', 'joined.db');
  expect(joined).toEqual({ code: 0, stdout: stdout.slice(0, stdout.indexOf('Projects:')) + last, stderr: '' });
  for (const question of [['query', '--operation', 'clones'], ['export', '--format', 'ndjson'], ['verify']]) {
    expect(await run(...question, '--db', 'joined.db')).toEqual(await run(...question, '--db', 'all.db'));
  }
  expect(await run('import', '--from', 'x', '--from', 'x', '--db', 'no.db')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'analyzer: the project a is in x and in x\n  Each project must be in one export, with its own label.\n',
  });
  expect(await run('export', '--db', 'x.db', '--format', 'parquet', '-o', 'y')).toMatchObject({ code: 0 });
  const without = await run('import', '--from', 'x', '--from', 'y', '--db', 'no.db');
  expect(without).toMatchObject({ code: 2, stdout: '' });
  expect(existsSync(join(cwd, 'no.db'))).toBe(false);
  const none = ['export', '--db', 'x.db', '--cache-dir', 'none', '--format', 'parquet', '-o', 'z'];
  expect(await run(...none)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no such kept part of the project: a'),
  });
  expect(existsSync(join(cwd, 'z'))).toBe(false);
});
