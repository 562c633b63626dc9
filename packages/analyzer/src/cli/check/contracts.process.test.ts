import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const manifest = (forbid: readonly string[], more: object = {}) =>
  JSON.stringify({ contracts: [{ id: 'no-eval', scope: 'project', intent: 'Runs no text.', forbid }], ...more });

function repository(files: Record<string, string>): string {
  const cwd = folderWith(files);
  commitAll(cwd);
  return cwd;
}

async function checked(cwd: string, ...args: string[]) {
  const { code, stdout } = await analyzer(['check', '--contracts', '.', '--format', 'json', ...args], { cwd });
  const document = JSON.parse(stdout);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  const { contracts, summary } = document;
  const messages = contracts.problems.map(({ message }: { message: string }) => message);
  return { code, messages, known: contracts.known, findings: summary.findings, counted: summary.contracts };
}

const BAD = 'def run(text):\n    return eval(text)\n';
const GOOD = 'def run(text):\n    return len(text)\n';

describe.each(['portable', 'native'])('check --contracts, by the %s engine', (engine) => {
  const by = ['--engine', engine];

  test('fails on a violation without a baseline, and says what holds', async () => {
    const cwd = folderWith({ 'a.py': BAD, 'contracts.json': manifest(['call:eval']) });
    const found = { messages: ['call:eval is forbidden'], known: 0, findings: 1, counted: 1 };
    expect(await checked(cwd, ...by)).toEqual({ code: 1, ...found });
    const { code, stdout } = await analyzer(['check', '--contracts', 'contracts.json', ...by], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('Contracts 1\n  /contracts/0/forbid/0  call:eval is forbidden\n      a.py:2  eval\n');
    expect(stdout).toContain('1 problem of a contract against nothing');
    writeFileSync(join(cwd, 'a.py'), GOOD);
    expect(await checked(cwd, ...by)).toMatchObject({ code: 0, findings: 0, counted: 0 });
  });

  test('with a revision fails only on what this change broke', async () => {
    const cwd = repository({ 'a.py': BAD, 'contracts.json': manifest(['call:eval']) });
    const against = [...by, '--against', 'HEAD'];
    expect(await checked(cwd, ...against)).toEqual({ code: 0, messages: [], known: 1, findings: 0, counted: 0 });
    writeFileSync(join(cwd, 'b.py'), BAD);
    expect(await checked(cwd, ...against)).toMatchObject({ code: 1, messages: ['call:eval is forbidden'], known: 1 });
  });

  test('a contract that this change adds must hold, and an entry that was decided must stay so', async () => {
    const cwd = repository({ 'a.py': GOOD, 'c.py': BAD, 'contracts.json': manifest(['call:exec']) });
    const against = [...by, '--against', 'HEAD'];
    writeFileSync(join(cwd, 'contracts.json'), manifest(['call:exec', 'call:eval']));
    expect(await checked(cwd, ...against)).toMatchObject({ code: 1, messages: ['call:eval is forbidden'] });
    writeFileSync(join(cwd, 'contracts.json'), manifest(['call:exec']));
    writeFileSync(join(cwd, 'a.py'), 'def run(text, way):\n    return way(text)\n');
    const { code, messages } = await checked(cwd, ...against);
    expect(code).toBe(1);
    expect(messages).toEqual([expect.stringMatching(/^call:exec is not decided: a\.py:2 /)]);
  });
});

test('the configuration file names the manifest of check', async () => {
  const configuration = { schema: 'analyzer.config.v1', contracts: 'team/rules.json' };
  const cwd = folderWith({
    'a.py': BAD,
    'team/rules.json': manifest(['call:eval']),
    'analyzer.json': JSON.stringify(configuration),
  });
  const { code, stdout } = await analyzer(['check'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('/contracts/0/forbid/0  call:eval is forbidden');
  const shown = await analyzer(['config'], { cwd });
  expect(shown.stdout).toMatch(/contracts +team\/rules\.json +configuration file/);
});

describe('problems of contracts', () => {
  const files = {
    'src/a.py': BAD,
    'contracts.json': manifest(['call:eval'], { files: { 'src/gone.py': [] } }),
  };
  const rendered = async (cwd: string, ...args: string[]) => {
    return (await analyzer(['check', '--contracts', '.', ...args], { cwd })).stdout;
  };

  test('are results of SARIF at the code, or at the manifest', async () => {
    const cwd = folderWith(files);
    const [{ results }] = JSON.parse(await rendered(cwd, '--format', 'sarif')).runs;
    const places = results.map((result: { ruleId: string; locations: object[] }) => [result.ruleId, result.locations]);
    expect(places).toMatchObject([
      ['check/contract', [{ physicalLocation: { artifactLocation: { uri: 'src/a.py' }, region: { startLine: 2 } } }]],
      ['check/contract', [{ physicalLocation: { artifactLocation: { uri: 'contracts.json' } } }]],
    ]);
  });

  test('are annotations, issues, review comments and part of the summary', async () => {
    const cwd = folderWith(files);
    expect(await rendered(cwd, '--format', 'github')).toContain(
      '::error file=src/a.py,line=2,endLine=2,title=check/contract',
    );
    const issues = JSON.parse(await rendered(cwd, '--format', 'gitlab'));
    expect(issues).toMatchObject([
      { check_name: 'check/contract', location: { path: 'src/a.py', lines: { begin: 2 } } },
      {},
    ]);
    const text = 'call:eval is forbidden \\(/contracts/0/forbid/0 of contracts.json\\)';
    expect(await rendered(cwd, '--format', 'markdown')).toContain(`Contract: ${text}\n\n- \`src/a.py:2  eval\`\n`);
    expect(await rendered(cwd, '--format', 'markdown')).toContain('100 % violated');
    await rendered(cwd, '--summary', 'comment.md');
    expect(readFileSync(join(cwd, 'comment.md'), 'utf8')).toContain(`- ${text}: \`src/a.py:2  eval\`\n`);
  });
});

test('a manifest with errors ends with 2, a missing one with 3, and a folder has one of its own', async () => {
  const cwd = folderWith({ 'a.py': GOOD, 'contracts.json': '{"contracts": 1}' });
  expect(await analyzer(['check', '--contracts', '.'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('analyzer manifest validate'),
  });
  expect((await analyzer(['check', '--contracts', 'none.json'], { cwd })).code).toBe(3);
  mkdirSync(join(cwd, 'app'));
  writeFileSync(join(cwd, 'app/b.py'), BAD);
  writeFileSync(join(cwd, 'app/contracts.json'), manifest(['call:eval']));
  const { code, stdout } = await analyzer(['check', 'app', '--contracts', 'app'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain(
    'Contracts of contracts.json: decided 1 of 1 entry: 0 % holds, 100 % violated, 0 % unchecked',
  );
});
