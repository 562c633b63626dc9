import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const { version }: { version: string } = JSON.parse(read('packages/analyzer/package.json'));

const work = mkdtempSync(join(tmpdir(), 'analyzer-ci-'));
const repository = join(work, 'project');
const f = (name: string) =>
  `def ${name}(items, rate):\n    total = 0\n    for item in items:\n        total += item * rate\n    return round(total, 2)\n`;

/** Runs lines of a CI file in the repository, with the built `analyzer` in PATH. */
function run(script: string, variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: repository,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(work, 'bin')}:${process.env.PATH}`,
      GIT_CONFIG_GLOBAL: '/dev/null',
      RUNNER_TEMP: work,
      GITHUB_ACTION_PATH: root,
      GITHUB_STEP_SUMMARY: join(work, 'summary.md'),
      ...variables,
    },
  });
  return { status, stdout, stderr };
}

beforeAll(() => {
  mkdirSync(join(work, 'bin'));
  writeFileSync(
    join(work, 'bin/analyzer'),
    `#!/bin/sh\nexec '${process.execPath}' '${root}/packages/analyzer/bin/analyzer.js' "$@"\n`,
  );
  chmodSync(join(work, 'bin/analyzer'), 0o755);
  mkdirSync(repository);
  writeFileSync(join(repository, 'a.py'), f('price'));
  run('git init -q && git add . && git -c user.name=a -c user.email=a@example.org commit -qm x');
});
afterAll(() => rmSync(work, { recursive: true }));

/** The same commands with an unchanged project and with a new copy. */
function bothWays<T>(command: () => T): { clean: T; copied: T } {
  rmSync(join(repository, 'b.py'), { force: true });
  const clean = command();
  writeFileSync(join(repository, 'b.py'), f('cost'));
  return { clean, copied: command() };
}

test('the GitHub action writes SARIF, a summary and annotations, and fails on a new copy', () => {
  const action = parse(read('action.yml'));
  expect(action.inputs.version.default).toBe(version);
  const step = action.runs.steps.find(({ run = '' }) => run.includes('github.sh'));
  expect(Object.keys(step.env)).toEqual([
    'ANALYZER_PATH',
    'ANALYZER_AGAINST',
    'ANALYZER_CONTRACTS',
    'ANALYZER_FAIL_ON',
    'ANALYZER_CACHE',
    'ANALYZER_SARIF',
  ]);
  const sarif = join(work, 'analyzer.sarif');
  const variables = {
    ANALYZER_PATH: '.',
    ANALYZER_AGAINST: 'HEAD',
    ANALYZER_CACHE: join(work, 'cache'),
    ANALYZER_SARIF: sarif,
  };
  const { clean, copied } = bothWays(() => {
    rmSync(join(work, 'summary.md'), { force: true });
    const { status, stdout } = run(step.run, variables);
    const { runs } = JSON.parse(readFileSync(sarif, 'utf8'));
    return { status, stdout, results: runs[0].results.length, summary: readFileSync(join(work, 'summary.md'), 'utf8') };
  });
  expect(clean).toMatchObject({ status: 0, results: 0 });
  expect(copied).toMatchObject({ status: 1, results: 1 });
  expect(copied.stdout).toMatch(/^::error file=/m);
  expect(copied.summary).toContain('b.py');
  rmSync(join(repository, 'b.py'));
  writeFileSync(
    join(repository, 'contracts.json'),
    JSON.stringify({ contracts: [{ scope: 'project', intent: 'Has no network.', forbid: ['network'] }] }),
  );
  expect(run(step.run, { ...variables, ANALYZER_CONTRACTS: '.' }).status).toBe(0);
  writeFileSync(join(repository, 'b.py'), 'import socket\n\ndef open_it():\n    return socket.socket()\n');
  expect(run(step.run, { ...variables, ANALYZER_CONTRACTS: '.' })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('check/contract'),
  });
  rmSync(join(repository, 'contracts.json'));
  expect(run(step.run, { ...variables, ANALYZER_AGAINST: 'nowhere' })).toMatchObject({ status: 3 });
});

test('inputs of the GitHub action reach commands as variables only', () => {
  const { steps }: { steps: { run?: string }[] } = parse(read('action.yml')).runs;
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
});

test('the GitLab job writes a Code Quality report and fails on a new copy', () => {
  const { analyzer: job } = parse(read('ci/gitlab.yml'));
  expect(job.variables.ANALYZER_VERSION).toBe(version);
  const report = join(repository, job.artifacts.reports.codequality);
  for (const ANALYZER_AGAINST of ['HEAD', '']) {
    if (ANALYZER_AGAINST === '') run('rm b.py && analyzer baseline');
    const { clean, copied } = bothWays(() => {
      const { status } = run(job.script.join('\n'), { ANALYZER_AGAINST, ANALYZER_PATH: '.' });
      return { status, issues: JSON.parse(readFileSync(report, 'utf8')) };
    });
    expect(clean).toEqual({ status: 0, issues: [] });
    expect(copied).toMatchObject({
      status: 1,
      issues: [{ check_name: 'check/new-copies', location: { lines: { begin: 1 } } }],
    });
  }
});

test('the pre-commit hook fails on a new copy', () => {
  const [hook] = parse(read('.pre-commit-hooks.yaml'));
  const { clean, copied } = bothWays(() => run(hook.entry).status);
  expect({ clean, copied }).toEqual({ clean: 0, copied: 1 });
});

test('the image runs as an ordinary user and contains only packages', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines.filter((line) => /^(COPY|ADD) /.test(line))).toEqual(['COPY release/*.tgz /opt/release/']);
  expect(lines).toContain('USER node');
  expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN ')));
});
