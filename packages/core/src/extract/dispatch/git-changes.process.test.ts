import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate as isState } from '@analyzer/contracts/analyzer.extraction-state.v1/validate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitAll, git } from '#tree/git/git-fixture.ts';
import type { Executor } from '../executor/port.ts';
import { type Behaviour, ExtractionCase, KEYS, ScriptedExecutor } from './dispatch-fixture.ts';
import { resolveAttempts } from './resolve-attempts.ts';
import { currentStates, runTasks } from './run-tasks.ts';

let it: ExtractionCase;
beforeEach(async () => {
  it = await ExtractionCase.create();
  for (const project of ['shop', 'billing']) commitAll(it.rootOf(project));
});
afterEach(() => it.close());

type Work = (root: string, key: string) => void;

/** Does the work of every task, and then something more. */
function executorWith(more: Work, behave: (key: string) => Behaviour = () => 'deliver'): Executor {
  const scripted = new ScriptedExecutor(behave);
  return {
    kind: 'command',
    async run(handover) {
      const run = await scripted.run(handover);
      more(handover.root, handover.paths.ANALYZER_TASK_KEY ?? '');
      return run;
    },
  };
}

function run(more: Work = () => undefined, maxSteps = 100) {
  return runTasks(it.journal, it.projects, { executor: executorWith(more), timeoutMs: 1_000 }, { maxSteps });
}

async function stateOf(key: string): Promise<string> {
  const found = (await currentStates(it.journal, it.projects)).find(({ task }) => task.task_key === key);
  return `${found?.state}: ${found?.reason}`;
}

const CONSISTENT = 'complete: the result is consistent';
const VERIFIED = 'complete: the result is verified';

const onlyIn =
  (key: string, work: (root: string) => void): Work =>
  (root, its) => {
    if (its === key) work(root);
  };

test('honest results of all tasks in one project, one after the other, pass every check', async () => {
  expect(await run()).toMatchObject({ stopped: 'complete', steps: 7 });
  for (const { task, check } of await currentStates(it.journal, it.projects)) {
    const outcomes = 'checks' in check ? check.checks.map(({ outcome }) => outcome) : [];
    expect({ key: task.task_key, outcomes }).toEqual({ key: task.task_key, outcomes: outcomes.map(() => 'passed') });
    expect(outcomes.length).toBeGreaterThan(0);
  }
  expect(isState(it.journal.state), JSON.stringify(isState.errors)).toBe(true);
});

test('an executor that commits its work, or a part of it, is consistent', async () => {
  const commit: Work = (root, key) => {
    if (key === KEYS.package) git(root, 'add', 'packages/money/round.js');
    else git(root, 'add', '-A');
    git(root, 'commit', '-q', '--allow-empty', '-m', key);
  };
  expect(await run(commit)).toMatchObject({ stopped: 'complete', steps: 7 });
  expect(await stateOf(KEYS.package)).toBe(VERIFIED);
});

test('files that differed from the commit before the task are not its changes', async () => {
  it.write('shop', 'notes.txt', 'of a person');
  it.write('billing', 'src/other.js', 'of a person');
  expect(await run()).toMatchObject({ stopped: 'complete' });
});

test('a later edit of another file keeps a consistent result', async () => {
  await run(undefined, 2);
  it.write('shop', 'README.md', 'of a person');
  expect(await stateOf(KEYS.package)).toBe(VERIFIED);
});

test.each([
  ['adds a file', (root: string) => writeFileSync(join(root, 'x.js'), ''), 'x.js: Git shows it as added'],
  [
    'changes a file',
    (root: string) => writeFileSync(join(root, 'src/round.js'), ''),
    'src/round.js: Git shows it as mod',
  ],
  ['deletes a file', (root: string) => rmSync(join(root, 'src/round.js')), 'src/round.js: Git shows it as deleted'],
  ['removes the repository', (root: string) => rmSync(join(root, '.git'), { recursive: true }), 'Git cannot list'],
])('a task that %s without a word is refused', async (_, work, reason) => {
  expect(await run(onlyIn(KEYS.verify, work))).toMatchObject({ stopped: 'failed' });
  expect(await stateOf(KEYS.verify)).toMatch(/^refused: /);
  expect(await stateOf(KEYS.verify)).toContain(reason);
});

test('a listed file that Git ignores or that did not change is refused', async () => {
  const list = onlyIn(KEYS.migrateBilling, (root) => {
    const path = join(root, `.analyzer-artifacts/${KEYS.migrateBilling}/result.json`);
    const result = JSON.parse(readFileSync(path, 'utf8'));
    git(root, 'add', 'src/round.js');
    git(root, 'checkout', '-q', 'HEAD', '--', 'src/round.js');
    result.changed_files[0].after = result.changed_files[0].before;
    writeFileSync(path, JSON.stringify(result));
  });
  await run(list);
  expect(await stateOf(KEYS.migrateBilling)).toMatch(
    /^refused: src\/round\.js: the result lists it as modified, but Git shows no change since the commit [0-9a-f]{12}$/,
  );
});

test('a corrected work tree is accepted when a person settles the attempt, also after other tasks ran', async () => {
  await run(onlyIn(KEYS.migrateShop, (root) => writeFileSync(join(root, 'x.js'), '')));
  expect(await stateOf(KEYS.migrateShop)).toMatch(/^refused: x\.js/);
  rmSync(join(it.rootOf('shop'), 'x.js'));
  expect(await stateOf(KEYS.migrateShop)).toMatch(/^refused: x\.js/);
  const resolved = await resolveAttempts(KEYS.migrateShop, { replace: false }, it.journal, it.projects);
  expect(resolved).toMatchObject({ state: 'complete', reason: 'the result is verified' });
});

test('the work of two attempts is compared with the state before the first one', async () => {
  let attempts = 0;
  const executor = executorWith((root, key) => {
    if (key === KEYS.package && attempts++ === 0) {
      rmSync(join(root, '.analyzer-artifacts', key), { recursive: true });
    }
  });
  const runner = { executor, timeoutMs: 1_000 };
  expect(await runTasks(it.journal, it.projects, runner, { maxSteps: 100 })).toMatchObject({ stopped: 'needs_person' });
  await resolveAttempts(KEYS.package, { replace: false }, it.journal, it.projects);
  expect(await runTasks(it.journal, it.projects, runner, { maxSteps: 100 })).toMatchObject({ stopped: 'complete' });
  expect(it.journal.state.attempts.filter(({ task_key: key }) => key === KEYS.package)).toHaveLength(2);
});

test('attempts of an older state file are not checked, and their results stay complete', async () => {
  await run();
  const older = it.journal.state.attempts.map(({ base: _, changes: __, ...attempt }) => attempt);
  it.journal.replace({ ...it.journal.state, attempts: older });
  expect(isState(it.journal.state)).toBe(true);
  expect(await stateOf(KEYS.package)).toBe(`${CONSISTENT} (code, changed files, project not checked)`);
  expect(await stateOf(KEYS.migrateShop)).toBe(`${CONSISTENT} (changed files, copies, importers, project not checked)`);
});

test('attempts of a state file of 0.5.0, which has fewer facts of copies, stay complete and become consistent', async () => {
  await run();
  const older = it.journal.state.attempts.map(({ findings: _, base, ...attempt }) => {
    if (base === undefined) return attempt;
    const copies = base.copies.map(({ family_id, path, qualified_name, fingerprints }) => {
      return { family_id, path, qualified_name, fingerprints };
    });
    return { ...attempt, base: { ...base, copies: attempt.task_key.startsWith('migrate') ? copies : [] } };
  });
  it.journal.replace({ ...it.journal.state, attempts: older });
  expect(isState(it.journal.state)).toBe(true);
  expect(await stateOf(KEYS.package)).toBe(`${CONSISTENT} (code, project not checked)`);
  expect(await stateOf(KEYS.migrateShop)).toBe(`${CONSISTENT} (project not checked)`);
  expect(await stateOf(KEYS.validateShop)).toMatch(/^complete: /);
});

test.each([
  ['stays', 'src/round.js', (text: string) => `// migrated\n${text}`, 'the copy roundTo of the family'],
  [
    'is renamed',
    'src/round.js',
    (text: string) => text.replace('roundTo', 'roundIt'),
    'the copy roundTo of the family',
  ],
  ['moves to a new file', 'src/moved.js', (text: string) => text, 'the copy roundTo of src/round.js moved'],
])('a migration after which a copy %s is refused', async (_, path, edit, reason) => {
  const copy = readFileSync(join(it.rootOf('billing'), 'src/round.js'), 'utf8');
  const undo = onlyIn(KEYS.migrateBilling, (root) => it.rewrite(root, KEYS.migrateBilling, path, edit(copy)));
  expect(await run(undo)).toMatchObject({ stopped: 'failed' });
  expect(await stateOf(KEYS.migrateBilling)).toContain(`refused: ${path}: ${reason}`);
  expect(await stateOf(KEYS.migrateShop)).toBe(VERIFIED);
});
