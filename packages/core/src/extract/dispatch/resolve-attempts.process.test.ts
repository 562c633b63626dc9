import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitAll } from '#tree/git/git-fixture.ts';
import type { Executor } from '../executor/port.ts';
import { processStart } from '../executor/process-identity.ts';
import { WAITING_FOR_REVIEW } from '../tracker/port.ts';
import { COPY, ExtractionCase, KEYS, ScriptedExecutor } from './dispatch-fixture.ts';
import { resolveAttempts } from './resolve-attempts.ts';
import { runTasks } from './run-tasks.ts';

let it: ExtractionCase;
beforeEach(async () => {
  it = await ExtractionCase.create();
});
afterEach(() => it.close());

type Behave = NonNullable<ConstructorParameters<typeof ScriptedExecutor>[0]>;

function run(behave?: Behave) {
  const executor = new ScriptedExecutor(behave);
  return runTasks(it.journal, it.projects, { executor, timeoutMs: 1_000 }, { maxSteps: 100 });
}

function resolve(key: string, replace = false) {
  return resolveAttempts(key, { replace }, it.journal, it.projects);
}

const design: (behaviour: ReturnType<Behave>) => Behave = (behaviour) => (key) =>
  key.startsWith(KEYS.design) ? behaviour : 'deliver';

const BASE = { commit: null, problem: 'no Git', differing: [], copies: [] };

test('an ambiguous attempt without a result: the task is ready again, and its attempts remain', async () => {
  await run(design('timed_out'));
  expect(await resolve(KEYS.design)).toMatchObject({ state: 'ready' });
  expect((await it.ticket(KEYS.design)).labels).not.toContain(WAITING_FOR_REVIEW);
  expect(await run()).toMatchObject({ stopped: 'complete' });
  expect(it.journal.state.attempts.slice(0, 2)).toMatchObject([
    { number: 1, state: 'resolved', outcome: 'timed_out' },
    { number: 2, state: 'ended', outcome: 'completed' },
  ]);
});

test('an ambiguous attempt with an accepted result: the ticket is done', async () => {
  // Stopped after the agent delivered.
  const executor = new ScriptedExecutor(design('deliver'));
  const late = {
    kind: 'command' as const,
    run: async (handover: Parameters<typeof executor.run>[0]) => {
      await executor.run(handover);
      return { outcome: 'timed_out' as const, exitCode: null, printedTickets: [] };
    },
  };
  const runner = { executor: late, timeoutMs: 1_000 };
  expect(await runTasks(it.journal, it.projects, runner, { maxSteps: 1 })).toMatchObject({ stopped: 'ambiguous' });
  expect(await resolve(KEYS.design)).toMatchObject({ state: 'complete' });
  expect((await it.ticket(KEYS.design)).status).toBe('done');
  expect(await run()).toMatchObject({ stopped: 'complete', steps: 6 });
});

test('an attempt without a result can be repeated', async () => {
  await run(design('nothing'));
  expect(await resolve(KEYS.design)).toMatchObject({ state: 'ready' });
  expect(await run()).toMatchObject({ stopped: 'complete', steps: 7 });
});

test('a refused result is not settled without --replace', async () => {
  await run(design('tampered'));
  await expect(resolve(KEYS.design)).rejects.toMatchObject({
    code: 'result_rejected',
    message: expect.stringContaining(`${KEYS.design}/report.txt: it has 7 bytes`),
    hint: expect.stringContaining(`analyzer tickets attempts resolve ${KEYS.design}`),
  });
});

test('a refused result is replaced: moved aside, with a new ticket that the next tasks wait for', async () => {
  await run(design('tampered'));
  const old = await it.ticket(KEYS.design);
  const key = `${KEYS.design}-r2`;
  expect(await resolve(KEYS.design, true)).toMatchObject({ state: 'ready', recorded: { task_key: key } });
  expect(await it.tracker('shop').get(old.id)).toMatchObject({ status: 'canceled' });
  const created = await it.ticket(key);
  expect(created).toMatchObject({ status: 'open', key });
  expect(created.prompt).toContain(`.analyzer-artifacts/${key}/result.json`);
  expect((await it.ticket(KEYS.package)).blockedBy).toEqual([created.id]);
  const files = it.projects.folderOf('shop');
  expect(files.list(`.analyzer-artifacts/${KEYS.design}`)).toEqual([]);
  expect(files.list(`.analyzer-artifacts/refused/${KEYS.design}`)).not.toEqual([]);
  expect(await run()).toMatchObject({ stopped: 'complete', steps: 7 });
});

test('a done ticket without a result is replaced', async () => {
  const { id } = await it.ticket(KEYS.design);
  await it.tracker('shop').setStatus(id, 'done');
  expect(await resolve(KEYS.design, true)).toMatchObject({ state: 'ready' });
  expect(await it.tracker('shop').get(id)).toMatchObject({ status: 'done' });
  expect(await run()).toMatchObject({ stopped: 'complete' });
});

test('a second call replaces nothing, and a replaced task can be replaced again', async () => {
  await run(design('tampered'));
  await resolve(KEYS.design, true);
  await resolve(KEYS.design, true);
  expect(it.journal.state.tickets).toHaveLength(8);
  await run(design('tampered'));
  await resolve(`${KEYS.design}-r2`, true);
  expect(it.journal.state.tickets.at(-1)?.task_key).toBe(`${KEYS.design}-r3`);
  await expect(resolve(`${KEYS.design}-r2`)).rejects.toMatchObject({ code: 'usage' });
});

test.each([false, true])(
  'an attempt of a ticket that a killed command replaced is settled with its task (again with --replace: %s)',
  async (replace) => {
    await run(design('timed_out'));
    const { attempts } = it.journal.state;
    await resolve(KEYS.design, true);
    // It was killed before it recorded the new ticket, which the next `materialize` did.
    it.journal.replace({ ...it.journal.state, attempts: attempts.map((one) => ({ ...one, pid: null })) });
    expect(await run()).toMatchObject({ steps: 0 });
    expect(await resolve(KEYS.design, replace)).toMatchObject({ state: 'ready' });
    expect(it.journal.state.tickets).toHaveLength(8);
    expect(await run()).toMatchObject({ stopped: 'complete' });
  },
);

test('a replaced migration runs when the files that it changed are restored', async () => {
  const read = await it.projects.filesOf('billing')?.read('src/round.js', 1_000);
  await run((key) => (key === KEYS.migrateBilling ? 'tampered' : 'deliver'));
  expect(await resolve(KEYS.migrateBilling, true)).toMatchObject({ state: 'stale' });
  expect(await run()).toMatchObject({ stopped: 'needs_person', steps: 0 });
  it.write('billing', 'src/round.js', read !== undefined && 'content' in read ? read.content.toString('utf8') : '');
  expect(await run()).toMatchObject({ stopped: 'complete' });
});

test('an accepted result is not replaced', async () => {
  await run();
  await expect(resolve(KEYS.design, true)).rejects.toMatchObject({ code: 'usage' });
});

test('an unknown task is an error', async () => {
  await expect(resolve(`design-${'0'.repeat(20)}`)).rejects.toMatchObject({ code: 'not_found' });
});

test('an attempt of which the process still runs is not settled, and nothing runs in its project', async () => {
  const child: ChildProcess = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const { pid = 0 } = child;
  const ended = once(child, 'exit');
  try {
    const attempt = it.journal.begin(KEYS.design, BASE);
    it.journal.change(attempt, { state: 'running', pid, process_start: processStart(pid) ?? null, process_group: pid });
    expect(await run()).toMatchObject({ stopped: 'waiting', steps: 0 });
    await expect(resolve(KEYS.design)).rejects.toMatchObject({ code: 'attempt_ambiguous' });
  } finally {
    process.kill(-pid, 'SIGKILL');
    await ended;
  }
  expect(await run()).toMatchObject({ stopped: 'ambiguous', steps: 0 });
  expect(await resolve(KEYS.design)).toMatchObject({ state: 'ready' });
});

test('an attempt without a recorded process holds its project until a person settles it', async () => {
  await run((key) => (key === KEYS.migrateBilling ? 'nothing' : 'deliver'));
  it.journal.begin(KEYS.migrateBilling, BASE);
  it.restart();
  expect(await run()).toMatchObject({ stopped: 'ambiguous', steps: 0 });
  expect((await it.ticket(KEYS.migrateBilling)).labels).toContain(WAITING_FOR_REVIEW);
  expect(await resolve(KEYS.migrateBilling)).toMatchObject({ state: 'ready' });
});

test('a person accepts a result that keeps a copy with a reason, and only this result', async () => {
  for (const project of ['shop', 'billing']) commitAll(it.rootOf(project));
  const scripted = new ScriptedExecutor();
  const executor: Executor = {
    kind: 'command',
    async run(handover) {
      const run = await scripted.run(handover);
      const { ANALYZER_TASK_KEY: key = '' } = handover.paths;
      if (key === KEYS.migrateBilling) keep(handover.root, key);
      return run;
    },
  };
  const go = () => runTasks(it.journal, it.projects, { executor, timeoutMs: 1_000 }, { maxSteps: 100 });
  const resolve = (options: { replace: boolean; accept?: boolean }) =>
    resolveAttempts(KEYS.migrateBilling, options, it.journal, it.projects);
  expect(await go()).toMatchObject({ stopped: 'needs_person' });
  await expect(resolve({ replace: false })).rejects.toThrow('the copy roundTo stays: public API');
  const reason = 'the result is consistent (a person accepted: copies)';
  expect(await resolve({ replace: false, accept: true })).toMatchObject({ state: 'complete', reason });
  await expect(resolve({ replace: false, accept: true })).rejects.toThrow('no check of migrate-');
  expect(await go()).toMatchObject({ stopped: 'complete' });
  keep(it.rootOf('billing'), KEYS.migrateBilling, 'another reason');
  const { states } = await go();
  expect(states.find(({ task }) => task.task_key === KEYS.migrateBilling)).toMatchObject({ state: 'needs_person' });
});

/** Restores the copy, and lists it as kept. */
function keep(root: string, key: string, reason = 'public API'): void {
  writeFileSync(join(root, 'src/round.js'), COPY);
  const path = join(root, `.analyzer-artifacts/${key}/result.json`);
  const kept = [{ family_id: `f_${'1'.repeat(20)}`, path: 'src/round.js', name: 'roundTo', reason }];
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), changed_files: [], kept }));
}
