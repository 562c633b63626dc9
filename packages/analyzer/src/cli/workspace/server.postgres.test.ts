import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '@analyzer/core/postgres/postgres-fixture.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, launcher } from '../fixture.ts';
import { startServer } from '../serve/fixture.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));

test.each(['migrate', 'rollback'])('help.workspace-%s.txt', async (command) => {
  const { code, stdout } = await analyzer(['workspace', command, '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(fixture(`cli/help.workspace-${command}.txt`));
});

describe.skipIf(WITHOUT_POSTGRES !== undefined)('with an index on a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-server-'));
  const db = join(folder, 'index.db');
  let server: TestServer;
  let url: string;

  beforeAll(async () => {
    cpSync(fixture('query/projects'), join(folder, 'projects'), { recursive: true });
    for (const project of ['admin', 'shop'])
      writeFileSync(join(folder, `projects/${project}/src/equal.js`), 'send(1);\n');
    server = await startPostgres();
    url = await server.database();
    const index = ['workspace', 'index', 'projects', '--discover', '--db'];
    const [file, onServer] = await Promise.all([db, url].map((place) => analyzer([...index, place], { cwd: folder })));
    expect(file).toMatchObject({ code: 0, stderr: '' });
    const shown = url.replace(/:[^:@]*@/, '@');
    expect(onServer).toEqual({ ...file, stdout: file?.stdout.replace(db, shown) });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server?.remove();
  });

  test.each([
    ['workspace query', ['workspace', 'query', '--operation', 'clones']],
    ['workspace export', ['workspace', 'export']],
    ['workspace export as JSON', ['workspace', 'export', '--format', 'json']],
    ['workspace export as DOT', ['workspace', 'export', '--format', 'dot']],
    ['workspace verify', ['workspace', 'verify']],
    ['tickets config', ['tickets', 'config', '--coordinator', 'shop']],
    [
      'manifest check',
      ['manifest', 'check', '--project', 'shop', join(fixture('query/projects'), 'shop/missing.yaml')],
    ],
  ])('%s prints the same', async (_, args) => {
    const [expected, found] = await Promise.all([db, url].map((place) => analyzer([...args, '--db', place])));
    expect(found).toEqual(expected);
  });

  test('packets quote sources on the machine that indexed', async () => {
    const { stdout } = await analyzer(['workspace', 'query', '--db', db, '--operation', 'clones']);
    const [group = ''] = stdout.match(/g_[0-9a-f]{20}/) ?? [];
    const ask = ['workspace', 'context', '--group-id', group, '--include-source', '--db'];
    const [expected, found] = await Promise.all([db, url].map((place) => analyzer([...ask, place])));
    expect(found).toEqual(expected);
    expect(found?.stdout).toContain('await sleep(');
  });

  test('analyzer map writes the same page', async () => {
    const run = (place: string, page: string) =>
      analyzer(['map', 'projects', '--db', place, '-o', page, '--no-cache'], { cwd: folder });
    const [expected, found] = [await run(join(folder, 'map.db'), 'a.html'), await run(url, 'b.html')];
    expect(found.code).toBe(0);
    expect(found.stdout).toBe(expected.stdout.replaceAll('a.html', 'b.html'));
  });

  test('analyzer serve follows publications, and the server when it starts again', async () => {
    const own = await server.database();
    const rest = await startServer('rest', own);
    const ask = async () => {
      const body = JSON.stringify({ schema: 'analyzer.request.v1', operation: 'projects', params: {} });
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`http://127.0.0.1:${rest.port}/v1/query`, { method: 'POST', headers, body });
      return { status: reply.status, text: await reply.text() };
    };
    try {
      expect(await ask()).toMatchObject({ status: 409, text: expect.stringContaining('no_snapshot') });
      const publish = () => analyzer(['workspace', 'migrate', '--from', db, '--to', own]);
      expect(await publish()).toMatchObject({ code: 0, stderr: '' });
      const first = await ask();
      expect(first).toMatchObject({ status: 200, text: expect.stringContaining('billing') });
      await publish();
      expect(await ask()).toEqual(first);
      await server.stop();
      expect(await ask()).toMatchObject({ status: 503 });
      await server.start();
      expect(await ask()).toEqual(first);
    } finally {
      rest.child.kill('SIGTERM');
      await rest.ended;
    }
  });

  test('with a cache, an index of unchanged projects stays, unless the server has another one', async () => {
    const other = await server.database();
    const index = (...folders: string[]) =>
      analyzer(['workspace', 'index', ...folders, '--discover', '--db', other, '--cache-dir', 'kept'], { cwd: folder });
    const first = await index('projects');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const again = await index('projects');
    expect(again).toMatchObject({ code: 0, stdout: first.stdout });
    expect(again.stderr).toMatch(/^\d+ projects unchanged: the index stays as it is\.\n$/);
    expect(await index('projects/shop')).toMatchObject({ code: 4, stdout: '' });
    expect(await index('projects/shop', '--replace')).toMatchObject({ code: 0 });
    expect(await index('projects')).toMatchObject({
      code: 0,
      stdout: first.stdout,
      stderr: expect.not.stringContaining('stays'),
    });
  });

  test('pages of a list go on after a publication, until the generation is removed', async () => {
    const run = (...args: string[]) => analyzer(args, { cwd: folder });
    const own = await server.database();
    const other = 'other.db';
    expect(await run('workspace', 'index', 'projects/shop', '--db', other)).toMatchObject({ code: 0 });
    expect(await run('workspace', 'migrate', '--from', db, '--to', own)).toMatchObject({ code: 0 });
    const page = async (params: object, place = own) => {
      const list = ['workspace', 'query', '--db', place, '--operation', 'nodes', '--params', JSON.stringify(params)];
      return run(...list);
    };
    const { snapshot_id } = JSON.parse((await page({ limit: 2 }, db)).stdout);
    const later = { limit: 2, offset: 2, snapshot_id };
    expect(await run('workspace', 'migrate', '--from', other, '--to', own, '--keep', '2')).toMatchObject({ code: 0 });
    expect(await page(later)).toEqual(await page(later, db));
    expect(JSON.parse((await page({ limit: 2 })).stdout).snapshot_id).not.toBe(snapshot_id);
    expect(await run('workspace', 'rollback', '--db', own)).toMatchObject({ code: 0, stderr: '' });
    expect(await page({ limit: 2 })).toEqual(await page({ limit: 2 }, db));
    expect(await run('workspace', 'migrate', '--from', other, '--to', own)).toMatchObject({ code: 0 });
    const refused = await page(later);
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('snapshot_mismatch') });
    const ended = await run('workspace', 'rollback', '--db', own);
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('--keep') });
  });

  test('projects stay on the server unless --replace is set; workspace migrate needs no question', async () => {
    const run = (...args: string[]) => analyzer(args, { cwd: folder });
    const own = await server.database();
    const shown = own.replace(/:[^:@]*@/, '@');
    const [one, exported] = ['one.db', 'one'];
    expect(await run('workspace', 'index', 'projects/shop', '--db', one)).toMatchObject({ code: 0 });
    const exporting = ['workspace', 'export', '--db', one, '--format', 'parquet', '-o', exported];
    expect(await run(...exporting)).toMatchObject({ code: 0 });
    expect(await run('workspace', 'migrate', '--from', db, '--to', own)).toMatchObject({ code: 0 });
    const commands = [
      ['map', 'projects/shop', '--no-cache', '-o', 'never.html'],
      ['workspace', 'index', 'projects/shop'],
      ['workspace', 'import', '--from', exported],
    ];
    for (const command of commands) {
      const refused = await run(...command, '--db', own);
      expect(refused).toMatchObject({ code: 4, stdout: '' });
      expect(refused.stderr).toMatch(/ would lose projects \(4 now, 1 in the new index\): admin, billing, reports$/m);
      expect(refused.stderr).toContain(`analyzer: ${shown} would lose`);
    }
    const connection = await Connection.open(own);
    expect(await connection.query('SELECT number FROM analyzer.generation')).toEqual([{ number: 1 }]);
    await connection.close();
    expect(await run('workspace', 'import', '--from', exported, '--db', own, '--replace')).toMatchObject({ code: 0 });
    expect(await run('workspace', 'index', 'projects', '--discover', '--db', own)).toMatchObject({ code: 0 });
    expect(await run('workspace', 'migrate', '--from', one, '--to', own)).toMatchObject({ code: 0 });
  });

  test('workspace import publishes an export of a file, and an export of a server has its bytes', async () => {
    const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd: folder });
    const own = await server.database();
    const parquet = (place: string, name: string) => run('export', '--db', place, '--format', 'parquet', '-o', name);
    expect(await parquet(db, 'exported')).toMatchObject({ code: 0 });
    const imported = await run('import', '--from', 'exported', '--db', own);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toContain(`Index: ${own.replace(/:[^:@]*@/, '@')}, snapshot `);
    for (const question of [['query', '--operation', 'clones'], ['export', '--format', 'json'], ['verify']]) {
      expect(await run(...question, '--db', own)).toEqual(await run(...question, '--db', db));
    }
    expect(await parquet(own, 'again')).toMatchObject({ code: 0 });
    for (const entry of readdirSync(join(folder, 'exported'), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.parquet')) continue;
      const [expected, found] = ['exported', 'again'].map((name) => readFileSync(join(folder, name, entry)));
      expect([entry, found?.equals(expected ?? Buffer.of())]).toEqual([entry, true]);
    }
    rmSync(join(folder, 'exported/tables/edge.parquet'));
    const refused = await run('import', '--from', 'exported', '--db', own);
    expect(refused).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('edge.parquet') });
    expect(await run('verify', '--db', own)).toEqual(await run('verify', '--db', db));
  });

  test('workspace import publishes the index of several exports, and the earlier one stays if that fails', async () => {
    const run = (...args: string[]) => analyzer(['workspace', ...args], { cwd: folder });
    const own = await server.database();
    const projects = ['admin', 'billing', 'reports', 'shop'].map((name) => `projects/${name}`);
    for (const [name, labels] of [
      ['first', projects.slice(1, 3)],
      ['second', [...projects.slice(0, 1), ...projects.slice(3)]],
    ] as const) {
      const cached = ['--db', `${name}.db`, '--cache-dir', 'parts'];
      expect(await run('index', ...labels, ...cached)).toMatchObject({ code: 0 });
      expect(await run('export', ...cached, '--format', 'parquet', '-o', name)).toMatchObject({ code: 0 });
    }
    const joining = ['import', '--from', 'first', '--from', 'second', '--db'];
    const file = await run(...joining, 'joined.db');
    const imported = await run(...joining, own);
    const shown = own.replace(/:[^:@]*@/, '@');
    expect(imported).toEqual({ code: 0, stdout: file.stdout.replace('joined.db', shown), stderr: '' });
    const questions = [
      ...['clones', 'projects', 'nodes', 'summary'].map((operation) => ['query', '--operation', operation]),
      ['export', '--format', 'ndjson'],
      ['verify'],
    ];
    const answers = () => Promise.all(questions.map((question) => run(...question, '--db', own)));
    const before = await answers();
    for (const [at, question] of questions.entries()) {
      expect(before[at]).toMatchObject({ code: 0, stderr: '' });
      expect(before[at]).toEqual(await run(...question, '--db', 'joined.db'));
    }
    rmSync(join(folder, 'second/tables/project_part.parquet'));
    const refused = await run(...joining, own);
    expect(refused).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('second/tables/project_part'),
    });
    expect(await answers()).toEqual(before);
    const connection = await Connection.open(own);
    expect(await connection.query('SELECT number FROM analyzer.generation')).toEqual([{ number: 1 }]);
    await connection.close();
  });

  test('a killed publication leaves nothing', async () => {
    const own = await server.database();
    for (const delay of [250, 300, 350, 400, 450]) {
      const child = spawn(process.execPath, [launcher, 'workspace', 'migrate', '--from', db, '--to', own]);
      await setTimeout(delay);
      child.kill('SIGKILL');
    }
    expect(await analyzer(['workspace', 'migrate', '--from', db, '--to', own])).toMatchObject({ code: 0 });
    const connection = await Connection.open(own);
    const left = "SELECT count(*) AS n FROM pg_namespace WHERE nspname LIKE 'analyzer_g%'";
    expect(await connection.query(left)).toEqual([{ n: 1 }]);
    expect(await connection.query('SELECT count(*) AS n FROM analyzer.generation')).toEqual([{ n: 1 }]);
    await connection.close();
  });

  test.each([
    ['no server', () => url.replace(/:\d+\//, ':1/'), 7, 'no server listens there'],
    ['a wrong password', () => url.replace('p%40ss', 'wrong'), 3, 'refuses this user or password'],
    ['no database', () => `${url}x`, 3, 'no such database'],
  ])('%s is an error of each command, without the password', async (_, wrong, code, reason) => {
    for (const args of [
      ['index', 'projects', '--db'],
      ['export', '--db'],
      ['migrate', '--from', db, '--to'],
    ]) {
      const ended = await analyzer(['workspace', ...args, wrong()], { cwd: folder });
      expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(reason) });
      expect(ended.stderr).not.toMatch(/p@ss|p%40ss|wrong/);
    }
  });

  test('a reader needs no more than pg_read_all_data, and cannot publish', async () => {
    const connection = await Connection.open(url);
    await connection.query("CREATE USER reader PASSWORD 'r'; GRANT pg_read_all_data TO reader");
    await connection.close();
    const asReader = url.replace(/\/\/[^@]*@/, '//reader:r@');
    const [expected, found] = await Promise.all(
      [url, asReader].map((place) => analyzer(['workspace', 'export', '--format', 'json', '--db', place])),
    );
    expect(found).toEqual(expected);
    const refused = await analyzer(['workspace', 'migrate', '--from', db, '--to', asReader]);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('permission denied') });
  });

  test('a path is not a server', async () => {
    const ended = await analyzer(['workspace', 'migrate', '--from', db, '--to', 'other.db']);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('is not the URL') });
  });
});
