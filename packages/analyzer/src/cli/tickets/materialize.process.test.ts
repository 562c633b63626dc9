import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate as isStatus } from '@analyzer/contracts/analyzer.extraction-status.v1/validate';
import { evidenceIds } from '@analyzer/core/extract/materialize/context-pack.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, type Ended, launcher, runChild } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const indexed = mkdtempSync(join(tmpdir(), 'analyzer-materialize-'));
const folders = [indexed];
const runIn = (cwd: string, ...args: string[]): Promise<Ended> => analyzer(['tickets', ...args], { cwd });

/** A copy of the indexed projects with their plan. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-materialize-'));
  folders.push(folder);
  cpSync(indexed, folder, { recursive: true });
  return folder;
}

const PLANFILE = ['plan.json', '--tracker', 'planfile'];

/** The index names the projects of the folder that it was created in. */
const HERE = ['admin', 'billing', 'reports', 'shop'].flatMap((name) => ['--checkout', `${name}=projects/${name}`]);

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(indexed, 'projects'), { recursive: true });
  // It takes no options of Python.
  symlinkSync(process.execPath, join(indexed, 'python3'));
  writeFileSync(join(indexed, 'planfile'), `#!${join(indexed, 'python3')}\n`, { mode: 0o755 });
  const index = ['workspace', 'index', 'projects', '--discover', '--engine', 'portable'];
  expect(await analyzer(index, { cwd: indexed })).toMatchObject({ code: 0 });
  expect(
    await runIn(indexed, 'config', '--coordinator', 'shop', '--planning', 'families', '-o', 'c.json'),
  ).toMatchObject({ code: 0 });
  expect(await runIn(indexed, 'plan', '--config', 'c.json', '-o', 'plan.json')).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test.each(['materialize', 'status', 'explain'])('help.tickets-%s.txt', async (name) => {
  const { stdout } = await runIn(indexed, name, '--help');
  await expect(stdout).toMatchFileSnapshot(join(repository, `fixtures/cli/help.tickets-${name}.txt`));
});

describe('tickets materialize', { timeout: 120_000 }, () => {
  test('creates a ticket with a readable context for each task, once', async () => {
    const cwd = copied();
    const plan = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    const dry = await runIn(cwd, 'materialize', 'plan.json', ...HERE, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain(`${plan.tasks.length} would create\n`);
    expect(readdirSync(join(cwd, 'projects/shop'))).not.toContain('tickets');
    const first = await runIn(cwd, 'materialize', 'plan.json', ...HERE);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`\n${plan.tasks.length} created\n`);
    const { tickets } = readState(join(cwd, 'extraction-state.json'));
    expect(tickets.map(({ task_key: key }) => key)).toEqual(
      plan.tasks.map((task: { task_key: string }) => task.task_key),
    );
    for (const { project, task_key: key, context } of plan.tasks) {
      const text = readFileSync(join(cwd, 'projects', project, '.tracker/analyzer/context', context[0]), 'utf8');
      expect(evidenceIds(text)?.size, key).toBeGreaterThanOrEqual(2);
      expect(JSON.parse(text)).toMatchObject({ task_key: key, evidence: { schema: 'analyzer.context-evidence.v1' } });
    }
    // Executed tasks change files of the projects.
    appendFileSync(join(cwd, 'projects/shop/package.json'), '\n');
    const second = await runIn(cwd, 'materialize', 'plan.json', ...HERE);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toContain(`\n${plan.tasks.length} kept\n`);
    expect(readState(join(cwd, 'extraction-state.json')).tickets).toEqual(tickets);
  });

  test('the tickets, the context and the state are not part of a new index', async () => {
    const cwd = copied();
    const index = ['workspace', 'index', 'projects', '--discover', '--engine', 'portable', '--db', 'a.db', '--all'];
    const summary = ['workspace', 'query', '--operation', 'summary', '--params', '{}', '--db', 'a.db'];
    const snapshot = async () => {
      expect(await analyzer(index, { cwd })).toMatchObject({ code: 0 });
      return JSON.parse((await analyzer(summary, { cwd })).stdout).snapshot_id;
    };
    const before = await snapshot();
    const state = ['--state', 'projects/shop/extraction-state.json'];
    expect(await runIn(cwd, 'materialize', 'plan.json', ...HERE, ...state)).toMatchObject({ code: 0 });
    expect(await snapshot()).toBe(before);
  });

  test('a changed source file is refused until it is planned anew', async () => {
    const cwd = copied();
    const { families } = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    const [{ project, path }] = families[0].occurrences;
    appendFileSync(join(cwd, 'projects', project, path), '\n');
    const ended = await runIn(cwd, 'materialize', 'plan.json', ...HERE);
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toContain(
      `files changed since they were indexed: ${project}: ${path}\n  Index and plan again`,
    );
    expect(readdirSync(cwd)).not.toContain('extraction-state.json');
  });

  test('changed files that no task uses are refused, and accepted with --accept-unrelated', async () => {
    const cwd = copied();
    appendFileSync(join(cwd, 'projects/shop/package.json'), '\n');
    const refused = await runIn(cwd, 'materialize', 'plan.json', ...HERE);
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain('shop: package.json\n');
    expect(refused.stderr).toContain('--accept-unrelated accepts changed files that no task uses.');
    const { families } = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    const [{ project, path }] = families[0].occurrences;
    const copy = readFileSync(join(cwd, 'projects', project, path));
    appendFileSync(join(cwd, 'projects', project, path), '\n');
    const cited = await runIn(cwd, 'materialize', 'plan.json', ...HERE, '--accept-unrelated');
    expect(cited.stderr).toContain(`files changed since they were indexed: ${project}: ${path}\n`);
    writeFileSync(join(cwd, 'projects', project, path), copy);
    const accepted = await runIn(cwd, 'materialize', 'plan.json', ...HERE, '--accept-unrelated');
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
  });

  test('an edited plan and a plan of an earlier index are refused', async () => {
    const cwd = copied();
    const plan = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    const edited = { ...plan, tasks: plan.tasks.slice(1) };
    writeFileSync(join(cwd, 'edited.json'), JSON.stringify(edited));
    writeFileSync(join(cwd, 'other.json'), JSON.stringify({ ...plan, snapshot_id: '0'.repeat(64) }));
    expect(await runIn(cwd, 'materialize', 'edited.json', ...HERE)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('edited.json is not the plan of this index: its property tasks was edited'),
    });
    expect(await runIn(cwd, 'materialize', 'other.json', ...HERE)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('other.json is not the plan of this index: the index changed'),
    });
  });

  test('a file that cannot be written is an error with the reason, and no part of it remains', async () => {
    const cwd = copied();
    const command = 'ulimit -f 1; exec "$0" "$@"';
    const args = [launcher, 'tickets', 'materialize', 'plan.json', ...HERE];
    const { code, stdout, stderr } = await runChild('bash', ['-c', command, process.execPath, ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toMatch(/^analyzer: cannot write [\w./-]+: the file would be too large for the system\n$/);
    expect(readdirSync(cwd, { recursive: true }).filter((name) => String(name).endsWith('.partial'))).toEqual([]);
    expect(await runIn(cwd, 'materialize', 'plan.json', ...HERE)).toMatchObject({ code: 0 });
  });

  test('a locked state is refused', async () => {
    const cwd = copied();
    const state = await StateFile.lock(join(cwd, 'extraction-state.json'));
    expect(await runIn(cwd, 'materialize', 'plan.json', ...HERE)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('another process uses extraction-state.json'),
    });
    state.release();
  });

  test.each([
    ['without a plan', [], 2, "missing required argument 'plan'"],
    ['with a missing plan', ['no.json'], 3, 'no such file: no.json'],
    ['with another document', ['c.json'], 2, 'analyzer.extraction-config.v1'],
    ['with a checkout without a path', ['plan.json', '--checkout', 'shop'], 2, '--checkout shop has no project'],
    ['with an unknown project', ['plan.json', '--checkout', 'x=.'], 2, 'the plan has no task in the project x'],
    [
      'with a missing folder',
      ['plan.json', '--checkout', 'shop=no'],
      2,
      'the folder of the project shop does not exist',
    ],
    [
      'with one folder for two projects',
      ['plan.json', '--checkout', 'shop=projects', '--checkout', 'admin=projects/admin'],
      2,
      'the folder of admin is in that of shop',
    ],
    ['with a hidden ticket folder', ['plan.json', '--ticket-folder', '.git'], 2, 'is not the name of a visible folder'],
    ['with a used ticket folder', ['plan.json', '--ticket-folder', 'src'], 4, 'is not a folder of tickets'],
    ['with a used ticket folder, as a preview', ['plan.json', '--ticket-folder', 'src', '--dry-run'], 4, 'other files'],
    ['with a state that is not named .json', ['plan.json', '--state', 'state.txt'], 2, 'state.txt'],
    ['with koru without planfile', ['plan.json', '--executor', 'koru'], 2, 'koru runs tickets of planfile only'],
    ['with a ticket folder for planfile', [...PLANFILE, '--ticket-folder', 'x'], 2, 'planfile chooses the folder'],
    ['with a ticket program without koru', ['plan.json', '--ticket-program', './x'], 2, '--ticket-program is for koru'],
    ['with a missing ticket program', [...PLANFILE, '--executor', 'koru', '--ticket-program', './x'], 2, 'program ./x'],
    ['without planfile', [...PLANFILE, '--planfile', './none'], 4, 'there is no program ./none'],
    ['with planfile of another language', [...PLANFILE, '--planfile', process.execPath], 4, 'names no Python'],
    ['with a Python that fails', [...PLANFILE, '--planfile', './planfile'], 4, 'planfile ended: '],
    ['without an index', ['plan.json', '--db', 'no.db'], 3, 'no.db'],
  ])('%s is an error', async (_, args, code, message) => {
    const ended = await runIn(indexed, 'materialize', ...args);
    expect(ended.stderr).toContain(message);
    expect(ended).toMatchObject({ code, stdout: '' });
    // A refused batch does not choose the tracker of the next one.
    expect(readdirSync(indexed)).not.toContain('extraction-state.json');
  });
});

describe('tickets status and explain', { timeout: 120_000 }, () => {
  test('show the state of each task, which no exit code and no ticket status alone completes', async () => {
    const cwd = copied();
    expect(await runIn(cwd, 'materialize', 'plan.json', ...HERE)).toMatchObject({ code: 0 });
    const { code, stdout } = await runIn(cwd, 'status', '--format', 'json');
    const status = JSON.parse(stdout);
    expect({ code, isStatus: isStatus(status) }).toEqual({ code: 0, isStatus: true });
    for (const { after, state } of status.tasks) expect(state).toBe(after.length === 0 ? 'ready' : 'waiting');
    const [{ task_key: key, ticket }] = status.tasks;
    const folder = join(cwd, 'projects/shop/tickets');
    const path = join(folder, readdirSync(folder).find((name) => name.startsWith(`${key}--`)) ?? '');
    writeFileSync(path, readFileSync(path, 'utf8').replace('status: "open"', 'status: done'));
    const done = await runIn(cwd, 'status', '--reconcile', '-o', 'status.txt');
    expect(done).toEqual({ code: 1, stdout: '', stderr: '' });
    const tree = readFileSync(join(cwd, 'status.txt'), 'utf8');
    expect(tree).toMatch(
      new RegExp(`design +refused .*${key}  \\(the ticket is done without a result; ticket ${ticket.id}`),
    );
    const explained = await runIn(cwd, 'explain', key);
    expect(explained.stdout).toContain(`ticket          ${ticket.id}, done\n`);
    expect(explained.stdout).toContain(
      `next            repair the result, or analyzer tickets attempts resolve ${key}`,
    );
  });

  test.each([
    ['status', ['--state', 'no.extraction-state.json'], 3, 'no such state file: no.extraction-state.json'],
    ['status', ['-o', 'plan.json'], 2, 'plan.json already exists'],
    ['explain', ['design-1', '--state', 'no.extraction-state.json'], 3, 'no such state file'],
  ])('%s %j is an error', async (name, args, code, message) => {
    expect(await runIn(indexed, name, ...args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  test('an unknown task is an error', async () => {
    const cwd = copied();
    expect(await runIn(cwd, 'materialize', 'plan.json', ...HERE)).toMatchObject({ code: 0 });
    const ended = await runIn(cwd, 'explain', `design-${'0'.repeat(20)}`);
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('no such task: design-0') });
  });
});
