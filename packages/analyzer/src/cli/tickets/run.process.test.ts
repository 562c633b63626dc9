import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { mayStillRun } from '@analyzer/core/extract/executor/process-identity.ts';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { analyzer, type Ended, launcher } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const agent = join(repository, 'fixtures/extraction/agent.mjs');
const materialized = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-run-')));
/** The projects with copies of the first family. */
const PROJECTS = ['admin', 'shop'];

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(materialized, 'projects'), { recursive: true });
  const steps = [
    ['workspace', 'index', 'projects', '--discover', '--engine', 'portable'],
    ['tickets', 'config', '--coordinator', 'shop', '--planning', 'families', '-o', 'config.json'],
    ['tickets', 'plan', '--config', 'config.json', '--max-groups', '1', '-o', 'plan.json'],
  ];
  for (const step of steps) expect(await analyzer(step, { cwd: materialized })).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => rmSync(materialized, { recursive: true }));

/** A copy of the projects with their tickets. */
async function extraction(): Promise<Extraction> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-run-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(materialized, cwd, { recursive: true });
  const checkouts = PROJECTS.flatMap((name) => ['--checkout', `${name}=projects/${name}`]);
  const created = await analyzer(['tickets', 'materialize', 'plan.json', ...checkouts], { cwd });
  expect(created).toMatchObject({ code: 0, stderr: '' });
  return new Extraction(cwd);
}

class Extraction {
  readonly cwd: string;

  constructor(cwd: string) {
    this.cwd = cwd;
  }

  tickets(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return analyzer(['tickets', ...args], { cwd: this.cwd, env: { AGENT_CALLS: this.calls, ...env } });
  }

  /** Runs with an agent that hangs, and sends a signal when the agent has started. */
  async interrupt(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }> {
    const args = [launcher, 'tickets', 'run', '--execute', '--program', agent];
    const env = { ...process.env, AGENT_CALLS: this.calls, AGENT_FAULT: 'design:hang' };
    const child = spawn(process.execPath, args, { cwd: this.cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const closed = once(child, 'close');
    while (!existsSync(this.calls) && child.exitCode === null) await setTimeout(50);
    child.kill(signal);
    const [code]: unknown[] = await closed;
    return { code: typeof code === 'number' ? code : null, stderr };
  }

  /** Runs with the scripted agent. */
  run(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ended> {
    return this.tickets(['run', '--execute', '--program', agent, ...args], env);
  }

  get calls(): string {
    return join(this.cwd, 'calls.txt');
  }

  /** Keys of the tasks that the agent ran, in order. */
  ran(): string[] {
    return existsSync(this.calls) ? readFileSync(this.calls, 'utf8').trim().split('\n') : [];
  }

  /** Whether a process of the last attempt exists. */
  isAgentAlive(): boolean {
    const { pid, process_start: start, process_group: group } = this.state.attempts.at(-1) ?? {};
    return typeof pid === 'number' && typeof group === 'number' && mayStillRun(pid, start ?? null, group);
  }

  get state() {
    return readState(join(this.cwd, 'extraction-state.json'));
  }

  get keys(): string[] {
    return this.state.plans[0]?.tasks.map(({ task_key: key }) => key) ?? [];
  }
}

/** In the environment of a user who publishes tickets. */
const TOKEN = 'ghp_0123456789abcdef0123456789abcdef0123';

/** State, tickets, logs and all other files that contain a text. */
function filesWith(text: string, folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

function killGroup(group: number | null | undefined): void {
  try {
    if (typeof group === 'number') process.kill(-group, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

describe('help', () => {
  test.each([
    ['tickets-begin', ['begin']],
    ['tickets-submit', ['submit']],
    ['tickets-publish', ['publish']],
    ['tickets-dispatch', ['dispatch']],
    ['tickets-run', ['run']],
    ['tickets-attempts', ['attempts']],
    ['tickets-attempts-resolve', ['attempts', 'resolve']],
    ['tickets-catalog', ['catalog']],
  ])('help.%s.txt', async (name, command) => {
    const { code, stdout } = await analyzer(['tickets', ...command, '--help']);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(join(repository, `fixtures/cli/help.${name}.txt`));
  });
});

describe('an extraction', { timeout: 120_000 }, () => {
  test('a run with a scripted agent completes all tasks', async () => {
    const it = await extraction();
    const preview = await it.tickets(['run']);
    expect(preview).toMatchObject({ code: 0, stderr: '' });
    expect(preview.stdout).toContain('nothing runs without --execute');
    expect(it.ran()).toEqual([]);
    const { code, stdout, stderr } = await it.run([], { GITHUB_TOKEN: TOKEN });
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' });
    expect(filesWith(TOKEN, it.cwd)).toEqual([]);
    expect(stdout).toMatch(
      new RegExp(`\nstopped: complete after ${it.keys.length} \\(${it.keys.length} complete\\)\n$`),
    );
    expect(it.ran()).toEqual(it.keys);
    expect(it.state.attempts.map(({ task_key: key, state, exit_code: exit }) => [key, state, exit])).toEqual(
      it.keys.map((key) => [key, 'ended', 0]),
    );
    const again = await it.run();
    expect(again.stdout).toContain('stopped: complete after 0');
    const catalog = await it.tickets(['catalog', '-o', 'next.json']);
    expect(catalog).toMatchObject({ code: 0, stdout: '' });
    expect(catalog.stderr).toMatch(
      /^Added: 0 verified packages, 0 routes\.\nNot added: shared-typescript-\w+, its result is consistent, but not verified: the project is in no Git repository\n$/,
    );
    expect(await it.tickets(['plan', '--config', 'next.json', '--max-groups', '1'])).toMatchObject({ code: 0 });
  });

  test('dispatch lists ready tasks, and with --execute runs only these', async () => {
    const it = await extraction();
    const preview = await it.tickets(['dispatch']);
    expect(preview.stdout).toContain(`${it.keys[0]}  `);
    const first = await it.tickets(['dispatch', '--execute', '--limit', '1', '--program', agent]);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(it.ran()).toEqual(it.keys.slice(0, 1));
    expect(first.stdout).toContain(`${it.keys[0]}  complete: the result is consistent (changed files not checked)\n`);
  });

  test('a refused result stops the run with exit code 1, names the file, and can be replaced', async () => {
    const it = await extraction();
    const refused = await it.run([], { AGENT_FAULT: 'design:tampered' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^analyzer: the result of design-[0-9a-f]{20} is refused: .*\/proposal\.json: it has/,
    );
    expect(refused.stderr).toMatch(/\n {2}Correct the result\. Then run `analyzer tickets attempts resolve design-/);
    expect(refused.stdout).toMatch(/refused: \.analyzer-artifacts\/design-[0-9a-f]{20}\/proposal\.json: it has/);
    expect(refused.stdout).toMatch(/\nstopped: failed after 1 /);
    const [key = ''] = it.keys;
    expect(await it.tickets(['attempts', 'resolve', key])).toMatchObject({ code: 1, stderr: refused.stderr });
    const resolved = await it.tickets(['attempts', 'resolve', key, '--replace']);
    expect(resolved).toMatchObject({ code: 0, stderr: '' });
    expect(resolved.stdout).toBe(`${key}-r2  ready: the results of all tasks before it are consistent\n`);
    expect(await it.run()).toMatchObject({ code: 0 });
    expect(it.ran().slice(0, 2)).toEqual([key, `${key}-r2`]);
  });

  test('a design that cites evidence that its context does not have is refused', async () => {
    const it = await extraction();
    const refused = await it.run([], { AGENT_FAULT: 'design:evidence' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/proposal\.json: the context has no evidence E999/);
  });

  test('a task over its time limit is ambiguous: the error says so, and nothing repeats it', async () => {
    const it = await extraction();
    const timedOut = await it.run(['--timeout', '1'], { AGENT_FAULT: 'design:hang' });
    const [key = ''] = it.keys;
    expect(timedOut.code).toBe(4);
    expect(timedOut.stderr).toBe(
      `analyzer: ${key}: the effects of attempt 1 are not known (timed_out)\n` +
        `  Check what it changed, then run \`analyzer tickets attempts resolve ${key}\`.\n`,
    );
    expect(await it.run()).toMatchObject({ code: 4 });
    expect(it.state.attempts).toMatchObject([{ state: 'ambiguous', outcome: 'timed_out' }]);
    expect(await it.tickets(['attempts', 'resolve', key])).toMatchObject({ code: 0 });
    expect(await it.run(['--max-steps', '1'])).toMatchObject({ code: 0 });
    expect(it.state.attempts).toMatchObject([{ state: 'resolved' }, { state: 'ended', outcome: 'completed' }]);
  });

  test('Ctrl-C ends the agent, and the attempt is ambiguous', async () => {
    const it = await extraction();
    expect(await it.interrupt('SIGINT')).toEqual({ code: 130, stderr: 'analyzer: interrupted\n' });
    expect(it.state.attempts).toMatchObject([{ state: 'ambiguous', outcome: 'interrupted' }]);
    expect(it.isAgentAlive()).toBe(false);
  });

  test('after SIGKILL the agent may live: nothing runs in its project, until a person settles the attempt', async () => {
    const it = await extraction();
    expect((await it.interrupt('SIGKILL')).code).toBe(null);
    const [attempt] = it.state.attempts;
    expect(attempt).toMatchObject({ state: 'running', outcome: null });
    const { process_group: group, task_key: key = '' } = attempt ?? {};
    onTestFinished(() => killGroup(group));
    expect(it.isAgentAlive()).toBe(true);
    const run = await it.run();
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(/^stopped: waiting after 0 /);
    expect((await it.tickets(['attempts', 'resolve', key])).code).toBe(4);
    killGroup(group);
    while (it.isAgentAlive()) await setTimeout(20);
    expect((await it.run()).code).toBe(4);
    expect(it.ran()).toEqual([key]);
    expect(await it.tickets(['attempts', 'resolve', key])).toMatchObject({ code: 0, stderr: '' });
    expect(await it.run(['--max-steps', '1'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('no program, an unknown program, and arguments are wrong usage', async () => {
    const it = await extraction();
    expect(await it.tickets(['run', '--execute'], { ANALYZER_EXECUTOR: '' })).toMatchObject({ code: 2 });
    expect(await it.tickets(['run', '--execute', '--program', './absent'])).toMatchObject({ code: 2 });
    expect(it.state.attempts).toEqual([]);
    expect(readdirSync(it.cwd)).not.toContain('extraction-state.json-lock');
  });
});
