import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate as isStatus } from '@analyzer/contracts/analyzer.extraction-status.v1/validate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Behaviour, ExtractionCase, KEYS, ScriptedExecutor } from '../dispatch/dispatch-fixture.ts';
import { runTasks } from '../dispatch/run-tasks.ts';
import { survey } from '../dispatch/survey.ts';
import { type TaskStatus, taskStates } from '../dispatch/task-states.ts';
import { WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';
import { ticketPath } from '../tracker/tracker-fixture.ts';
import { explain } from './explain.ts';
import { reconcile } from './reconcile.ts';
import { statusDocument } from './status-document.ts';

let it: ExtractionCase;
beforeEach(async () => {
  it = await ExtractionCase.create();
});
afterEach(() => it.close());

async function states(): Promise<TaskStatus[]> {
  return taskStates(await survey(it.journal.state, it.projects), it.projects.filesOf);
}

function run(maxSteps: number, behave: (key: string) => Behaviour = () => 'deliver') {
  const runner = { executor: new ScriptedExecutor(behave), timeoutMs: 1_000 };
  return runTasks(it.journal, it.projects, runner, { maxSteps });
}

const reconciled = async () => reconcile(it.journal.state, await states(), it.projects);
const isHeld = async (key: string) => (await it.ticket(key)).labels.includes(WAITING_FOR_DEPENDENCIES);

describe('reconcile', () => {
  test('releases only tickets of which all tasks before are verified, with their files', async () => {
    expect(await reconciled()).toEqual([]);
    await run(3);
    // An interrupted dispatcher can leave the label, and a person can set it.
    const { id } = await it.ticket(KEYS.migrateBilling);
    expect(await isHeld(KEYS.migrateBilling)).toBe(true);
    const changes = await reconciled();
    expect(changes.map(({ key, change }) => [key, change])).toEqual([
      [KEYS.migrateBilling, 'released'],
      [KEYS.migrateShop, 'released'],
    ]);
    expect(changes[0]?.ticketId).toBe(id);
    const manifest = `.tracker/analyzer/incoming/${KEYS.migrateBilling}/handoff.json`;
    expect(JSON.parse(readFileSync(join(it.rootOf('billing'), manifest), 'utf8')).predecessors).toHaveLength(3);
    expect(await isHeld(KEYS.validateBilling)).toBe(true);
    expect(await reconciled()).toEqual([]);
  });

  test('holds a ticket again when a result before it changes', async () => {
    await run(1);
    expect((await reconciled()).map(({ key }) => key)).toEqual([KEYS.package]);
    it.write('shop', `.analyzer-artifacts/${KEYS.design}/report.txt`, 'changed');
    expect(await reconciled()).toMatchObject([{ key: KEYS.package, change: 'held' }]);
    expect(await isHeld(KEYS.package)).toBe(true);
  });

  test('does not release a ticket that cites a changed file', async () => {
    await run(3);
    it.write('billing', 'src/round.js', 'changed\n');
    expect((await reconciled()).map(({ key }) => key)).toEqual([KEYS.migrateShop]);
  });

  test('holds unfinished tickets of tasks that the current plan does not have', async () => {
    const { plans, ...state } = it.journal.state;
    const tasks = it.plan.tasks.filter(({ task_key: key }) => key !== KEYS.design);
    const plan = { ...it.plan, plan_digest: '3'.repeat(64), tasks: tasks.map((task) => ({ ...task, after: [] })) };
    it.journal.replace({ ...state, plans: [...plans, plan] });
    expect(await reconciled()).toContainEqual(expect.objectContaining({ key: KEYS.design, change: 'held' }));
    expect(statusDocument(it.journal.state, await states()).superseded).toMatchObject([{ ticket_key: KEYS.design }]);
  });

  test('done and canceled tickets do not change', async () => {
    await run(1);
    const { id } = await it.ticket(KEYS.package);
    await it.tracker('shop').setStatus(id, 'canceled');
    expect(await reconciled()).toEqual([]);
  });
});

test('the status document is valid and has the state, the ticket and the reason of each task', async () => {
  await run(2, (key) => (key.startsWith('package') ? 'tampered' : 'deliver'));
  const document = statusDocument(it.journal.state, await states());
  expect(isStatus(document), JSON.stringify(isStatus.errors)).toBe(true);
  expect(document.tasks.map(({ task_key: key, state, ticket }) => [key, state, ticket?.status])).toEqual([
    [KEYS.design, 'complete', 'done'],
    [KEYS.package, 'refused', 'review'],
    [KEYS.verify, 'waiting', 'open'],
    ...[KEYS.migrateBilling, KEYS.validateBilling, KEYS.migrateShop, KEYS.validateShop].map((key) => [
      key,
      'waiting',
      'open',
    ]),
  ]);
});

describe('explain', () => {
  async function explained(key: string) {
    const all = await states();
    const one = all.find(({ task }) => task.task_key === key);
    if (one === undefined) throw new RangeError(key);
    const { facts, ...rest } = explain(one, all, it.journal.state);
    return { ...rest, facts: Object.fromEntries(facts.map(({ label, value }) => [label, value])) };
  }

  test('a waiting task names what it waits for, and the task to look at first', async () => {
    await run(2, (key) => (key.startsWith('package') ? 'tampered' : 'deliver'));
    const { facts, next } = await explained(KEYS.validateBilling);
    expect(facts.state).toContain(`waiting: waits for ${KEYS.migrateBilling}`);
    expect(facts.after).toContain(`${KEYS.migrateBilling}: waiting`);
    expect(next).toBe(`analyzer tickets explain ${KEYS.package}`);
  });

  test('a refused task names the file, the digests, the attempt with its output, and the command', async () => {
    await run(2, (key) => (key.startsWith('package') ? 'tampered' : 'deliver'));
    const { facts, refusals, next } = await explained(KEYS.package);
    expect(refusals).toEqual([expect.stringContaining(`.analyzer-artifacts/${KEYS.package}/report.txt: `)]);
    expect(facts).toMatchObject({
      'input digest': expect.stringMatching(/^[0-9a-f]{64}$/),
      'handoff digest': expect.stringMatching(/^[0-9a-f]{64}$/),
      'attempt 1': expect.stringMatching(/^ended, completed with exit code 0, output in \.tracker\/analyzer\/logs\//),
      after: `${KEYS.design}: consistent`,
    });
    expect(next).toContain(`analyzer tickets attempts resolve ${KEYS.package} --replace`);
  });

  test('an edited prompt shows both digests', async () => {
    const path = join(it.rootOf('shop'), ticketPath(it.rootOf('shop'), KEYS.design));
    writeFileSync(path, readFileSync(path, 'utf8').replace('\nTask', '\nOther task'));
    const { facts, next } = await explained(KEYS.design);
    expect(facts['ticket digest']).toMatch(/^[0-9a-f]{64}, recorded [0-9a-f]{64}: a person edited what runs$/);
    expect(next).toBe('edit the ticket');
  });

  test('a ready and a complete task', async () => {
    expect((await explained(KEYS.design)).next).toBe('analyzer tickets dispatch --execute');
    await run(1);
    expect((await explained(KEYS.design)).next).toBeUndefined();
  });
});

test('a damaged ticket is named with its project, and the other tasks keep their states', async () => {
  await run(1);
  const { id } = await it.ticket(KEYS.migrateBilling);
  it.write('billing', ticketPath(it.rootOf('billing'), KEYS.migrateBilling), '---\nstatus: [\n---\n');
  const all = await states();
  const of = (key: string) => all.find(({ task }) => task.task_key === key);
  expect(of(KEYS.migrateBilling)?.state).toBe('needs_person');
  expect(of(KEYS.migrateBilling)?.reason).toMatch(`the ticket ${id} of billing is damaged: `);
  expect(of(KEYS.package)?.state).toBe('ready');
  expect(of(KEYS.validateBilling)?.state).toBe('waiting');
});
