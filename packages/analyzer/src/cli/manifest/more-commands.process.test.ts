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

test('init proposes a manifest without problems, whose TODOs validate reports', async () => {
  const cwd = folderWith(notes);
  expect(await analyzer(['manifest', 'init', '-o', 'contracts.json'], { cwd })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  const { files } = JSON.parse(readFileSync(join(cwd, 'contracts.json'), 'utf8'));
  expect(files).toEqual({
    'src/notes.js': [
      {
        id: 'src/notes.js#save',
        scope: 'function:save',
        intent: 'TODO: state what save must do',
        effect: ['filesystem', 'write'],
      },
      { id: 'src/notes.js#Store', scope: 'class:Store', intent: 'TODO: state what Store must do', effect: ['time'] },
    ],
  });
  const validated = await analyzer(['manifest', 'validate'], { cwd });
  expect(validated.stdout.match(/lint\/todo/g)).toHaveLength(2);
  expect((await analyzer(['manifest', 'check', '--effects', 'closed'], { cwd })).code).toBe(0);
  expect((await analyzer(['manifest', 'init', '-o', 'contracts.json'], { cwd })).code).toBe(2);
});

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
