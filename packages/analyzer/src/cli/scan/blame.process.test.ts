import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import { validate } from '@analyzer/contracts/analyzer.scan.v1/validate';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

/** A function of ten lines that is not small for a list. */
function settle(name: string, more = ''): string {
  return `def ${name}(order, rates, limit):
    total = 0
    for line in order.lines:
        price = rates.lookup(line.product, order.currency)
        if price is None:
            raise KeyError(line.product)
        total = total + price * line.amount
${more}    if total > limit:
        return order.refuse(total, limit)
    return order.accept(total)
`;
}

function commit(folder: string, files: Record<string, string>, subject: string): string {
  writeFiles(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', subject);
  return git(folder, 'rev-parse', 'HEAD');
}

function repository(): string {
  const folder = folderWith({});
  git(folder, 'init', '-q', '-b', 'main');
  return folder;
}

async function agesOf(cwd: string): Promise<NonNullable<ScanV1['ages']>> {
  const args = ['scan', '.', '--blame', '--engine', 'portable', '--format', 'json'];
  const { stdout, stderr, code } = await analyzer(args, { cwd });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  if (document.ages === undefined) throw new Error('no ages');
  return document.ages;
}

test('scan --blame says with which commits copies came, which was the first, and how they were edited', async () => {
  const folder = repository();
  const first = commit(folder, { 'a.py': settle('settle') }, 'start');
  const second = commit(folder, { 'lib/b.py': `import os\n\n\n${settle('settle')}` }, 'copy it');
  const edit = { 'a.py': settle('settle', '    log(total)\n'), 'lib/b.py': settle('settle', '    log(total)\n') };
  commit(folder, edit, 'edit both');
  commit(folder, { 'a.py': settle('settle', '    log(total)\n    log(limit)\n') }, 'edit one');
  renameSync(join(folder, 'lib/b.py'), join(folder, 'c.py'));
  commit(folder, {}, 'rename');
  const last = commit(folder, { 'c.py': settle('settle', '    log(total)\n    log(limit)\n') }, 'edit the other one');
  const { groups, history } = await agesOf(folder);
  expect(history).toEqual({ commits: 6, is_cut: false, is_shallow: false });
  const [group] = groups;
  expect(groups.length).toBe(1);
  expect(group?.copies.map(({ path, came, edits }) => [path, came?.commit, came?.subject, edits])).toEqual([
    ['a.py', first, 'start', 2],
    ['c.py', second, 'copy it', 2],
  ]);
  expect(group).toMatchObject({ first: 0, together: 1, apart: 2, differ: false, since: { commit: last } });
});

test('scan --blame names copies that are not committed, and does not count edits that are not', async () => {
  const folder = repository();
  const first = commit(folder, { 'a.py': settle('settle') }, 'start');
  writeFiles(folder, { 'a.py': settle('settle', '    log(total)\n'), 'b.py': settle('settle', '    log(total)\n') });
  const { groups } = await agesOf(folder);
  expect(groups[0]?.copies.map(({ came, is_uncommitted, edits }) => [came?.commit, is_uncommitted, edits])).toEqual([
    [first, false, 0],
    [undefined, true, 0],
  ]);
});

test('scan --blame counts a merge as one commit', async () => {
  const folder = repository();
  commit(folder, { 'a.py': settle('settle') }, 'start');
  git(folder, 'checkout', '-q', '-b', 'side');
  commit(folder, { 'b.py': settle('settle') }, 'on a branch');
  git(folder, 'checkout', '-q', 'main');
  git(folder, 'merge', '-q', '--no-ff', '-m', 'merge it', 'side');
  const { groups, history } = await agesOf(folder);
  expect(history.commits).toBe(2);
  expect(groups[0]?.copies.map(({ came }) => came?.subject)).toEqual(['start', 'merge it']);
});

test('scan --blame of a shallow clone does not take its oldest commit for the one that wrote all files', async () => {
  const folder = repository();
  commit(folder, { 'a.py': settle('settle'), 'b.py': settle('settle') }, 'start');
  commit(folder, { 'c.txt': 'x' }, 'later');
  const clone = folderWith({});
  git(clone, 'clone', '-q', '--depth', '1', `file://${folder}`, 'shop');
  const { groups, history } = await agesOf(join(clone, 'shop'));
  expect(history).toEqual({ commits: 1, is_cut: false, is_shallow: true });
  expect(groups[0]?.copies.map(({ came, is_uncommitted }) => [came, is_uncommitted])).toEqual([
    [undefined, false],
    [undefined, false],
  ]);
});

test('scan --blame in the terminal escapes subjects and ends with the commits that were searched', async () => {
  const folder = repository();
  commit(folder, { 'a.py': settle('settle') }, 'start');
  commit(folder, { 'b.py': settle('settle') }, 'copy \u001b[31mit');
  const { stdout } = await analyzer(['scan', '.', '--blame', '--engine', 'portable'], { cwd: folder });
  const lines = stdout.slice(stdout.indexOf('When the copies came')).split('\n');
  const plain = lines.map((line) => line.replaceAll(/\d{4}-\d\d-\d\d [0-9a-f]{8}/g, 'DAY ID')).slice(0, 5);
  expect(plain).toEqual([
    'When the copies came',
    '  identical: not edited since they came; equal since DAY ID',
    '    a.py:1-10  DAY ID, the first  start',
    '    b.py:1-10  DAY ID  copy \\e[31mit',
    '  2 commits searched (first parents only)',
  ]);
});

test('scan --blame outside of a repository is an error before the scan', async () => {
  const { stdout, stderr, code } = await analyzer(['scan', '.', '--blame', '--engine', 'portable'], {
    cwd: folderWith({ 'a.py': settle('settle') }),
  });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(stderr).toBe(
    'analyzer: no such git history of the folder: .\n' +
      '  --blame reads commits: scan a folder that the last commit of a git repository has, or scan it without --blame.\n',
  );
});

test('scan --blame with the format dot is wrong usage', async () => {
  const { stderr, code } = await analyzer(['scan', '.', '--blame', '--format', 'dot', '--engine', 'portable'], {
    cwd: folderWith({}),
  });
  expect({ stderr: stderr.split('\n')[0], code }).toEqual({
    stderr: 'analyzer: --blame and --format dot exclude each other',
    code: 2,
  });
});
