import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

// Run by `npm run peers -- koru`, which installs koru and planfile.
const { ANALYZER_KORU: koru = '', ANALYZER_PLANFILE: planfile = '' } = process.env;
const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const agent = join(repository, 'fixtures/extraction/agent.mjs');
const planned = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-koru-')));
const folders = [planned];
const PROJECTS = ['admin', 'shop'].flatMap((name) => ['--checkout', `${name}=projects/${name}`]);
const KORU = ['--tracker', 'planfile', '--executor', 'koru', '--ticket-program', agent];

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(planned, 'projects'), { recursive: true });
  const steps = [
    ['workspace', 'index', 'projects', '--discover', '--engine', 'portable'],
    ['tickets', 'config', '--coordinator', 'shop', '--planning', 'families', '-o', 'config.json'],
    ['tickets', 'plan', '--config', 'config.json', '--max-groups', '1', '-o', 'plan.json'],
  ];
  for (const step of steps) expect(await analyzer(step, { cwd: planned })).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A copy of the projects, and their tickets in planfile. */
async function materialized(...options: string[]): Promise<Extraction> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-koru-')));
  folders.push(cwd);
  cpSync(planned, cwd, { recursive: true });
  const extraction = new Extraction(cwd);
  const ended = await extraction.tickets('materialize', 'plan.json', ...PROJECTS, ...options);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return extraction;
}

class Extraction {
  readonly cwd: string;

  constructor(cwd: string) {
    this.cwd = cwd;
  }

  tickets(...args: string[]): Promise<Ended> {
    return analyzer(['tickets', ...args], { cwd: this.cwd, env: { ANALYZER_PLANFILE: planfile } });
  }

  /** @param fault of the scripted agent */
  run(fault = ''): Promise<Ended> {
    const args = ['tickets', 'run', '--execute', '--program', koru];
    const env = { ANALYZER_PLANFILE: planfile, AGENT_FAULT: fault, AGENT_CALLS: join(this.cwd, 'calls.txt') };
    return analyzer(args, { cwd: this.cwd, env });
  }

  get state() {
    return readState(join(this.cwd, 'extraction-state.json'));
  }
}

describe('tickets of planfile that koru runs', () => {
  test('every task of a plan is run and verified, and a second materialize changes nothing', async () => {
    const it = await materialized(...KORU);
    const before = it.state;
    const keys = before.tickets.map(({ task_key: key }) => key);
    const { code, stdout, stderr } = await it.run();
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' });
    expect(stdout).toContain(`\nstopped: complete after ${keys.length} (${keys.length} complete)\n`);
    expect(readFileSync(join(it.cwd, 'calls.txt'), 'utf8').trim().split('\n')).toEqual(keys);
    const again = await it.tickets('materialize', 'plan.json', '--ticket-program', agent);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain(`\n${keys.length} kept\n`);
    expect(it.state.tickets).toEqual(before.tickets);
  });

  test('a refused result of a ticket that koru closed is replaced by a new ticket', async () => {
    const it = await materialized(...KORU);
    const refused = await it.run('design:tampered');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is refused: ') });
    const [key = ''] = it.state.tickets.map(({ task_key }) => task_key);
    const resolved = await it.tickets('attempts', 'resolve', key, '--replace');
    expect(resolved).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`${key}-r2  ready`) });
    const ended = await it.run();
    expect({ code: ended.code, stdout: ended.stdout }).toMatchObject({ code: 0 });
  });

  test('a ticket that another program edited does not run', async () => {
    const it = await materialized(...KORU);
    const path = join(it.cwd, 'projects/shop/.planfile/sprints/current.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`exec '${agent}'`, "exec '/bin/false'"));
    const ended = await it.run();
    expect(ended.stdout).toContain('stopped: needs_person after 0');
    expect(readdirSync(it.cwd)).not.toContain('calls.txt');
  });

  test('the executor command works with planfile', async () => {
    const it = await materialized('--tracker', 'planfile');
    const ended = await it.tickets('run', '--execute', '--program', agent);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const status = await it.tickets('status');
    expect(status.stdout).not.toMatch(/waiting|refused/);
  });
});
