import { afterEach, beforeEach, expect, test } from 'vitest';
import { WAITING_FOR_DEPENDENCIES, WAITING_FOR_REVIEW } from '../tracker/port.ts';
import { ticketPath } from '../tracker/tracker-fixture.ts';
import { type Behaviour, ExtractionCase, KEYS, ScriptedExecutor } from './dispatch-fixture.ts';
import { type RunOptions, runTasks } from './run-tasks.ts';

let it: ExtractionCase;
beforeEach(async () => {
  it = await ExtractionCase.create();
});
afterEach(() => it.close());

const ORDER = [
  KEYS.design,
  KEYS.package,
  KEYS.verify,
  KEYS.migrateBilling,
  KEYS.validateBilling,
  KEYS.migrateShop,
  KEYS.validateShop,
];

function run(executor = new ScriptedExecutor(), options: Partial<RunOptions> = {}) {
  return runTasks(it.journal, it.projects, { executor, timeoutMs: 1_000 }, { maxSteps: 100, ...options });
}

/** The executor does this with one task and delivers all others. */
function behaving(key: string, behaviour: ReturnType<ConstructorParameters<typeof ScriptedExecutor>[0] & object>) {
  return new ScriptedExecutor((one) => (one === key ? behaviour : 'deliver'));
}

async function stateOf(key: string, executor = new ScriptedExecutor()) {
  const { states } = await run(executor, { maxSteps: 0 });
  const found = states.find(({ task }) => task.task_key === key);
  return `${found?.state}: ${found?.reason}`;
}

test('all tasks run once in the order of the plan, and all tickets are done', async () => {
  const executor = new ScriptedExecutor();
  const report = await run(executor);
  expect(report).toMatchObject({ stopped: 'complete', steps: 7 });
  expect(executor.ran).toEqual(ORDER);
  for (const key of ORDER) expect((await it.ticket(key)).status).toBe('done');
  expect(it.journal.state.attempts.map(({ task_key: key, state, outcome }) => [key, state, outcome])).toEqual(
    ORDER.map((key) => [key, 'ended', 'completed']),
  );
});

test('a complete extraction runs nothing again', async () => {
  await run();
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'complete', steps: 0 });
  expect(executor.ran).toEqual([]);
});

test('the result is attached to the ticket', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 1 });
  const { artifacts } = await it.ticket(KEYS.design);
  expect(artifacts).toContain(`.analyzer-artifacts/${KEYS.design}/result.json`);
  expect(artifacts).toContain(`.analyzer-artifacts/${KEYS.design}/proposal.json`);
});

test('a run stops at the maximum number of steps and continues later', async () => {
  expect(await run(new ScriptedExecutor(), { maxSteps: 2 })).toMatchObject({ stopped: 'max_steps', steps: 2 });
  const executor = new ScriptedExecutor();
  await run(executor);
  expect(executor.ran).toEqual(ORDER.slice(2));
});

test('one round runs the tasks that are ready at its start', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 3 });
  const executor = new ScriptedExecutor();
  expect(await run(executor, { isOneRound: true })).toMatchObject({ stopped: 'max_steps', steps: 2 });
  expect(executor.ran).toEqual([KEYS.migrateBilling, KEYS.migrateShop]);
});

test('the label for dependencies is removed only when the results of the tasks before are consistent', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 2 });
  expect((await it.ticket(KEYS.package)).labels).not.toContain(WAITING_FOR_DEPENDENCIES);
  expect((await it.ticket(KEYS.verify)).labels).toContain(WAITING_FOR_DEPENDENCIES);
});

test.each([
  ['nothing', 'needs_person', 'review', 'needs_person: the ticket is review: the attempt ended without a result'],
  ['needs_review', 'needs_person', 'review', 'needs_person: .*a person must review the task'],
  ['failed', 'failed', 'failed', 'failed: the ticket is failed: .*the task failed'],
  ['tampered', 'failed', 'review', 'refused: .*report.txt: it has 7 bytes'],
] satisfies [Behaviour, string, string, string][])(
  'a package task with the behaviour %s stops the run: %s',
  async (behaviour, stopped, status, state) => {
    const executor = behaving(KEYS.package, behaviour);
    expect(await run(executor)).toMatchObject({ stopped, steps: 2 });
    expect(executor.ran).toEqual([KEYS.design, KEYS.package]);
    expect((await it.ticket(KEYS.package)).status).toBe(status);
    expect(await stateOf(KEYS.package)).toMatch(new RegExp(`^${state}`));
    expect(await stateOf(KEYS.verify)).toBe(`waiting: waits for ${KEYS.package}`);
    const again = new ScriptedExecutor();
    expect(await run(again)).toMatchObject({ stopped, steps: 0 });
    expect(again.ran).toEqual([]);
  },
);

test('a design that keeps all copies completes the extraction', async () => {
  const executor = behaving(KEYS.design, 'keep_local');
  const report = await run(executor);
  expect(report).toMatchObject({ stopped: 'complete', steps: 1 });
  expect(report.states.map(({ state }) => state)).toEqual(['complete', ...ORDER.slice(1).map(() => 'not_needed')]);
});

test.each(['timed_out', 'interrupted'] as const)('a %s attempt is ambiguous and not repeated', async (outcome) => {
  const executor = behaving(KEYS.migrateBilling, outcome);
  // Tasks that do not depend on it run.
  expect(await run(executor)).toMatchObject({ stopped: 'ambiguous', steps: 6 });
  expect(executor.ran).toEqual(ORDER.filter((key) => key !== KEYS.validateBilling));
  expect(it.journal.state.attempts.find(({ task_key: key }) => key === KEYS.migrateBilling)).toMatchObject({
    state: 'ambiguous',
    outcome,
  });
  expect((await it.ticket(KEYS.migrateBilling)).labels).toContain(WAITING_FOR_REVIEW);
  const again = new ScriptedExecutor();
  expect(await run(again)).toMatchObject({ stopped: 'ambiguous', steps: 0 });
});

test('an executor that does not start is an error, and the ticket can run later', async () => {
  await expect(run(behaving(KEYS.design, 'failed_to_start'))).rejects.toMatchObject({ code: 'usage' });
  expect((await it.ticket(KEYS.design)).status).toBe('open');
  expect(await run()).toMatchObject({ stopped: 'complete', steps: 7 });
  expect(it.journal.state.attempts.filter(({ task_key: key }) => key === KEYS.design)).toHaveLength(2);
});

test('an aborted signal runs nothing', async () => {
  const executor = new ScriptedExecutor();
  const runner = { executor, timeoutMs: 1_000, signal: AbortSignal.abort() };
  const report = await runTasks(it.journal, it.projects, runner, { maxSteps: 9 });
  expect(report).toMatchObject({ stopped: 'interrupted', steps: 0 });
  expect(executor.ran).toEqual([]);
});

test('a ticket that is done without a result is refused', async () => {
  const { id, project } = await it.ticket(KEYS.design);
  await it.tracker(project).setStatus(id, 'done');
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'failed', steps: 0 });
  expect(await stateOf(KEYS.design)).toBe('refused: the ticket is done without a result');
});

test.each(['canceled', 'failed'] as const)('a %s ticket blocks the tasks after it', async (status) => {
  await run(new ScriptedExecutor(), { maxSteps: 2 });
  const { id, project } = await it.ticket(KEYS.verify);
  await it.tracker(project).setStatus(id, status);
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'failed', steps: 0 });
});

test('an artifact that changes after it was verified blocks the tasks after it', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 2 });
  it.write('shop', `.analyzer-artifacts/${KEYS.design}/report.txt`, 'changed');
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'failed', steps: 0 });
  expect(await stateOf(KEYS.design)).toMatch(/^refused: .*report.txt/);
  expect(await stateOf(KEYS.verify)).toMatch(/^waiting/);
});

test('a result that changes after it was used is refused in the tasks after it', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 2 });
  const path = `.analyzer-artifacts/${KEYS.design}/result.json`;
  const files = it.projects.filesOf('shop');
  const read = await files?.read(path, 1_000_000);
  if (read === undefined || 'problem' in read) throw new Error('no result');
  it.write('shop', path, `${read.content} `);
  expect(await stateOf(KEYS.design)).toBe('complete: the result is consistent (changed files not checked)');
  expect(await stateOf(KEYS.package)).toMatch(/handoff_digest/);
});

test.each([
  ['prompt', 'Task design'],
  ['queue', 'queue: "analyzer'],
])('a ticket with a changed %s is not handed over', async (_, text) => {
  const path = ticketPath(it.rootOf('shop'), KEYS.design);
  const files = it.projects.filesOf('shop');
  const read = await files?.read(path, 1_000_000);
  if (read === undefined || 'problem' in read) throw new Error('no ticket');
  const content = read.content.toString('utf8');
  expect(content).toContain(text);
  it.write('shop', path, content.replaceAll(text, `${text}x`));
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'needs_person', steps: 0 });
  expect(await stateOf(KEYS.design)).toMatch(/^needs_person: executor, script, queue or prompt/);
});

test.each(['waiting:release', 'needs-human:legal', 'actor:human'])('the label %s holds a ticket', async (label) => {
  const { id, project } = await it.ticket(KEYS.design);
  await it.tracker(project).setLabels(id, { add: [label] });
  expect(await run()).toMatchObject({ stopped: 'needs_person', steps: 0 });
});

test('a ticket that a person blocks by another ticket waits', async () => {
  const { id, project } = await it.ticket(KEYS.design);
  await it.tracker(project).setBlockedBy(id, ['AN-ffffffffffff']);
  expect(await run()).toMatchObject({ stopped: 'waiting', steps: 0 });
});

test('a changed source makes the tasks that cite it stale', async () => {
  it.write('billing', 'src/round.js', 'edited');
  expect(await run()).toMatchObject({ stopped: 'needs_person', steps: 0 });
  expect(await stateOf(KEYS.design)).toBe('stale: src/round.js of billing changed since the plan');
});

test('a source that a verified migration changed is not stale for later tasks', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 5 });
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'complete' });
  expect(executor.ran).toEqual([KEYS.migrateShop, KEYS.validateShop]);
});

test('a source that changes after another project was migrated stops only its own project', async () => {
  await run(new ScriptedExecutor(), { maxSteps: 3 });
  it.write('billing', 'src/round.js', 'edited');
  const executor = new ScriptedExecutor();
  expect(await run(executor)).toMatchObject({ stopped: 'needs_person' });
  expect(executor.ran).toEqual([KEYS.migrateShop, KEYS.validateShop]);
});
