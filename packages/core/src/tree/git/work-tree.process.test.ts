import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commitAll, git } from './git-fixture.ts';
import { changesSince, workTreeBase } from './work-tree.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-work-tree-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function based(folder = root) {
  const base = await workTreeBase(folder, () => false);
  if ('problem' in base) throw new Error(base.problem);
  return base;
}

/** The changes of an action, as one word each. */
async function changesOf(action: () => void, folder = root, isIgnored = (_: string) => false): Promise<string[]> {
  const base = await workTreeBase(folder, isIgnored);
  if ('problem' in base) return [base.problem];
  action();
  const changes = await changesSince(folder, base, isIgnored);
  return 'problem' in changes ? [changes.problem] : changes.map(({ path, change }) => `${change} ${path}`);
}

function commit(): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'y');
}

describe('changes of a work tree', () => {
  beforeEach(() => {
    write('a.js', 'a\n');
    write('b.js', 'b\n');
    write('.gitignore', 'node_modules/\n');
    commitAll(root);
  });

  const edit = (): void => {
    write('a.js', 'A\n');
    rmSync(join(root, 'b.js'));
    write('src/c.js', 'c\n');
  };
  const EDITED = ['modified a.js', 'deleted b.js', 'added src/c.js'];

  test('uncommitted, staged, committed and partly committed edits give the same changes', async () => {
    expect(await changesOf(edit)).toEqual(EDITED);
    git(root, 'checkout', '-q', '.');
    rmSync(join(root, 'src'), { recursive: true });
    const staged = () => {
      edit();
      git(root, 'add', '-A');
    };
    expect(await changesOf(staged)).toEqual(EDITED);
    git(root, 'reset', '-q', '--hard');
    expect(await changesOf(() => [edit(), commit()])).toEqual(EDITED);
    git(root, 'reset', '-q', '--hard', 'HEAD~1');
    const partly = () => {
      write('a.js', 'A\n');
      commit();
      edit();
    };
    expect(await changesOf(partly)).toEqual(EDITED);
  });

  test('files that differed before count only when they change again', async () => {
    write('a.js', 'before\n');
    write('untracked.js', 'before\n');
    rmSync(join(root, 'b.js'));
    expect(await changesOf(() => write('new.js', 'new\n'))).toEqual(['added new.js']);
    expect(await changesOf(() => write('untracked.js', 'after\n'))).toEqual(['modified untracked.js']);
    expect(await changesOf(() => git(root, 'checkout', '-q', '.'))).toEqual(['modified a.js', 'added b.js']);
    expect(await changesOf(() => rmSync(join(root, 'untracked.js')))).toEqual(['deleted untracked.js']);
  });

  test('an uncommitted file that is committed unchanged is not a change', async () => {
    write('untracked.js', 'before\n');
    expect(await changesOf(commit)).toEqual([]);
  });

  test('a renamed file is a deleted and an added file', async () => {
    expect(await changesOf(() => git(root, 'mv', 'a.js', 'z.js'))).toEqual(['deleted a.js', 'added z.js']);
    expect(await changesOf(() => renameSync(join(root, 'b.js'), join(root, 'y.js')))).toEqual([
      'deleted b.js',
      'added y.js',
    ]);
  });

  test('ignored files, and files that the caller does not compare, do not count', async () => {
    const add = () => {
      write('node_modules/x.js', 'x\n');
      write('.tracker/x', 'x\n');
    };
    expect(await changesOf(add, root, (path) => path.startsWith('.tracker/'))).toEqual([]);
  });

  test('a file that the index of Git hides counts', async () => {
    const hide = () => {
      git(root, 'update-index', '--assume-unchanged', 'a.js');
      git(root, 'update-index', '--skip-worktree', 'b.js');
      write('a.js', 'hidden\n');
      write('b.js', 'hidden\n');
    };
    expect(await changesOf(hide)).toEqual(['modified a.js', 'modified b.js']);
  });

  test('no filter of the repository runs', async () => {
    write('.gitattributes', '*.js filter=spy\n');
    commit();
    git(root, 'config', 'filter.spy.clean', `touch ${root}/ran; cat`);
    expect(await changesOf(() => write('a.js', 'edited\n'))).toEqual(['modified a.js']);
  });

  test('a file that a filter checks out in another form counts only when it changes', async () => {
    write('a.js', 'as the filter writes it\n');
    expect(await changesOf(() => undefined)).toEqual([]);
  });

  test('text that is checked out with CRLF is the committed one', async () => {
    write('a.js', 'a\r\n');
    expect((await based()).differing).toEqual([]);
    expect(await changesOf(() => write('a.js', 'a\r\nmore\r\n'))).toEqual(['modified a.js']);
  });

  test('links are compared by their target and not followed', async () => {
    symlinkSync('/etc/hostname', join(root, 'link'));
    commit();
    const relink = () => {
      rmSync(join(root, 'link'));
      symlinkSync('/etc/hosts', join(root, 'link'));
    };
    expect(await changesOf(relink)).toEqual(['modified link']);
    const replace = () => {
      write('src/c.js', 'c\n');
      renameSync(join(root, 'src'), join(root, 'other'));
      symlinkSync('other', join(root, 'src'));
    };
    write('src/c.js', 'c\n');
    commit();
    expect(await changesOf(replace)).toEqual(['added other/c.js', 'added src', 'deleted src/c.js']);
  });

  test('a new repository in the folder is one added path', async () => {
    const nest = () => {
      write('nested/x.js', 'x\n');
      commitAll(join(root, 'nested'));
    };
    expect(await changesOf(nest)).toEqual(['added nested']);
    expect(await changesOf(() => write('nested/x.js', 'y\n'))).toEqual([]);
  });

  test('a linked work tree and a folder below the root are compared for themselves', async () => {
    const linked = join(root, '..', `${root.split('/').at(-1)}-linked`);
    onTestFinished(() => rmSync(linked, { recursive: true, force: true }));
    git(root, 'worktree', 'add', '-q', linked);
    expect(await changesOf(() => writeFileSync(join(linked, 'a.js'), 'linked\n'), linked)).toEqual(['modified a.js']);
    write('packages/one/x.js', 'x\n');
    commit();
    const inFolder = () => {
      write('a.js', 'outside\n');
      appendFileSync(join(root, 'packages/one/x.js'), 'inside\n');
      write('packages/one/y.js', 'y\n');
    };
    expect(await changesOf(inFolder, join(root, 'packages/one'))).toEqual(['modified x.js', 'added y.js']);
  });

  test('names with spaces, umlauts and line ends are compared', async () => {
    const add = () => {
      for (const name of ['a b.js', 'ü.js', 'x\ny.js']) write(name, 'x');
    };
    expect(await changesOf(add)).toEqual(['added a b.js', 'added x�y.js', 'added ü.js']);
  });

  test('a removed repository or commit is a problem, not an empty list', async () => {
    const base = await based();
    rmSync(join(root, '.git'), { recursive: true });
    expect(await changesSince(root, base, () => false)).toEqual({ problem: expect.stringContaining(base.commit) });
    commitAll(root);
    git(root, 'commit', '-q', '--amend', '-m', 'other');
    const other = { ...base, commit: '0'.repeat(40) };
    expect(await changesSince(root, other, () => false)).toEqual({ problem: expect.stringContaining('0000') });
  });
});

describe('a folder without a base', () => {
  test('outside of a repository', async () => {
    // The temporary folder may be in a repository.
    const outside = parse(root).root;
    expect(await workTreeBase(outside, () => false)).toEqual({ problem: 'the project is in no Git repository' });
  });

  test('in a repository without a commit', async () => {
    git(root, 'init', '-q');
    expect(await workTreeBase(root, () => false)).toEqual({
      problem: 'the Git repository of the project has no commit',
    });
  });

  test('that the repository around it ignores', async () => {
    write('.gitignore', 'work/\n');
    commitAll(root);
    write('work/a.js', 'a\n');
    expect(await workTreeBase(join(root, 'work'), () => false)).toEqual({
      problem: 'the repository around the project ignores its folder',
    });
  });

  test('an untracked folder of a repository has only differing files', async () => {
    write('a.js', 'a\n');
    commitAll(root);
    write('work/b.js', 'b\n');
    expect((await based(join(root, 'work'))).differing.map(({ path }) => path)).toEqual(['b.js']);
  });

  test('a repository with SHA-256 object ids is compared', async () => {
    execFileSync('git', ['-C', root, 'init', '-q', '--object-format=sha256']);
    write('a.js', 'a\n');
    commitAll(root);
    expect(await changesOf(() => write('a.js', 'b\n'))).toEqual(['modified a.js']);
    expect((await based()).commit).toHaveLength(64);
  });
});
