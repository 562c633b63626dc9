import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.queue.v1/validate';
import { sharedPostgres, WITHOUT_POSTGRES } from '@analyzer/core/postgres/postgres-fixture.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { analyzer, folderWith, launcher } from '../fixture.ts';
import { writeProjects } from './fixture.ts';

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a queue', () => {
  const server = sharedPostgres();
  let url: string;
  beforeEach(async () => {
    url = await server.database();
  });

  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await analyzer([...args, '--queue', url]);
    expect([code, stderr.replaceAll(/^.*: indexed in .*\n/gm, '')]).toEqual([0, '']);
    return stdout;
  };
  const snapshotOf = (text: string) => /snapshot ([0-9a-f]{64})/.exec(text)?.[1];
  const status = async () => JSON.parse(await run('queue', '--format', 'json'));

  test.each([['enqueue'], ['worker'], ['queue'], ['queue publish']])('help of %s', async (command) => {
    const { code, stdout } = await analyzer([...command.split(' '), '--help']);
    expect(code).toBe(0);
    const golden = new URL(`../../../../../fixtures/cli/help.${command.replace(' ', '-')}.txt`, import.meta.url);
    await expect(stdout).toMatchFileSnapshot(fileURLToPath(golden));
  });

  test('of folders becomes the index that workspace index writes', async () => {
    const root = folderWith({});
    const folders = writeProjects(root, 4);
    expect(await run('enqueue', ...folders)).toBe('4 added, 0 again, 0 already waiting, 0 already indexed\n');
    expect(await run('enqueue', ...folders)).toBe('0 added, 0 again, 4 already waiting, 0 already indexed\n');
    await run('worker', '--once', '--jobs', '2');
    expect(await run('enqueue', ...folders)).toBe('0 added, 0 again, 0 already waiting, 4 already indexed\n');
    const document = await status();
    expect(validate(document)).toBe(true);
    expect(document).toMatchObject({ jobs: { done: 4, ready: 0 }, projects: { total: 4, indexed: 4 } });
    const db = join(root, 'queue.db');
    const published = await run('queue', 'publish', '--db', db);
    expect(published).toMatch(/^4 projects\nsnapshot /);
    const direct = await analyzer(['workspace', 'index', ...folders, '--db', join(root, 'direct.db')]);
    expect(direct.code).toBe(0);
    const query = async (file: string) =>
      (await analyzer(['workspace', 'query', '--db', file, '--operation', 'clones'])).stdout;
    expect(await query(db)).toBe(await query(join(root, 'direct.db')));
    expect(await query(db)).toContain(snapshotOf(published));
    expect((await analyzer(['workspace', 'verify', '--db', db])).code).toBe(0);
  });

  test('reports sources that failed, and forgets projects', async () => {
    const root = folderWith({ 'bad.tar': 'no archive', 'good/a.py': 'a = 1\n' });
    await run('enqueue', join(root, 'bad.tar'), join(root, 'good'));
    const worker = await analyzer(['worker', '--once', '--queue', url]);
    expect(worker.code).toBe(0);
    expect(worker.stderr).toMatch(/^bad: cannot read .*bad\.tar: the archive is cut off$/m);
    expect(await run('queue')).toMatch(/1 done, 1 dead[\s\S]*1 of 2 indexed[\s\S]*dead +bad: cannot read/);
    rmSync(join(root, 'bad.tar'));
    expect(await run('queue', 'retry')).toBe('1 jobs are ready again\n');
    expect(await run('queue', 'forget', 'bad')).toContain('removed bad');
    const again = await analyzer(['queue', 'forget', 'bad', '--queue', url]);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('no such project: bad')]);
    expect(await status()).toMatchObject({ jobs: { done: 1, dead: 0, ready: 0 }, projects: { total: 1 } });
  });

  test.each<[what: string, args: (root: string) => string[], code: number, message: string]>([
    [
      'a name that another source has',
      (root) => [join(root, 'a/p'), join(root, 'b/p')],
      2,
      'would both have the name p',
    ],
    ['a missing source', (root) => [join(root, 'a/p'), join(root, 'missing')], 3, 'no such source'],
    [
      'a label for two sources',
      (root) => [join(root, 'a/p'), join(root, 'b/p'), '--label', 'x'],
      2,
      '--label names one',
    ],
  ])('refuses %s', async (_what, args, code, message) => {
    const root = folderWith({ 'a/p/x.py': '', 'b/p/x.py': '' });
    const ended = await analyzer(['enqueue', ...args(root), '--queue', url]);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  test.each([
    ['not a URL', 'queue.db', 2],
    ['a server that does not run', 'postgres://u:secret@127.0.0.1:1/d', 7],
  ])('that is %s is an error without its password', async (_what, queue, code) => {
    const ended = await analyzer(['queue', '--queue', queue]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).not.toContain('secret');
  });

  test('a worker that gets SIGTERM gives its job back and ends with 0', async () => {
    const root = folderWith({});
    // A file that is parsed for seconds.
    writeFileSync(join(root, 'large.py'), 'def f(a):\n    return [a, (a + 1) * 2, {"k": a}]\n\n'.repeat(60_000));
    await run('enqueue', root, '--label', 'large', '--max-bytes', '0');
    const worker = spawn(process.execPath, [launcher, 'worker', '--queue', url, '--once'], { stdio: 'ignore' });
    const exit = once(worker, 'exit');
    for (let tries = 0; tries < 200 && (await status()).jobs.running === 0; tries++) await setTimeout(20);
    worker.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    const { jobs } = await status();
    expect([jobs.ready + jobs.done, jobs.running, jobs.dead]).toEqual([1, 0, 0]);
  });

  test('with --discover has a job for each project of workspace index --discover, and gives its index', async () => {
    const root = folderWith({
      'api/package.json': '{"name": "api"}',
      'api/a.js': 'export function a(list) { return list.map((it) => it * 2).filter((it) => it > 3); }\n',
      'deep/web/pyproject.toml': '[project]\nname = "web"\n',
      'deep/web/lib/b.py':
        'def b(values):\n    total = 0\n    for value in values:\n        total += value\n    return total\n',
      'tools/build.js': 'export function c(list) { return list.map((it) => it * 2).filter((it) => it > 3); }\n',
    });
    // The last one has the files outside of the others.
    expect(await run('enqueue', root, '--discover', '--exclude', 'x')).toContain('3 added');
    expect(await run('enqueue', root, '--discover', '--exclude', 'x')).toContain('3 already waiting');
    await run('worker', '--once');
    const out = folderWith({});
    const published = await run('queue', 'publish', '--db', join(out, 'queue.db'));
    const db = join(out, 'direct.db');
    const direct = await analyzer(['workspace', 'index', root, '--discover', '--exclude', 'x', '--db', db]);
    expect(direct.code).toBe(0);
    const summary = await analyzer(['workspace', 'query', '--db', db, '--operation', 'summary']);
    expect(snapshotOf(published)).toMatch(/^[0-9a-f]{64}$/);
    expect(summary.stdout).toContain(snapshotOf(published));
  });

  test('of a list has a project for each line, and repositories with one name in two folders', async () => {
    const root = folderWith({ 'team1/api/a.py': 'a = 1\n', 'team2/api/a.py': 'a = 2\n', 'other/x.py': 'x = 1\n' });
    const urls = ['team1', 'team2'].map((team) => {
      commitAll(join(root, team, 'api'));
      return `file://${root}/${team}/api`;
    });
    const list = join(root, 'list.txt');
    writeFileSync(list, `# repositories\n${urls.join('\n')}\n${join(root, 'other')}\tnamed\n`);
    expect(await run('enqueue', '--list', list)).toContain('3 added');
    expect(await run('enqueue', '--list', list)).toContain('3 already waiting');
    await run('worker', '--once');
    const db = join(root, 'queue.db');
    expect(await run('queue', 'publish', '--db', db)).toMatch(/^3 projects\n/);
    const labels = await analyzer(['workspace', 'query', '--db', db, '--operation', 'projects']);
    for (const label of ['team1/api', 'team2/api', 'named']) expect(labels.stdout).toContain(label);
    const none = await analyzer(['enqueue', '--queue', url]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--list')]);
  });

  test('with --discover refuses a source that is not a folder, and --label', async () => {
    const enqueue = (...args: string[]) => analyzer(['enqueue', ...args, '--discover', '--queue', url]);
    const archive = await enqueue(join(folderWith({ 'p.zip': 'x' }), 'p.zip'));
    expect([archive.code, archive.stderr]).toEqual([2, expect.stringContaining('--discover searches folders')]);
    expect((await enqueue(folderWith({}), '--label', 'p')).code).toBe(2);
  });
});
