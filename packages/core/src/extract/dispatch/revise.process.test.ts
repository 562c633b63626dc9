import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitAll } from '#tree/git/git-fixture.ts';
import type { Executor } from '../executor/port.ts';
import { writeProposalDraft } from '../work/proposal-draft.ts';
import { ExtractionCase, KEYS, ScriptedExecutor, sha256 } from './dispatch-fixture.ts';
import { resolveAttempts } from './resolve-attempts.ts';
import { runTasks } from './run-tasks.ts';
import { survey } from './survey.ts';
import { taskStates } from './task-states.ts';

const REVISED = `${KEYS.design}-r2`;
const ALL = Object.values(KEYS);

/** An extraction of which all tasks are complete. */
async function complete(): Promise<ExtractionCase> {
  const it = await ExtractionCase.create();
  onTestFinished(() => it.close());
  for (const project of ['shop', 'billing']) commitAll(it.rootOf(project));
  await run(it, new ScriptedExecutor());
  expect(await statesOf(it)).toEqual(ALL.map((key) => [key, 'complete']));
  return it;
}

function run(it: ExtractionCase, executor: Executor) {
  return runTasks(it.journal, it.projects, { executor, timeoutMs: 1_000 }, { maxSteps: 10 });
}

async function tasksOf(it: ExtractionCase) {
  return taskStates(await survey(it.journal.state, it.projects), it.projects.filesOf);
}

async function statesOf(it: ExtractionCase): Promise<string[][]> {
  const states = await tasksOf(it);
  return ALL.map((key) => [key, states.find(({ task }) => task.task_key === key)?.state ?? '']);
}

const revise = (it: ExtractionCase, key: string) =>
  resolveAttempts(key, { replace: false, revise: true }, it.journal, it.projects);

test('a design that is revised keeps the results after it if they agree with it', async () => {
  const it = await complete();
  const before = it.journal.state.tickets;
  expect(await revise(it, KEYS.design)).toMatchObject({ state: 'ready', recorded: { task_key: REVISED } });
  expect(await statesOf(it)).toEqual(ALL.map((key) => [key, key === KEYS.design ? 'ready' : 'waiting']));
  const old = join(it.rootOf('shop'), `.analyzer-artifacts/refused/${KEYS.design}/proposal.json`);
  expect(JSON.parse(readFileSync(old, 'utf8'))).toMatchObject({ task_key: KEYS.design });
  const executor = new ScriptedExecutor();
  await run(it, executor);
  expect(executor.ran).toEqual([REVISED]);
  expect(await statesOf(it)).toEqual(ALL.map((key) => [key, 'complete']));
  expect(it.journal.state.tickets.slice(0, before.length)).toEqual(before);
});

test('a design that is revised again keeps them too', async () => {
  const it = await complete();
  for (const key of [KEYS.design, REVISED]) {
    await revise(it, key);
    await run(it, new ScriptedExecutor());
  }
  expect(await statesOf(it)).toEqual(ALL.map((key) => [key, 'complete']));
});

test('a design that is revised refuses the results that differ from it', async () => {
  const it = await complete();
  await revise(it, KEYS.design);
  const honest = new ScriptedExecutor();
  await run(it, {
    kind: 'command',
    async run(handover) {
      const ended = await honest.run(handover);
      const path = `.analyzer-artifacts/${REVISED}/proposal.json`;
      const text = readFileSync(join(handover.root, path), 'utf8').replaceAll('roundTo', 'rounded');
      it.write('shop', path, text);
      const file = join(handover.root, `.analyzer-artifacts/${REVISED}/result.json`);
      const result = JSON.parse(readFileSync(file, 'utf8'));
      const hash = { sha256: sha256(text), bytes: Buffer.byteLength(text) };
      for (const one of result.artifacts) if (one.path === 'proposal.json') Object.assign(one, hash);
      it.write('shop', `.analyzer-artifacts/${REVISED}/result.json`, JSON.stringify(result));
      return ended;
    },
  });
  const found = (await tasksOf(it)).find(({ task }) => task.task_key === KEYS.package);
  expect(found?.state).toBe('refused');
  const { check } = found ?? {};
  expect(check?.state === 'refused' && check.refusals.map(({ reason }) => reason)).toEqual(['other_export']);
});

test('a design without an accepted result, other tasks and tasks in work are not revised', async () => {
  const it = await ExtractionCase.create();
  onTestFinished(() => it.close());
  await expect(revise(it, KEYS.design)).rejects.toMatchObject({
    message: expect.stringContaining('no accepted result'),
  });
  await run(it, new ScriptedExecutor((key) => (key === KEYS.package ? 'timed_out' : 'deliver')));
  await expect(revise(it, KEYS.package)).rejects.toMatchObject({ message: expect.stringContaining('is not a design') });
  await expect(revise(it, KEYS.design)).rejects.toMatchObject({ message: expect.stringContaining('is in work') });
});

/** What `begin` writes for a design that is revised. */
async function draftOfRevised(it: ExtractionCase) {
  const task = it.plan.tasks.find(({ task_key: key }) => key === KEYS.design);
  if (task === undefined) throw new Error('no design');
  await writeProposalDraft(REVISED, task, it.plan, it.projects);
  return JSON.parse(readFileSync(join(it.rootOf('shop'), `.analyzer-artifacts/${REVISED}/proposal.json`), 'utf8'));
}

test('the draft of a design that is revised is the proposal of before', async () => {
  const it = await complete();
  await revise(it, KEYS.design);
  const old = `.analyzer-artifacts/refused/${KEYS.design}/proposal.json`;
  it.write('shop', old, readFileSync(join(it.rootOf('shop'), old), 'utf8').replaceAll('roundTo', 'rounded'));
  expect(await draftOfRevised(it)).toMatchObject({
    task_key: REVISED,
    exports: [{ symbol: 'rounded' }],
    rationale: [],
  });
});

test('a damaged proposal of before is not the draft', async () => {
  const it = await complete();
  await revise(it, KEYS.design);
  it.write('shop', `.analyzer-artifacts/refused/${KEYS.design}/proposal.json`, '{ "exports": [');
  expect(await draftOfRevised(it)).toMatchObject({
    task_key: REVISED,
    exports: [{ symbol: 'roundTo' }],
    rationale: [],
  });
});
