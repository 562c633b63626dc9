import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.manifest-diff.v1/validate';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));

const notes = {
  'src/notes.js': [
    "import fs from 'node:fs';",
    'export function save(path, items) {',
    '  const text = JSON.stringify(items.slice(0, 3));',
    '  fs.writeFileSync(path, text);',
    '  return [text, items.length, path.length + 1, items.includes(path)];',
    '}',
    'export const small = () => 1;',
    'export class Store {',
    '  constructor(first) { this.first = first; this.when = Date.now(); this.list = [first, first, 1, 2, 3, 4, 5, 6, 7]; }',
    '  add(x) { this.list.push(x, 1, 2, 3); return this; }',
    '}',
    '',
  ].join('\n'),
  'test/notes.test.js':
    'export function check(a, b, c, d, e, f, g) { return [a, b, c, d, e, f, g, a, b, c, d, e, f, g, a, b]; }\n',
};

test.each([
  ['help.manifest-init.txt', ['manifest', 'init', '--help']],
  ['help.manifest-explain.txt', ['manifest', 'explain', '--help']],
  ['help.manifest-diff.txt', ['manifest', 'diff', '--help']],
])('%s', async (name, args) => {
  const { code, stdout } = await analyzer(args);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden(name));
});

const layered = {
  'src/cli/main.ts': "import { run } from '../core/run';\nexport function main(count: number) { return run(count); }\n",
  'src/cli/args.ts': 'export function args(): string[] { return []; }\n',
  'src/core/run.ts': "import { save } from '../db/save';\nexport function run(count: number) { return save(count); }\n",
  'src/core/sum.ts': 'export const sum = (a: number, b: number) => a + b;\n',
  'src/db/save.ts':
    "import { writeFileSync } from 'node:fs';\nexport function save(count: number) { writeFileSync('x', String(count)); }\n",
  'src/db/load.ts': 'export function load() { return 1; }\n',
  'test/load.test.ts':
    "import { load } from '../src/db/load';\nimport { save } from '../src/db/save';\nsave(load());\n",
};

test('init proposes only what holds: layers, cycles, exports, tests and effects, without a TODO', async () => {
  const cwd = folderWith(layered);
  expect((await analyzer(['manifest', 'init', '-o', 'contracts.json'], { cwd })).code).toBe(0);
  const { contracts } = JSON.parse(readFileSync(join(cwd, 'contracts.json'), 'utf8'));
  const rows = contracts.map(({ scope, require = [], forbid = [] }: Record<string, string[]>) => [
    scope,
    ...require,
    ...forbid,
  ]);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['module:src/**', 'layers: src/cli > src/core > src/db'],
      ['project', 'acyclic'],
      ['module:src/cli/main.ts', 'export:function main(count)'],
      ['module:src/db/**', 'tested'],
    ]),
  );
  // The contract of the project says it for all folders.
  expect(rows.filter(([, entry]: string[]) => entry === 'acyclic')).toHaveLength(1);
  expect(rows.length).toBeLessThanOrEqual(30);
  expect((await analyzer(['manifest', 'validate', '--strict'], { cwd })).code).toBe(0);
  expect((await analyzer(['manifest', 'check', '--strict', '--min-decided', '100'], { cwd })).code).toBe(0);
  expect((await analyzer(['manifest', 'init', '-o', 'contracts.json'], { cwd })).code).toBe(2);
}, 30_000);

test('explain shows a contract, or the contracts of a file', async () => {
  const manifest = {
    contracts: [
      { id: 'quiet', scope: 'module:src/**', intent: 'Prints nothing.', priority: 3, forbid: ['stdout', 'write'] },
    ],
    files: { 'src/notes.js': [{ scope: 'class:Store', intent: 'Holds notes.', forbid: ['time'] }] },
  };
  const cwd = folderWith({ ...notes, 'contracts.json': JSON.stringify(manifest) });
  const one = await analyzer(['manifest', 'explain', 'quiet'], { cwd });
  await expect(one.stdout).toMatchFileSnapshot(golden('manifest-explain.txt'));
  const both = await analyzer(['manifest', 'explain', 'src/notes.js'], { cwd });
  expect(both.stdout.startsWith(one.stdout)).toBe(true);
  expect(both.stdout).toContain('src/notes.js:9  Date.now\n');
  expect(await analyzer(['manifest', 'explain', 'loud'], { cwd })).toEqual({
    code: 3,
    stdout: '',
    stderr: 'analyzer: no such contract or file of the manifest: loud\n  Its contracts are quiet.\n',
  });
});

test('diff prints the changes of contracts', async () => {
  const cwd = folderWith({
    'a.json':
      '{"contracts": [{"id": "x", "scope": "project", "intent": "i", "forbid": ["eval"]}, {"scope": "s", "intent": "i"}]}',
    'b.yaml':
      'contracts: [{id: x, scope: project, intent: i, forbid: [eval, network]}, {id: new, scope: s2, intent: i}]',
  });
  expect(await analyzer(['manifest', 'diff', 'a.json', 'b.yaml'], { cwd })).toEqual({
    code: 1,
    stdout: 'removed  project s\nadded  new\ntightened  x: forbid network\n3 changes, 0 unchanged\n',
    stderr: '',
  });
  const same = await analyzer(['manifest', 'diff', 'a.json', 'a.json', '--format', 'json'], { cwd });
  const document: unknown = JSON.parse(same.stdout);
  expect(validate(document)).toBe(true);
  expect({ code: same.code, document }).toMatchObject({ code: 0, document: { same: 2, changes: [] } });
});
