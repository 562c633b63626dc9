import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate as isConfig } from '@analyzer/contracts/analyzer.extraction-config.v1/validate';
import { validate as isPlan } from '@analyzer/contracts/analyzer.extraction-plan.v1/validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'analyzer-tickets-'));
const run = (...args: string[]): Promise<Ended> => analyzer(args, { cwd: folder });
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(folder, 'projects'), { recursive: true });
  expect(await run('workspace', 'index', 'projects', '--discover')).toMatchObject({ code: 0 });
  expect(
    await run('tickets', 'config', '--coordinator', 'shop', '--planning', 'families', '-o', 'config.json'),
  ).toMatchObject({ code: 0 });
  expect(await run('tickets', 'config', '--coordinator', 'shop', '-o', 'libraries.json')).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('help', () => {
  test.each([
    ['tickets', []],
    ['tickets-config', ['config']],
    ['tickets-plan', ['plan']],
  ])('help.%s.txt', async (name, command) => {
    const { code, stdout } = await run('tickets', ...command, '--help');
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(join(repository, `fixtures/cli/help.${name}.txt`));
  });
});

describe('tickets config', () => {
  test('lists every project of the index with an empty remote', () => {
    const config = read('config.json');
    expect(isConfig(config), JSON.stringify(isConfig.errors)).toBe(true);
    expect(config).toMatchObject({
      coordinator: 'shop',
      repositories: ['admin', 'billing', 'reports', 'shop'].map((project) => ({ project, remote: '' })),
    });
  });

  test('plans libraries unless --planning families is set', () => {
    expect(read('config.json')).toMatchObject({ planning: 'families' });
    expect(read('libraries.json')).toMatchObject({ planning: 'libraries' });
  });

  test('without an index lists the coordinator and says so', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'analyzer-tickets-'));
    const { code, stdout, stderr } = await analyzer(['tickets', 'config', '--coordinator', 'x'], { cwd: empty });
    rmSync(empty, { recursive: true });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ coordinator: 'x', repositories: [{ project: 'x', remote: '' }] });
    expect(stderr).toContain('repositories lists only the coordinator');
  });

  test.each([
    ['without --coordinator', [], 2, "required option '--coordinator <project>'"],
    ['with an unknown project', ['--coordinator', 'shp'], 3, 'no such project: shp\n  Did you mean shop?'],
    ['with an index that does not exist', ['--coordinator', 'shop', '--db', 'no.db'], 3, 'no.db'],
    ['into an existing file', ['--coordinator', 'shop', '-o', 'config.json'], 2, 'config.json already exists'],
  ])('%s is an error', async (_what, args, code, message) => {
    const ended = await run('tickets', 'config', ...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

describe('tickets plan', () => {
  test('writes the same bytes twice, and to a file those of stdout', async () => {
    const [first, second] = [
      await run('tickets', 'plan', '--config', 'config.json'),
      await run('tickets', 'plan', '--config', 'config.json'),
    ];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(isPlan(JSON.parse(first.stdout)), JSON.stringify(isPlan.errors)).toBe(true);
    expect(await run('tickets', 'plan', '--config', 'config.json', '-o', 'plan.json')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toBe(first.stdout);
  });

  test('has the options and the queue of the flags', async () => {
    const flags = [
      '--include-tests',
      '--no-include-shape',
      '--include-blocks',
      '--max-groups',
      '1',
      '--queue',
      'night',
    ];
    const { stdout } = await run('tickets', 'plan', '--config', 'config.json', ...flags);
    expect(JSON.parse(stdout)).toMatchObject({
      options: { include_tests: true, include_shape: false, include_blocks: true, max_groups: 1 },
      config: { queue: 'night' },
      families: [{ family_id: expect.any(String) }],
      skipped: { shape: expect.any(Number), max_groups: expect.any(Number) },
    });
  });

  test('with planning libraries says for each library why, from where and what is hard, on two screens', async () => {
    const { code, stdout } = await run('tickets', 'plan', '--config', 'libraries.json', '--format', 'terminal');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Plan of snapshot [0-9a-f]{12}: \d+ librar(y|ies), [\d,]+ lines? less, \d+ tasks\n/);
    expect(stdout).toMatch(/\n1\. [a-z-]+ {2}(new|in) /);
    expect(stdout).toMatch(/\n {3}draft {7}\d+ (functions?|with|edited)/);
    expect(stdout).toMatch(/\n {3}why here {4}\S/);
    expect(stdout.split('\n').length).toBeLessThan(100);
  });

  test.each([
    ['without --config', [], 2, "required option '--config <file>'"],
    ['with a missing file', ['--config', 'no.json'], 3, 'no such file: no.json'],
    ['with a file that is not JSON', ['--config', 'text.json'], 2, 'text.json: invalid JSON'],
    ['with a misspelled property', ['--config', 'typo.json'], 2, 'typo.json: /coordinatr'],
    [
      'with an unknown coordinator',
      ['--config', 'unknown.json'],
      2,
      'unknown.json: /coordinator: the index has no project shp\n  Did you mean shop?',
    ],
    [
      'without a repository that receives tickets',
      ['--config', 'few.json'],
      2,
      'few.json: /repositories: repositories does not list admin, which receives tickets (and 2 more)\n  Add {"project":"admin","remote":""} to repositories',
    ],
    ['with an invalid queue', ['--config', 'config.json', '--queue', '-x'], 2, 'queue must match pattern'],
    ['without an index', ['--config', 'config.json', '--db', 'no.db'], 3, 'no.db'],
    ['with too many groups', ['--config', 'config.json', '--max-groups', '10001'], 2, 'from 1 to 10000'],
  ])('%s is an error', async (_what, args, code, message) => {
    const config = Object(read('config.json'));
    writeFileSync(join(folder, 'text.json'), 'coordinator: shop\n');
    writeFileSync(join(folder, 'typo.json'), JSON.stringify({ ...config, coordinatr: 'shop' }));
    writeFileSync(join(folder, 'unknown.json'), JSON.stringify({ ...config, coordinator: 'shp' }));
    writeFileSync(
      join(folder, 'few.json'),
      JSON.stringify({ ...config, repositories: [{ project: 'shop', remote: '' }] }),
    );
    const ended = await run('tickets', 'plan', ...args);
    expect(ended.stderr).toContain(message);
    expect(ended).toMatchObject({ code, stdout: '' });
  });
});
