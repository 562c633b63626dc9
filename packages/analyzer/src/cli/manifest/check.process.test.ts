import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.manifest-report.v1/validate';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const golden = (name: string): string => join(repository, 'fixtures/cli', name);

const shop = {
  'contracts.yaml': [
    'version: "1.0"',
    'contracts:',
    '  - {id: quiet, scope: "module:src/**", intent: Prints nothing., priority: 2, forbid: [stdout, "import:axios"]}',
    '  - {id: gone, scope: "function:nowhere", intent: Is not there., forbid: [network]}',
    '  - {id: free, scope: the checkout, intent: Works., forbid: [network]}',
    'files:',
    '  src/price.js:',
    '    - {id: price, scope: "function:price", intent: Rounds half up., forbid: [network, time], require: ["call:Math.round", "call:floor"], effect: []}',
    '    - {id: load, scope: "function:load", intent: Loads prices., forbid: [network]}',
    '  src/missing.js: []',
    '  src/readme.txt: []',
    '',
  ].join('\n'),
  'src/price.js': [
    "import { get as ask } from 'axios';",
    'export function price(items) {',
    '  return Math.round(items.length * 2);',
    '}',
    'function call() {',
    "  return ask('/prices');",
    '}',
    'export function load() {',
    '  return call();',
    '}',
    'export function later(queue) {',
    '  queue.write(1);',
    '}',
    '',
  ].join('\n'),
  'src/readme.txt': 'x\n',
};

describe('manifest check', () => {
  test('help', async () => {
    const { code, stdout } = await analyzer(['manifest', 'check', '--help']);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(golden('help.manifest-check.txt'));
  });

  test('prints the number of decided contracts, then problems with locations, then unchecked contracts with reasons', async () => {
    const { code, stdout } = await analyzer(['manifest', 'check'], { cwd: folderWith(shop) });
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot(golden('manifest-check.txt'));
  });

  test('prints valid JSON', async () => {
    const { stdout } = await analyzer(['manifest', 'check', '--format', 'json'], { cwd: folderWith(shop) });
    const report: unknown = JSON.parse(stdout);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(report).toMatchObject({
      files: [
        { key: 'src/price.js', state: 'read' },
        { key: 'src/missing.js', state: 'missing' },
        { key: 'src/readme.txt', state: 'not-read' },
      ],
      by_status: { stale: 1, unchecked: 1, violated: 3 },
      by_priority: { '2': 1, none: 4 },
      without_contract: [{ directory: 'src', declarations: 4, without: 0 }],
    });
  });

  test('with closed effects finds effects that no contract lists', async () => {
    const cwd = folderWith({
      ...shop,
      'contracts.yaml':
        'contracts: [{scope: "function:price", intent: x, effect: [time]}, {scope: "function:load", intent: x, effect: []}]',
    });
    expect((await analyzer(['manifest', 'check'], { cwd })).code).toBe(0);
    const { code, stdout } = await analyzer(['manifest', 'check', '--effects', 'closed'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('unlisted-effect  /contracts/1/effect  network is detected but not listed\n');
  });

  test('prints SARIF with locations in the code', async () => {
    const { stdout } = await analyzer(['manifest', 'check', '--format', 'sarif'], { cwd: folderWith(shop) });
    const [{ results }] = JSON.parse(stdout).runs;
    const load = results.find(({ message }: { message: { text: string } }) =>
      message.text.includes('/files/src~1price.js/1/'),
    );
    expect(load.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/price.js', uriBaseId: 'PROJECT' },
      region: { startLine: 6 },
    });
  });

  test('a baseline allows its problems, and only shrinks', async () => {
    const cwd = folderWith(shop);
    const args = ['manifest', 'check', '--baseline', 'known.json'];
    expect(await analyzer(args, { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no such baseline'),
    });
    expect((await analyzer([...args, '--write-baseline'], { cwd })).code).toBe(0);
    const first = JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8'));
    const again = await analyzer(args, { cwd });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(`0 new problems, ${first.problems.length} known by the baseline\n`);

    const other = { ...shop, 'known.json': JSON.stringify({ ...first, problems: [first.problems[0], 'long gone'] }) };
    const smaller = folderWith(other);
    const shrunk = await analyzer([...args, '--write-baseline'], { cwd: smaller });
    expect(shrunk.code).toBe(1);
    expect(shrunk.stdout).toContain('no longer found, can be removed from the baseline: long gone\n');
    expect(JSON.parse(readFileSync(join(smaller, 'known.json'), 'utf8')).problems).toEqual([first.problems[0]]);
  });

  test('prints the same bytes for a project in an index as for its folder, without opening its files', async () => {
    const cwd = folderWith({
      'shop/package.json': '{}',
      'shop/src/price.js': shop['src/price.js'],
      'shop/src/readme.txt': 'x\n',
      'contracts.yaml': shop['contracts.yaml'].replace(', effect: []', ''),
      'text.yaml': shop['contracts.yaml'],
    });
    expect((await analyzer(['workspace', 'index', 'shop'], { cwd })).code).toBe(0);
    const args = ['manifest', 'check', 'contracts.yaml', '--db', '.analyzer/index.db', '--project'];
    const forms = [[], ['--format', 'json'], ['--format', 'sarif'], ['--effects', 'closed']];
    const scanned: object[] = [];
    for (const form of forms) {
      scanned.push(await analyzer(['manifest', 'check', 'contracts.yaml', 'shop', ...form], { cwd }));
    }
    expect(scanned[0]).toMatchObject({ code: 1, stderr: '' });
    rmSync(join(cwd, 'shop'), { recursive: true });
    for (const [index, form] of forms.entries()) {
      expect(await analyzer([...args, 'shop', ...form], { cwd })).toEqual(scanned[index]);
    }
    expect(await analyzer([...args, 'shoe'], { cwd })).toMatchObject({
      code: 3,
      stderr: 'analyzer: no such project of the index: shoe\n  It has shop.\n',
    });
    // Whether code reads the environment is seen in its text only, which an index does not have.
    const { stdout } = await analyzer(
      ['manifest', 'check', 'text.yaml', '--effects', 'closed', ...args.slice(3), 'shop'],
      { cwd },
    );
    expect(stdout).toContain('function:price effect environment: src/price.js:2 environment: process.env is read');
    // Settings of scans in a file are for other commands; on the command line they are refused.
    const settings = { schema: 'analyzer.config.v1', exclude: ['old/'], all: true, gitignore: false, min_nodes: 5 };
    writeFileSync(join(cwd, 'analyzer.json'), JSON.stringify(settings));
    expect(await analyzer([...args, 'shop'], { cwd })).toEqual(scanned[0]);
    expect(await analyzer([...args, 'shop', '--exclude', 'new/'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--exclude is an option of scans'),
    });
  });

  test('accepts a folder as the manifest in it, and as the code', async () => {
    const cwd = folderWith(Object.fromEntries(Object.entries(shop).map(([path, text]) => [`shop/${path}`, text])));
    const here = await analyzer(['manifest', 'check'], { cwd: join(cwd, 'shop') });
    expect(here).toMatchObject({ code: 1, stderr: '' });
    for (const args of [['shop'], ['shop', 'shop'], ['shop/contracts.yaml', 'shop'], [join(cwd, 'shop')]]) {
      expect(await analyzer(['manifest', 'check', ...args], { cwd }), args.join(' ')).toEqual(here);
    }
    expect(await analyzer(['manifest', 'check', '.'], { cwd: join(cwd, 'shop') })).toEqual(here);
    const { stdout } = await analyzer(['manifest', 'check', 'shop', '--format', 'sarif'], { cwd });
    const [{ originalUriBaseIds }] = JSON.parse(stdout).runs;
    expect(originalUriBaseIds.PROJECT.description.text).toBe('the root of shop');
  });

  test('reports several manifests, and arguments in the wrong order', async () => {
    const cwd = folderWith({ 'contracts.json': '{}', 'contracts.yaml': '{}', 'src/a.js': '' });
    expect(await analyzer(['manifest', 'check'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'analyzer: there are several manifests: contracts.json, contracts.yaml\n  Name one of them.\n',
    });
    expect(await analyzer(['manifest', 'check', 'src', 'contracts.json'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'analyzer: the manifest comes before the folder of the code\n  Write contracts.json src.\n',
    });
  });

  test.each([
    [['--project', 'shop'], 'a project of an index needs --db and --project, and no folder'],
    [['--db', 'index.db'], 'a project of an index needs --db and --project, and no folder'],
    [['shop', '--db', 'x', '--project', 'shop'], 'a project of an index needs --db and --project, and no folder'],
    [
      ['--db', 'x', '--project', 'shop', '--max-bytes', '1'],
      '--max-bytes is an option of scans, but an index is not scanned',
    ],
    [
      ['--db', 'x', '--project', 'shop', '--no-gitignore'],
      '--no-gitignore is an option of scans, but an index is not scanned',
    ],
    [['--db', 'x', '--project', 'shop', '--jobs', '1'], '--jobs is an option of scans, but an index is not scanned'],
    [['--write-baseline'], '--write-baseline needs --baseline'],
  ])('%j is refused with the remedy', async (options, problem) => {
    const cwd = folderWith({ ...shop, 'shop/a.js': '' });
    const { code, stderr } = await analyzer(['manifest', 'check', 'contracts.yaml', ...options], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`^analyzer: ${problem}\n  (See|Name|Set) `)),
    });
  });

  test('refuses a manifest with errors', async () => {
    const cwd = folderWith({ 'contracts.json': '{"contracts": [{"scope": "project"}]}' });
    expect(await analyzer(['manifest', 'check'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'analyzer: contracts.json: it cannot be used: 1 error\n  See `analyzer manifest validate contracts.json`.\n',
    });
  });
});

test('this repository complies with its own contracts', async () => {
  const { code, stdout, stderr } = await analyzer(
    [
      'manifest',
      'check',
      'contracts.json',
      '.',
      '--baseline',
      'contracts.baseline.json',
      '--exclude',
      'bench/',
      '--exclude',
      'fixtures/',
      // Servers for tests on this machine.
      '--exclude',
      'packages/core/src/extract/hosting/planfile/github-fixture.ts',
      '--exclude',
      'packages/core/src/postgres/server-fixture.ts',
    ],
    { cwd: repository },
  );
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect((await analyzer(['manifest', 'validate', '--strict', 'contracts.json'], { cwd: repository })).code).toBe(0);
}, 120_000);

describe('entries that must be decided', () => {
  const contracts = {
    contracts: [
      {
        id: 'quiet',
        scope: 'module:src/**',
        intent: 'Prints nothing.',
        forbid: ['call:console.*', 'import:src/infrra/**'],
      },
    ],
  };
  const project = () =>
    folderWith({
      'contracts.json': JSON.stringify(contracts),
      'src/a.js': 'export function say(text) {\n  return text;\n}\n',
      'src/infra/db.js': 'export const db = 1;\n',
    });
  const check = (cwd: string, ...more: string[]) =>
    analyzer(['manifest', 'check', '--baseline', 'base.json', ...more], { cwd });

  test('an entry that the baseline has as decided and that an alias makes undecided fails, unless --allow-undecided is set', async () => {
    const cwd = project();
    expect((await check(cwd, '--write-baseline')).code).toBe(0);
    expect((await check(cwd)).code).toBe(0);
    writeFileSync(join(cwd, 'src/a.js'), 'const c = console;\nexport function say(text) {\n  c.log(text);\n}\n');

    const failed = await check(cwd);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(
      'undecided  /contracts/0/forbid/0  call:console.* is not decided: src/a.js:3 c.log',
    );
    expect((await check(cwd, '--write-baseline')).code).toBe(1);
    expect((await check(cwd)).code).toBe(1);
    expect((await check(cwd, '--allow-undecided')).code).toBe(0);
    expect((await check(cwd, '--allow-undecided', '--write-baseline')).code).toBe(0);
    expect((await check(cwd)).code).toBe(0);
  });

  test('--strict and --min-decided fail without a baseline', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'src/a.js'), 'const c = console;\nexport const say = (text) => c.log(text);\n');
    const codes = await Promise.all(
      [[], ['--strict'], ['--min-decided', '50'], ['--min-decided', '51%']].map(async (more) => {
        return (await analyzer(['manifest', 'check', ...more], { cwd })).code;
      }),
    );
    expect(codes).toEqual([0, 1, 0, 1]);
    const { stderr } = await analyzer(['manifest', 'check', '--min-decided', '51'], { cwd });
    expect(stderr).toBe('analyzer: 50 % of the entries are decided; --min-decided is 51 %\n');
  });

  test('a path that starts with a folder of the project and matches no file has a note with the nearest folder', async () => {
    const { stdout } = await analyzer(['manifest', 'check'], { cwd: project() });
    expect(stdout).toContain(
      'note  /contracts/0/forbid/1  src/infrra/** matches no file of the project; there is src/infra\n',
    );
  });

  test('a folder, a call and a word that nothing has, but nearly so, have notes with the nearest name', async () => {
    const cwd = folderWith({
      'src/infra/db.js': 'export const save = (text) => JSON.parse(text);\n',
      'src/a.js': "import fp from 'lodash/fp';\nexport const load = (text) => fp.get(text);\n",
      'contracts.json': JSON.stringify({
        contracts: [
          {
            scope: 'project',
            intent: 'stay pure',
            forbid: [
              ...['import:srcc/infra/**', 'import:vendor/**', 'import:lodash/fp', 'import:os/path'],
              ...['call:evall', 'call:eval', 'call:lod', 'call:JSON.pars', 'call:unheardOf', 'call:eval?'],
              ...['reach:srcc/**', 'call:consle.*', 'call:path.*', 'call:JSON.*', 'netwrok', 'imports:fs', 'be kind'],
            ],
            validate: ['netwrok'],
          },
        ],
      }),
    });
    const { stdout } = await analyzer(['manifest', 'check'], { cwd });
    expect(stdout.split('\n').filter((line) => line.startsWith('note'))).toEqual([
      'note  /contracts/0/forbid/0  srcc/infra/** matches no file of the project; there is src',
      'note  /contracts/0/forbid/4  nothing is named evall; there is eval',
      'note  /contracts/0/forbid/6  nothing is named lod; there is load',
      'note  /contracts/0/forbid/7  nothing is named JSON.pars; there is JSON.parse',
      'note  /contracts/0/forbid/10  srcc/** matches no file of the project; there is src',
      'note  /contracts/0/forbid/11  nothing is named consle.*; there is console',
      'note  /contracts/0/forbid/14  netwrok is read as text, which no check decides; there is network',
      'note  /contracts/0/forbid/15  imports:fs is read as text, which no check decides; there is import:fs',
    ]);
  });
});
