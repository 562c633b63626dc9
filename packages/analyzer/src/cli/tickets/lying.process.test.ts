import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtractionStatusV1 } from '@analyzer/contracts/analyzer.extraction-status.v1';
import { validate as isStatus } from '@analyzer/contracts/analyzer.extraction-status.v1/validate';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const agentOf = (name: string): string => join(repository, 'fixtures/extraction', name);
const PROJECTS = ['dashboard', 'invoices', 'storefront'];
const planned = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-lying-')));

beforeAll(async () => {
  cpSync(join(repository, 'examples/projects'), join(planned, 'projects'), { recursive: true });
  for (const name of PROJECTS) commitAll(join(planned, 'projects', name));
  const steps = [
    ['workspace', 'index', 'projects', '--discover', '--engine', 'portable'],
    ['tickets', 'config', '--coordinator', 'storefront', '--planning', 'families', '-o', 'config.json'],
    ['tickets', 'plan', '--config', 'config.json', '-o', 'plan.json'],
  ];
  for (const step of steps) expect(await analyzer(step, { cwd: planned })).toMatchObject({ code: 0 });
  return () => rmSync(planned, { recursive: true });
}, 120_000);

/** Tickets of a copy of the projects, each of which is a Git repository. */
async function extraction(): Promise<(...args: string[]) => Promise<Ended>> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-lying-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(planned, cwd, { recursive: true });
  const checkouts = PROJECTS.flatMap((name) => ['--checkout', `${name}=projects/${name}`]);
  const tickets = (...args: string[]) => analyzer(['tickets', ...args], { cwd });
  expect(await tickets('materialize', 'plan.json', ...checkouts)).toMatchObject({ code: 0, stderr: '' });
  return tickets;
}

type Tickets = Awaited<ReturnType<typeof extraction>>;

async function statusOf(tickets: Tickets): Promise<ExtractionStatusV1['tasks']> {
  const document: unknown = JSON.parse((await tickets('status', '--format', 'json')).stdout);
  if (!isStatus(document)) throw new Error(JSON.stringify(isStatus.errors));
  return document.tasks;
}

const outcomesOf = ({ checks = [] }: ExtractionStatusV1['tasks'][number]) =>
  checks.map(({ check, outcome }) => `${check} ${outcome}`);

/** Revises a design of a complete extraction. */
async function revised(tickets: Tickets, tasks: ExtractionStatusV1['tasks']): Promise<void> {
  const key = tasks.find(({ stage }) => stage === 'design')?.task_key ?? '';
  const ended = await tickets('attempts', 'resolve', key, '--revise');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain(`${key}-r2  ready`);
  expect(ended.stdout).toMatch(/\n {2}the result of package-[0-9a-f]{20} stays, and counts again if it agrees with/);
  const again = await tickets('run', '--execute', '--program', agentOf('agent.mjs'));
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('stopped: complete after 1 (12 complete)');
}

describe('an extraction of projects in Git', { timeout: 240_000 }, () => {
  test('an executor that does no work ends with refused results, exit code 1 and no package', async () => {
    const tickets = await extraction();
    const { code, stdout, stderr } = await tickets('run', '--execute', '--program', agentOf('liar.mjs'));
    expect(stdout).toContain('stopped: failed after 4 (2 complete, 2 refused, 8 waiting)');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^analyzer: the result of package-[0-9a-f]{20} is refused: packages\/\S+\/index\.js: it does not declare doIt\n/,
    );
    expect(stderr).toMatch(
      /\n {2}Name the symbol and the file that declares and exports it, or write the function\. Then/,
    );
    const tasks = await statusOf(tickets);
    const [first = '', second] = tasks.flatMap((one) => (one.state === 'refused' ? [one.task_key] : []));
    expect(second).toBeDefined();
    for (const one of tasks) {
      if (one.stage === 'design') expect(outcomesOf(one)).toEqual(['changed_files passed']);
      else if (one.stage === 'package') {
        expect(outcomesOf(one)).toEqual([
          'exports failed',
          'code not_checked',
          'changed_files failed',
          'files passed',
          'project passed',
        ]);
      }
      expect(one.assurance).toBe(one.stage === 'design' ? 'consistent' : null);
    }
    const explained = (await tickets('explain', first)).stdout;
    expect(explained).toMatch(
      /\ncheck changed_files +failed: packages\/\S+\/index\.js: Git shows it as added since the commit/,
    );
    expect(explained).toMatch(/\nrefused +packages\/\S+\/index\.js: it does not declare doIt \(undeclared_export\)\n/);
    const { stderr: added } = await tickets('catalog', '-o', 'next.json');
    expect(added).toBe('Added: 0 verified packages, 0 routes.\n');
  });

  test('an executor that does the work ends with verified results, and every check passes', async () => {
    const tickets = await extraction();
    const { code, stdout, stderr } = await tickets('run', '--execute', '--program', agentOf('agent.mjs'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('complete: the result is verified\n');
    expect(stdout).toContain('stopped: complete after 12 (12 complete)');
    const tasks = await statusOf(tickets);
    for (const { stage, assurance } of tasks) {
      expect({ stage, assurance }).toEqual({ stage, assurance: stage === 'design' ? 'consistent' : 'verified' });
    }
    const outcomes = new Map(tasks.map((one) => [one.stage, outcomesOf(one)]));
    expect(Object.fromEntries(outcomes)).toEqual({
      design: ['changed_files passed'],
      package: ['exports passed', 'code passed', 'changed_files passed', 'files passed', 'project passed'],
      verify: ['exports passed', 'code passed', 'changed_files passed'],
      migrate: ['changed_files passed', 'copies passed', 'importers passed', 'files passed', 'project passed'],
      validate: ['changed_files passed', 'copies passed', 'importers passed'],
    });
    await revised(tickets, tasks);
  });
});
