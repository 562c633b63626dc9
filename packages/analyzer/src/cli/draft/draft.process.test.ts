import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DraftV1 } from '@analyzer/contracts/analyzer.draft.v1';
import { validate } from '@analyzer/contracts/analyzer.draft.v1/validate';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));

const total = (name: string, limit: number) => `def ${name}(items):
    total = 0
    for item in items:
        if item.price > ${limit}:
            total += item.price * item.count
            item.mark(total)
    items.sort()
    return total
`;
const SHOP = `${total('small_total', 3)}\n\n${total('large_total', 90)}`;
const RUNS = '--engine=portable';

async function groupOf(folder: string, wanted = 'near'): Promise<string> {
  const { stdout } = await analyzer(['scan', '.', '--format', 'json', RUNS], { cwd: folder });
  const document: { groups: { id: string; kind: string }[] } = JSON.parse(stdout);
  const group = document.groups.find(({ kind }) => kind === wanted);
  return group?.id ?? '';
}

async function draft(folder: string, id: string, ...args: string[]): Promise<DraftV1> {
  const { stdout } = await analyzer(['draft', id, '--format', 'json', RUNS, ...args], { cwd: folder });
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  return document;
}

test('help.draft.txt', async () => {
  const { code, stdout } = await analyzer(['draft', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('help.draft.txt'));
});

test('a draft is shown with its patch, in each format', async () => {
  const folder = folderWith({ 'shop.py': SHOP });
  const id = await groupOf(folder);
  const shown = await analyzer(['draft', id, RUNS, '--color', 'never'], { cwd: folder });
  expect({ stderr: shown.stderr, code: shown.code }).toEqual({ stderr: '', code: 0 });
  await expect(shown.stdout).toMatchFileSnapshot(golden('draft.txt'));
  const { stdout } = await analyzer(['draft', id, RUNS, '--format', 'markdown'], { cwd: folder });
  await expect(stdout).toMatchFileSnapshot(golden('draft.md'));
  const document = await draft(folder, id);
  expect(document).toMatchObject({ status: 'draft', function: { name: '_total', path: 'shop.py' }, lines_saved: 3 });
});

test('a list has the drafts of all groups, the easiest ones first', async () => {
  const same = (name: string) => `def ${name}(path, mode):
    lines = open(path, mode).read().split(",")
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) == 0 or lines[0] is None:
        raise ValueError(path + " is empty")
    return {line.lower(): line for line in lines}
`;
  const folder = folderWith({
    'shop.py': SHOP,
    'a.py': `${same('same')}\n\n${same('other')}`,
    'b.py': 'x = 1\n',
  });
  const { code, stdout } = await analyzer(['draft', '--list', '.', RUNS, '--color', 'never'], { cwd: folder });
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('draft-list.txt'));
  const values = await analyzer(['draft', '--list', RUNS, '--ease', 'values', '--format', 'json'], { cwd: folder });
  const documents: unknown[] = values.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(documents.every((it) => validate(it))).toBe(true);
  expect(documents).toMatchObject([{ function: { path: 'shop.py' }, lines_saved: 3 }]);
  expect(await analyzer(['draft', '--list', 'b.py', '.', RUNS], { cwd: folder })).toMatchObject({ code: 2 });
  expect(await analyzer(['draft', '--list', RUNS, '--format', 'patch'], { cwd: folder })).toMatchObject({ code: 2 });
  expect(await analyzer(['draft', RUNS], { cwd: folder })).toMatchObject({ code: 2 });
  const none = await analyzer(['draft', '--list', RUNS, '--ease', 'functions'], { cwd: folder });
  expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('0 drafts') });
});

test('git apply takes the patch, also of files with hostile names, CRLF and no final newline', async () => {
  const name = 'a "b\\ \u00e9\ttab.py';
  const folder = folderWith({ [name]: SHOP.trimEnd().replaceAll('\n', '\r\n') });
  git(folder, 'init', '-q');
  const { stdout } = await analyzer(['draft', await groupOf(folder), RUNS, '--format', 'patch'], { cwd: folder });
  writeFileSync(join(folder, 'draft.patch'), stdout);
  execFileSync('git', ['apply', '--check', 'draft.patch'], { cwd: folder });
  execFileSync('git', ['apply', 'draft.patch'], { cwd: folder });
  const after = readFileSync(join(folder, name), 'utf8');
  expect(after).toContain('return _total(items, limit=90)');
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
});

test('a group without a draft gives the reason, and exit code 1', async () => {
  const body = total('x', 3).replace('items.sort()', 'self.a = super().close(items.sort())').replaceAll(/^/gm, '    ');
  const folder = folderWith({ 'shop.py': `class A:\n${body}\nclass B:\n${body}` });
  const id = await groupOf(folder, 'function-body');
  const { code, stderr, stdout } = await analyzer(['draft', id, RUNS, '--format', 'patch'], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('no draft: `super` depends on the class');
  expect(await draft(folder, id)).toMatchObject({
    status: 'none',
    obstacle: { id: 'super', path: 'shop.py', line: 8 },
  });
});

test('an unknown group and a file without a copy are errors', async () => {
  const folder = folderWith({ 'shop.py': SHOP, 'other.py': 'x = 1\n' });
  const unknown = await analyzer(['draft', `g_${'0'.repeat(20)}`, RUNS], { cwd: folder });
  expect(unknown.code).toBe(3);
  // The command that it names runs.
  const [, command = ''] = /`analyzer ([^`]*)`/.exec(unknown.stderr) ?? [];
  expect(command).toBe('. --detail full');
  expect((await analyzer(command.split(' '), { cwd: folder })).code).toBe(0);
  const wrong = await analyzer(['draft', await groupOf(folder), '--into', 'other.py', RUNS], { cwd: folder });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('--into: no copy of the group is in other.py');
});
