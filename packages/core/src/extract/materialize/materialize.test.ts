import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Extraction, keyOf, planWith, TASKS, taskOf } from '../extraction-fixture.ts';
import { DiskFiles } from '../files/disk-files.ts';
import type { OnChange } from '../files/replace-file.ts';
import { readState, StateFile } from '../state/state-file.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { EmbeddedTracker } from '../tracker/embedded/embedded-tracker.ts';
import { embeddedId } from '../tracker/embedded/ticket-file.ts';
import { WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';
import { ticketPath } from '../tracker/tracker-fixture.ts';
import { materialize, previewActions, type TaskOutcome } from './materialize.ts';

let extraction: Extraction;
beforeEach(() => {
  extraction = new Extraction();
});
afterEach(() => extraction.remove());

const PLAN = planWith(TASKS);

async function run(plan: ExtractionPlanV1 = PLAN, onChange?: OnChange): Promise<TaskOutcome[]> {
  const state = await StateFile.lock(extraction.state, onChange);
  try {
    return await materialize(state, extraction.input(plan, onChange));
  } finally {
    state.release();
  }
}

const trackerOf = (project: string) => new EmbeddedTracker(new DiskFiles(join(extraction.folder, project)), 'tickets');
const fileOf = (project: string, key: string) => {
  const root = join(extraction.folder, project);
  return join(root, ticketPath(root, key));
};
const idOf = (stage: Parameters<typeof keyOf>[0], digit: string) => embeddedId(keyOf(stage, digit));

/** Content, inode and time of each file: any write changes it. */
function snapshotOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(extraction.folder.length), `${statSync(path).ino} ${readFileSync(path, 'utf8')}`]),
  );
}

test('each task gets a ticket in its project with dependencies, label, queue and context', async () => {
  const outcomes = await run();
  expect(outcomes.map(({ key, project, action }) => [key, project, action])).toEqual(
    TASKS.map(({ task_key: key, project }) => [key, project, 'created']),
  );
  const shop = await trackerOf('shop').list();
  const billing = await trackerOf('billing').list();
  expect([shop.length, billing.length]).toEqual([5, 2]);
  const all = new Map([...shop, ...billing].map((ticket) => [ticket.key, ticket]));
  for (const task of TASKS) {
    const ticket = all.get(task.task_key);
    expect(ticket).toMatchObject({ title: task.title, prompt: task.brief, queue: 'analyzer', status: 'open' });
    expect(ticket?.labels.includes(WAITING_FOR_DEPENDENCIES)).toBe(task.after.length > 0);
    for (const path of ticket?.contextFiles ?? []) {
      expect(existsSync(join(extraction.folder, task.project, path)), path).toBe(true);
    }
    expect(ticket?.contextFiles).toHaveLength(2);
  }
  expect(all.get(keyOf('package', 'a'))?.blockedBy).toEqual([idOf('design', 'a')]);
  // The verify ticket is in another project.
  expect(all.get(keyOf('migrate', 'b'))?.blockedBy).toEqual([]);
  const state = readState(extraction.state);
  expect(state.plans).toEqual([PLAN]);
  expect(state.tickets.map(({ task_key: key, ticket_id: id }) => [key, id])).toEqual(
    TASKS.map(({ task_key: key }) => [key, embeddedId(key)]),
  );
  for (const { task_key: key, digest } of state.tickets) {
    const ticket = all.get(key);
    expect(ticket && ticketDigest(ticket)).toBe(digest);
  }
});

test('a second run with the same plan keeps every ticket, also completed ones, and writes no file of a project', async () => {
  await run();
  await trackerOf('shop').setStatus(idOf('design', 'a'), 'done');
  await trackerOf('shop').setLabels(idOf('package', 'a'), { remove: [WAITING_FOR_DEPENDENCIES] });
  const before = snapshotOf(join(extraction.folder, 'shop'));
  const state = readFileSync(extraction.state, 'utf8');
  const outcomes = await run();
  expect(outcomes.map(({ action }) => action)).toEqual(TASKS.map(() => 'kept'));
  expect(snapshotOf(join(extraction.folder, 'shop'))).toEqual(before);
  expect(readFileSync(extraction.state, 'utf8')).toBe(state);
});

test('a preview writes nothing', async () => {
  const { tasks } = await previewActions(undefined, extraction.input(PLAN));
  expect(tasks.map(({ action }) => action)).toEqual(TASKS.map(() => 'create'));
  expect(readdirSync(extraction.folder, { recursive: true }).sort()).toEqual(['billing', 'shop']);
});

test('a new plan keeps equal keys, revises unfinished tasks with new inputs, and holds tasks that it drops', async () => {
  await run();
  const shop = trackerOf('shop');
  await shop.setStatus(idOf('design', 'a'), 'done');
  const old = await shop.get(idOf('design', 'a'));
  const next = planWith(
    [
      taskOf('design', 'a', 'shop', [], '6'),
      taskOf('package', 'a', 'shop', [keyOf('design', 'a')], '6'),
      taskOf('design', 'd', 'shop'),
    ],
    '2',
  );
  await shop.setStatus(idOf('migrate', 'c'), 'canceled');
  const outcomes = await run(next);
  expect(outcomes.map(({ key, action }) => [key, action])).toEqual([
    [keyOf('design', 'a'), 'kept'],
    [keyOf('package', 'a'), 'revised'],
    [keyOf('design', 'd'), 'created'],
    ...[
      [keyOf('migrate', 'b'), 'superseded'],
      [keyOf('validate', 'b'), 'superseded'],
    ].sort(),
    ...[
      [keyOf('verify', 'a'), 'superseded'],
      [keyOf('validate', 'c'), 'superseded'],
    ].sort((a, b) => (embeddedId(String(a[0])) < embeddedId(String(b[0])) ? -1 : 1)),
  ]);
  expect(await shop.get(idOf('design', 'a'))).toEqual(old);
  const revised = await shop.get(idOf('package', 'a'));
  expect(revised).toMatchObject({ prompt: next.tasks[1]?.brief, id: idOf('package', 'a') });
  const context = join(extraction.folder, 'shop', `.tracker/analyzer/context/${keyOf('package', 'a')}/context.json`);
  expect(readFileSync(context, 'utf8')).toContain('6'.repeat(64));
  const state = readState(extraction.state);
  expect(state.plans.map(({ plan_digest: digest }) => digest)).toEqual(['1'.repeat(64), '2'.repeat(64)]);
  expect(state.tickets.find((one) => one.task_key === keyOf('package', 'a'))?.digest).toBe(
    revised && ticketDigest(revised),
  );
  expect(await trackerOf('billing').get(idOf('validate', 'b'))).toMatchObject({
    status: 'open',
    labels: ['analyzer', WAITING_FOR_DEPENDENCIES],
  });
});

test('a superseded ticket without predecessors gets the waiting label', async () => {
  await run();
  await run(planWith([taskOf('design', 'd', 'shop')], '2'));
  expect((await trackerOf('shop').get(idOf('design', 'a')))?.labels).toContain(WAITING_FOR_DEPENDENCIES);
});

test('a prompt that a person edited is neither replaced nor recorded', async () => {
  await run();
  const path = fileOf('shop', keyOf('package', 'a'));
  const recorded = readState(extraction.state).tickets;
  writeFileSync(path, readFileSync(path, 'utf8').replace('\nDo', '\nDo more than'));
  const edited = readFileSync(path, 'utf8');
  await run(
    planWith(
      TASKS.map((task) => ({ ...task, brief: `${task.brief} Again.` })),
      '2',
    ),
  );
  expect(readFileSync(path, 'utf8')).toBe(edited);
  const digestOf = (tickets: typeof recorded) => tickets.find((one) => one.ticket_id === idOf('package', 'a'))?.digest;
  expect(digestOf(readState(extraction.state).tickets)).toBe(digestOf(recorded));
});

test('a ticket that an interrupted run revised is revised again for another plan', async () => {
  const plans = ['2', '3'].map((inputs) =>
    planWith(
      TASKS.map(({ stage, task_key: key, project, after }) => taskOf(stage, key.slice(-1), project, after, inputs)),
      inputs,
    ),
  );
  await run();
  const { tickets } = readState(extraction.state);
  await run(plans[0]);
  const file = await StateFile.lock(extraction.state);
  file.write({ ...readState(extraction.state), tickets });
  file.release();
  const outcomes = await run(plans[1]);
  expect(outcomes.map(({ action }) => action)).toEqual(TASKS.map(() => 'revised'));
});

test('a damaged ticket is named with its project and its file', async () => {
  await run();
  writeFileSync(fileOf('billing', keyOf('migrate', 'b')), 'damaged');
  await expect(run()).rejects.toMatchObject({
    code: 'tracker_unavailable',
    message: expect.stringMatching(/the ticket AN-[0-9a-f]{12} of billing is damaged: .*tickets\/migrate-.*\.md: /),
  });
});

test('a deleted ticket is created again', async () => {
  await run();
  rmSync(fileOf('shop', keyOf('verify', 'a')));
  const outcomes = await run();
  expect(outcomes.filter(({ action }) => action !== 'kept').map(({ key }) => key)).toEqual([keyOf('verify', 'a')]);
  expect(await trackerOf('shop').list()).toHaveLength(5);
});

test('another tracker for the same state is refused', async () => {
  await run();
  const input = extraction.input(PLAN);
  const choice = { ...input.choice, tracker: { kind: 'embedded', folder: 'issues' } as const };
  await expect(previewActions(readState(extraction.state), { ...input, choice })).rejects.toMatchObject({
    code: 'usage',
  });
});

/** The process ends before this change on disk, and changes nothing afterwards. */
class Killed extends Error {}

function killedAt(change: number): OnChange {
  let count = 0;
  return () => {
    if (++count >= change) throw new Killed();
  };
}

const FEW = [
  taskOf('design', 'a', 'shop'),
  taskOf('package', 'a', 'shop', [keyOf('design', 'a')]),
  taskOf('migrate', 'b', 'billing', [keyOf('package', 'a')]),
];
/** Drops a task, changes one and adds one. */
const CHANGED = [taskOf('design', 'a', 'shop'), taskOf('package', 'a', 'shop', [keyOf('design', 'a')], '7')];

test.each([
  ['the first plan', [], FEW, 30],
  ['a changed plan', FEW, [...CHANGED, taskOf('design', 'd', 'billing')], 20],
])(
  '%s: after an end before any change on disk the next run completes the batch with each ticket once',
  async (_, earlier, tasks, least) => {
    const plan = planWith(tasks, '2');
    const start = async () => {
      extraction.remove();
      extraction = new Extraction();
      if (earlier.length > 0) await run(planWith(earlier));
    };
    await start();
    await run(plan);
    const wanted = contentOf(extraction);
    for (let change = 1, isKilled = true; isKilled; change++) {
      await start();
      isKilled = false;
      await run(plan, killedAt(change)).catch((error: unknown) => {
        if (!isKill(error)) throw error;
        isKilled = true;
      });
      await run(plan);
      expect(contentOf(extraction), `change ${change}`).toEqual(wanted);
      if (!isKilled) expect(change).toBeGreaterThan(least);
    }
  },
  60_000,
);

function isKill(error: unknown): boolean {
  return error instanceof Killed || (error instanceof Error && isKill(error.cause));
}

/** The state and all files of both projects, without the path of the folder. */
function contentOf({ folder, state }: Extraction): Record<string, string> {
  const files = ['shop', 'billing'].flatMap((project) =>
    readdirSync(join(folder, project), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Object.fromEntries(
    [state, ...files.sort()].map((path) => [
      path.slice(folder.length),
      readFileSync(path, 'utf8').replaceAll(folder, ''),
    ]),
  );
}
