import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
// Each test runs several commands.
vi.setConfig({ testTimeout: 120_000 });

const planned = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-sync-')));

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(planned, 'projects'), { recursive: true });
  const index = ['workspace', 'index', 'projects', '--discover', '--engine', 'portable'];
  expect(await analyzer(index, { cwd: planned })).toMatchObject({ code: 0 });
  await plan('acme/shop', planned);
}, 120_000);
afterAll(() => rmSync(planned, { recursive: true }));

/** Writes config.json and plan.json. */
async function plan(remote: string, cwd: string): Promise<void> {
  for (const name of ['config.json', 'plan.json']) rmSync(join(cwd, name), { force: true });
  const config = await analyzer(['tickets', 'config', '--coordinator', 'shop', '--planning', 'families'], { cwd });
  const value = JSON.parse(config.stdout);
  for (const one of value.repositories) if (one.project === 'shop') one.remote = remote;
  writeFileSync(join(cwd, 'config.json'), JSON.stringify(value));
  const args = ['tickets', 'plan', '--config', 'config.json', '--max-groups', '1', '-o', 'plan.json'];
  expect(await analyzer(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
}

class Extraction {
  readonly cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-sync-')));

  constructor() {
    onTestFinished(() => rmSync(this.cwd, { recursive: true }));
    cpSync(planned, this.cwd, { recursive: true });
  }

  tickets(...args: string[]): Promise<Ended> {
    return analyzer(['tickets', ...args], { cwd: this.cwd });
  }

  materialize(): Promise<Ended> {
    const checkouts = ['admin', 'shop'].flatMap((name) => ['--checkout', `${name}=projects/${name}`]);
    return this.tickets('materialize', 'plan.json', ...checkouts);
  }

  state() {
    return readState(join(this.cwd, 'extraction-state.json'));
  }

  git(...args: string[]): void {
    execFileSync('git', ['-C', this.cwd, ...args], { stdio: 'pipe' });
  }

  /** The state as if its tickets were in planfile. */
  usePlanfile(): string {
    const path = join(this.cwd, 'extraction-state.json');
    const state = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...state, tracker: { kind: 'planfile', folder: null } }));
    const program = join(this.cwd, 'planfile');
    writeFileSync(program, '#!/bin/sh\nexit 9\n', { mode: 0o755 });
    return program;
  }
}

test('the help', async () => {
  const { code, stdout, stderr } = await analyzer(['tickets', 'sync', '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await expect(stdout).toMatchFileSnapshot(join(repository, 'fixtures/cli/help.tickets-sync.txt'));
});

test('tickets that are files have no issues', async () => {
  const it = new Extraction();
  expect(await it.materialize()).toMatchObject({ code: 0 });
  for (const options of [[], ['--execute']]) {
    expect(await it.tickets('sync', ...options)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/there are no issues to sync\n.*--tracker planfile/),
    });
  }
  const run = await it.tickets('run', '--execute', '--program', process.execPath, '--sync-remote');
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('there are no issues to sync') });
  // Nothing was handed over.
  expect(it.state().attempts).toEqual([]);
});

test('an empty remote prevents a sync, with its pointer and a remedy, and nothing else', async () => {
  const it = new Extraction();
  it.git('init', '-q');
  it.git('remote', 'add', 'origin', 'https://github.com/acme/shop.git');
  await plan('', it.cwd);
  expect(await it.materialize()).toMatchObject({ code: 0, stderr: '' });
  expect(await it.tickets('status')).toMatchObject({ code: 0, stderr: '' });
  const sync = await it.tickets('sync', '--planfile', it.usePlanfile());
  expect(sync).toMatchObject({ code: 2, stdout: '' });
  expect(sync.stderr).toMatch(
    /extraction-state\.json: \/plans\/0\/config\/repositories\/\d+\/remote: the remote of shop is empty \(and 1 more\)\n.*"acme\/shop"; then plan and materialize again/,
  );
});

test('a remote that is added later keeps all tickets, also after a task changed files', async () => {
  const it = new Extraction();
  expect(await it.materialize()).toMatchObject({ code: 0 });
  const before = it.state();
  appendFileSync(join(it.cwd, 'projects/shop/src/prices.js'), '// changed by a task\n');
  await plan('acme/shop-2', it.cwd);
  expect(await it.materialize()).toMatchObject({ code: 0, stderr: '' });
  const { plans, tickets } = it.state();
  expect(plans.map(({ tasks }) => tasks)).toEqual([before.plans[0]?.tasks, before.plans[0]?.tasks]);
  expect(tickets).toEqual(before.tickets);
});

test('a remote that is not origin prevents tickets, and a corrected one does not', async () => {
  const it = new Extraction();
  it.git('init', '-q');
  it.git('remote', 'add', 'origin', 'git@github.com:acme/web-shop.git');
  const refused = await it.materialize();
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(
    /plan\.json: \/config\/repositories\/\d+\/remote: acme\/shop is not github\.com\/acme\/web-shop, the remote origin/,
  );
  expect(readdirSync(it.cwd)).not.toContain('extraction-state.json');
  await plan('acme/web-shop', it.cwd);
  expect(await it.materialize()).toMatchObject({ code: 0, stderr: '' });
});
