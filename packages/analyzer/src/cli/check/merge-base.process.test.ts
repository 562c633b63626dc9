import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const add = (name: string) =>
  `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;

function commit(folder: string, files: Readonly<Record<string, string | undefined>>): string {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
  return commitAll(folder);
}

/** `main` replaced a copy by an import, after `topic`, which only added a file, was started. */
function project(): { cwd: string; base: string; main: string; topic: string } {
  const cwd = folderWith({});
  git(cwd, 'init', '-q', '-b', 'main');
  const base = commit(cwd, { 'a.py': add('one'), 'b.py': add('two') });
  const main = commit(cwd, { 'b.py': 'from a import one as two\n' });
  git(cwd, 'switch', '-q', '-c', 'topic', base);
  return { cwd, base, main, topic: commit(cwd, { 'n.py': 'n = 1\n' }) };
}

/** Two branches, each of which merged the start of the other one. */
function crissCross(): { cwd: string; bases: string[] } {
  const cwd = folderWith({});
  git(cwd, 'init', '-q', '-b', 'main');
  commit(cwd, { 'a.py': add('one') });
  git(cwd, 'branch', 'topic');
  const left = commit(cwd, { 'b.py': 'b = 1\n' });
  git(cwd, 'switch', '-q', 'topic');
  const right = commit(cwd, { 'c.py': 'c = 1\n' });
  git(cwd, 'merge', '-q', '--no-edit', left);
  git(cwd, 'switch', '-q', 'main');
  git(cwd, 'merge', '-q', '--no-edit', right);
  commit(cwd, { 'd.py': 'd = 1\n' });
  git(cwd, 'switch', '-q', 'topic');
  return { cwd, bases: [left, right] };
}

async function compared(cwd: string, ...args: string[]) {
  const { code, stdout } = await analyzer(['check', '--format', 'json', ...args], { cwd });
  const document = JSON.parse(stdout);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  return { code, edited: document.edited_findings ?? 0, ...document.against.revision };
}

describe.each(['portable', 'native'])('check --against a branch that went on, by the %s engine', (engine) => {
  test('compares with the merge base, and with the branch itself with --exact', async () => {
    const { cwd, base, main } = project();
    const args = ['--engine', engine, '--against'];
    const ofBase = { code: 0, edited: 0, written: 'main:.', object: main, compared_with: base };
    expect(await compared(cwd, ...args, 'main')).toEqual(ofBase);
    expect(await compared(cwd, ...args, 'main...')).toEqual(ofBase);
    expect(await compared(cwd, ...args, 'main:.')).toEqual(ofBase);
    expect(await compared(cwd, ...args, 'main', '--exact')).toEqual({ ...ofBase, code: 1, compared_with: main });
    writeFileSync(join(cwd, 'c.py'), add('three'));
    expect((await compared(cwd, ...args, 'main')).code).toBe(1);
  });
});

test('check --against names the commit that it compares with in every report', async () => {
  const { cwd, base, main } = project();
  const of = async (format: string, ...args: string[]) =>
    (await analyzer(['check', '--against', 'main', '--format', format, ...args], { cwd })).stdout;
  const gist = `against commit ${base.slice(0, 12)}, the merge base with main:.`;
  expect(await of('terminal')).toContain(gist);
  expect(await of('markdown')).toContain(`${base.slice(0, 12)}, the merge base with main:.`);
  expect(await of('terminal', '--exact')).toContain(`against revision main:. (commit ${main.slice(0, 12)})`);
  const [{ properties }] = JSON.parse(await of('sarif')).runs;
  expect(properties.against.revision).toEqual({ written: 'main:.', object: main, compared_with: base });
});

test('check --against an ancestor compares with that commit, also in a linked worktree and a folder of the project', async () => {
  const { cwd, base } = project();
  expect(await compared(cwd, '--against', 'HEAD~1')).toMatchObject({ code: 0, compared_with: base });
  const linked = join(folderWith({}), 'linked');
  git(cwd, 'worktree', 'add', '-q', '--detach', linked, 'main');
  expect(await compared(linked, '--against', 'topic')).toMatchObject({
    code: 0,
    object: git(cwd, 'rev-parse', 'topic'),
    compared_with: base,
  });
  expect(await compared(folderWith({}), linked, '--against', `topic:${cwd}`)).toMatchObject({ compared_with: base });
});

test('check --against compares a folder outside of the repository, and a tree, as they are', async () => {
  const { cwd, main } = project();
  const exported = folderWith({ 'a.py': add('one'), 'b.py': add('two') });
  expect(await compared(cwd, exported, '--against', 'main:.')).toMatchObject({ code: 1, compared_with: main });
  const tree = git(cwd, 'rev-parse', 'main^{tree}');
  expect(await compared(cwd, '--against', tree)).toMatchObject({ code: 1, object: tree, compared_with: tree });
});

test('check --against compares with one of several merge bases, and names the others with the remedy', async () => {
  const { cwd, bases } = crissCross();
  const revision = await compared(cwd, '--against', 'main');
  expect([revision.compared_with, ...revision.other_merge_bases].sort()).toEqual(bases.sort());
  const { code, stdout } = await analyzer(['check', '--against', 'main'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain(`main:. has 1 more merge base, ${revision.other_merge_bases[0].slice(0, 12)}`);
  expect(stdout).toContain('merge that revision, or compare with it: --exact');
  expect((await compared(cwd, '--against', 'main', '--exact')).other_merge_bases).toBeUndefined();
});

test('check --against an unrelated history fails with the remedy, and compares with it with --exact', async () => {
  const { cwd } = project();
  git(cwd, 'switch', '-q', '--orphan', 'other');
  commit(cwd, { 'a.py': add('one') });
  const { code, stderr } = await analyzer(['check', '--against', 'main'], { cwd });
  expect(code).toBe(3);
  expect(stderr).toContain('no such merge base: HEAD and main');
  expect(stderr).toContain('--exact');
  expect(stderr).not.toContain('shallow');
  expect((await compared(cwd, '--against', 'main', '--exact')).code).toBe(0);
});

test('check --against in a shallow clone fails with the command that fetches the merge base, unless a merge base is there', async () => {
  const { cwd, main, topic } = project();
  const clone = join(folderWith({}), 'clone');
  git(cwd, 'clone', '-q', '--depth', '1', '--branch', 'topic', `file://${cwd}`, clone);
  expect(await compared(clone, '--against', 'HEAD')).toMatchObject({ code: 0, compared_with: topic });
  git(clone, 'fetch', '-q', '--depth', '1', 'origin', main);
  const { code, stderr } = await analyzer(['check', '--against', 'FETCH_HEAD'], { cwd: clone });
  expect(code).toBe(3);
  expect(stderr).toContain('The clone is shallow');
  expect(stderr).toContain('git fetch --unshallow');
  expect(stderr).toContain('--exact');
  expect(await compared(clone, '--against', 'FETCH_HEAD', '--exact')).toMatchObject({ code: 1, compared_with: main });
  git(clone, 'fetch', '-q', '--unshallow', 'origin', main);
  expect((await compared(clone, '--against', main)).code).toBe(0);
});

test('check --against during an unfinished merge counts the merged commits as part of the work tree', async () => {
  const { cwd, main } = project();
  git(cwd, 'switch', '-q', '-c', 'third', 'main');
  const third = commit(cwd, { 't.py': 't = 1\n' });
  git(cwd, 'switch', '-q', '-c', 'fourth', 'main');
  const fourth = commit(cwd, { 'u.py': add('four') });
  git(cwd, 'switch', '-q', 'topic');
  git(cwd, 'merge', '-q', '--no-commit', '--no-ff', 'main');
  expect(await compared(cwd, '--against', 'main')).toMatchObject({ code: 0, compared_with: main });
  git(cwd, 'merge', '--abort');
  // Several lines, in a linked worktree.
  const linked = join(folderWith({}), 'linked');
  git(cwd, 'worktree', 'add', '-q', '--detach', linked, 'topic');
  git(linked, 'merge', '-q', '--no-commit', '--no-ff', 'third', 'fourth');
  expect(await compared(linked, '--against', 'fourth')).toMatchObject({ code: 0, compared_with: fourth });
  expect(await compared(linked, '--against', 'third')).toMatchObject({ code: 1, compared_with: third });
  expect(await compared(cwd, '--against', 'third')).toMatchObject({ code: 0 });
});

test('check --against ignores replaced commits and grafts', async () => {
  const { cwd, base, main, topic } = project();
  git(cwd, 'replace', '--graft', topic);
  writeFileSync(join(cwd, '.git/info/grafts'), `${main}\n`);
  expect(await compared(cwd, '--against', 'main')).toMatchObject({ code: 0, compared_with: base });
});

test('check refuses --exact without --against, and with a revision that asks for the merge base', async () => {
  const { cwd } = project();
  for (const args of [['--exact'], ['--exact', '--against', 'main...']]) {
    expect(await analyzer(['check', ...args], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--exact'),
    });
  }
});

test('check --against HEAD during an unfinished merge fails for what the work tree added, not for the merged branch', async () => {
  const { cwd, topic } = project();
  git(cwd, 'switch', '-q', 'main');
  // Two more copies: HEAD has two, and b.py was one of them.
  const merged = commit(cwd, { 'c.py': add('three'), 'e.py': add('five') });
  git(cwd, 'switch', '-q', 'topic');
  git(cwd, 'merge', '-q', '--no-commit', '--no-ff', 'main');
  expect(await compared(cwd, '--against', 'HEAD')).toMatchObject({
    code: 0,
    compared_with: topic,
    merged_commits: [merged],
  });
  writeFileSync(join(cwd, 'd.py'), add('four'));
  expect((await compared(cwd, '--against', 'HEAD')).code).toBe(1);
  const { stdout } = await analyzer(['check', '--against', 'HEAD'], { cwd });
  expect(stdout).toContain(`A merge of ${merged.slice(0, 12)} is not finished: copies that it has are not new.`);
});

test('diff REV... compares with the merge base, and diff REV says that it does not', async () => {
  const { cwd, base, main } = project();
  const sideOf = async (written: string) => {
    const { stdout, stderr, code } = await analyzer(['diff', written, '--format', 'json'], { cwd });
    expect(code).toBe(0);
    return { stderr, object: JSON.parse(stdout).before.revision.object };
  };
  const ofBase = { object: base, stderr: `diff compares with ${base.slice(0, 12)}, the merge base of main and HEAD\n` };
  expect(await sideOf('main...')).toEqual(ofBase);
  expect(await sideOf('main...topic')).toEqual({ ...ofBase, stderr: ofBase.stderr.replace('HEAD', 'topic') });
  expect(await sideOf('main')).toEqual({
    object: main,
    stderr: `diff compares with main itself; main... is its merge base with HEAD, ${base.slice(0, 12)}\n`,
  });
  expect((await sideOf('HEAD~1')).stderr).toBe('');
});
