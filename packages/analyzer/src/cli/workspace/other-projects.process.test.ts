import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';

const CODE = 'function add(first, second) {\n  const sum = first + second;\n  return [sum, first, second];\n}\n';
const DEFAULT = '.analyzer/index.db';

let above: string;
/** Has the projects `w/api`, `w/shop` and `w/web`, and an index of them, `x.db`. */
let cwd: string;
const run = (...args: string[]) => analyzer(args, { cwd });

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'analyzer-other-'));
  cwd = join(above, 'first');
  for (const name of ['api', 'shop', 'web']) {
    mkdirSync(join(cwd, 'w', name), { recursive: true });
    writeFileSync(join(cwd, 'w', name, 'package.json'), '{}');
    writeFileSync(join(cwd, 'w', name, 'a.js'), CODE);
  }
  expect(await run('workspace', 'index', 'w', '--discover', '--db', 'x.db')).toMatchObject({ code: 0 });
});
let copies = 0;
beforeEach(() => {
  const copy = join(above, String(copies++));
  cpSync(join(above, 'first'), copy, { recursive: true });
  cwd = copy;
});
afterAll(() => rmSync(above, { recursive: true, force: true }));

const refusal = (db: string) => ({
  code: 4,
  stdout: '',
  stderr:
    `analyzer: ${db} would lose projects (3 now, 1 in the new index): api, web\n` +
    '  Index these projects too, set another index with --db, or remove them from this one with --replace.\n',
});

const bytes = (path: string): Buffer => readFileSync(join(cwd, path));

describe('a named index of three projects', () => {
  test.each([
    ['workspace index', ['workspace', 'index', 'w/shop']],
    ['workspace index --split-workspaces', ['workspace', 'index', 'w/shop', '--split-workspaces']],
    ['map of one folder', ['map', 'w/shop', '--no-cache']],
  ])('is replaced by %s only with --replace', async (_, args) => {
    const before = bytes('x.db');
    expect(await run(...args, '--db', 'x.db')).toEqual(refusal('x.db'));
    expect(bytes('x.db').equals(before)).toBe(true);
    expect(await run(...args, '--db', 'x.db', '--replace')).toMatchObject({ code: 0 });
    const { stdout } = await run('workspace', 'query', '--db', 'x.db', '--operation', 'projects');
    expect(stdout).toContain('"shop"');
    expect(stdout).not.toContain('"api"');
  });

  test('is replaced by the projects of a file or a configuration only with --replace', async () => {
    const projects = [{ id: 'shop', path: 'w/shop' }];
    writeFileSync(join(cwd, 'w.json'), JSON.stringify({ schema: 'analyzer.workspace-config.v1', projects }));
    expect(await run('workspace', 'index', '--manifest', 'w.json', '--db', 'x.db')).toEqual(refusal('x.db'));
    writeFileSync(join(cwd, 'analyzer.json'), JSON.stringify({ schema: 'analyzer.config.v1', projects }));
    expect(await run('workspace', 'index', '--db', 'x.db')).toEqual(refusal('x.db'));
    expect(await run('map', '--no-cache', '--db', 'x.db')).toEqual(refusal('x.db'));
    expect(await run('workspace', 'index', '--db', 'x.db', '--replace')).toMatchObject({ code: 0 });
  });

  test('is replaced by one export, and by several, only with --replace', async () => {
    for (const name of ['shop', 'admin']) {
      cpSync(join(cwd, 'w/shop'), join(cwd, name), { recursive: true });
      const cached = ['--db', `${name}.db`, '--cache-dir', 'cache'];
      expect(await run('workspace', 'index', name, ...cached)).toMatchObject({ code: 0 });
      const exporting = ['workspace', 'export', ...cached, '--format', 'parquet', '-o', `${name}-export`];
      expect(await run(...exporting)).toMatchObject({ code: 0 });
    }
    const one = ['workspace', 'import', '--from', 'shop-export', '--db', 'x.db'];
    expect(await run(...one)).toEqual(refusal('x.db'));
    const two = [...one, '--from', 'admin-export'];
    expect(await run(...two)).toMatchObject({ code: 4, stderr: expect.stringContaining('2 in the new index): api') });
    expect(await run(...two, '--replace')).toMatchObject({ code: 0 });
    expect(await run(...one)).toMatchObject({ code: 4, stderr: expect.stringContaining('in the new index): admin') });
  });

  test('is refused through a link', async () => {
    symlinkSync('x.db', join(cwd, 'link.db'));
    expect(await run('workspace', 'index', 'w/shop', '--db', 'link.db')).toEqual(refusal('link.db'));
  });

  test('is replaced by the same projects of another folder, and by more projects', async () => {
    cpSync(join(cwd, 'w'), join(cwd, 'moved'), { recursive: true });
    expect(await run('workspace', 'index', 'moved', '--discover', '--db', 'x.db')).toMatchObject({ code: 0 });
    cpSync(join(cwd, 'w/shop'), join(cwd, 'moved/admin'), { recursive: true });
    expect(await run('map', 'moved', '--db', 'x.db', '--no-cache')).toMatchObject({ code: 0 });
  });

  test('stays if one of its projects can not be scanned, and the reason is printed before the error', async () => {
    writeFileSync(join(cwd, 'w/web/.analyzerignore'), '[z-a]\n');
    const { code, stderr } = await run('workspace', 'index', 'w', '--discover', '--db', 'x.db');
    expect(code).toBe(4);
    expect(stderr).toMatch(
      /^not indexed: web: [^\n]*\n(.*\n)*analyzer: x\.db would lose projects \(3 now, 2 in the new index\): web\n/,
    );
  });
});

describe('the default index of a folder', () => {
  beforeEach(() => {
    mkdirSync(join(cwd, '.analyzer'));
    cpSync(join(cwd, 'x.db'), join(cwd, DEFAULT));
  });

  test.each([
    ['without --db', []],
    ['named with --db', ['--db', DEFAULT]],
    ['named with an absolute path', ['--db', 'ABSOLUTE']],
    ['named through a link', ['--db', 'link.db']],
  ])('is replaced without a question, %s', async (_, args) => {
    symlinkSync(DEFAULT, join(cwd, 'link.db'));
    const named = args.map((arg) => (arg === 'ABSOLUTE' ? join(cwd, DEFAULT) : arg));
    expect(await run('workspace', 'index', 'w/shop', ...named)).toMatchObject({ code: 0, stderr: '' });
  });

  test('is replaced without a question by map of that folder and by index of that folder only', async () => {
    const own = join('w/shop', DEFAULT);
    mkdirSync(join(cwd, 'w/shop/.analyzer'));
    for (const args of [
      ['map', 'w/shop', '--no-cache'],
      ['map', 'w/shop', '--no-cache', '--db', own],
      ['workspace', 'index', 'w/shop', '--db', own],
    ]) {
      cpSync(join(cwd, 'x.db'), join(cwd, own));
      expect(await run(...args)).toMatchObject({ code: 0 });
    }
    expect(await run('map', 'w/shop', '--no-cache', '--db', DEFAULT)).toEqual(refusal(DEFAULT));
  });

  test('is not exempt if a link in the folder leads to a shared index', async () => {
    rmSync(join(cwd, DEFAULT));
    symlinkSync('../x.db', join(cwd, DEFAULT));
    expect(await run('workspace', 'index', 'w/shop', '--db', DEFAULT)).toEqual(refusal(DEFAULT));
    mkdirSync(join(cwd, 'team'));
    cpSync(join(cwd, 'x.db'), join(cwd, 'team/index.db'));
    rmSync(join(cwd, '.analyzer'), { recursive: true });
    symlinkSync('team', join(cwd, '.analyzer'));
    expect(await run('workspace', 'index', 'w/shop', '--db', DEFAULT)).toEqual(refusal(DEFAULT));
  });
});
