import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { isFolder } from '../folder.ts';
import type { TreeOfRevision } from '../source.ts';
import { damagedHead } from './damaged-head.ts';
import type { MergeBase } from './merge-base.ts';
import { objectOf } from './object-of.ts';
import { runGit } from './run-git.ts';

/** A folder of a repository at a revision. */
export interface Revision {
  /** Absolute path in the repository, as working directory of git. */
  folder: string;
  /** Root of the work tree, without links. A bare repository has no files there. */
  root: string;
  /** As the user wrote it. */
  written: string;
  /** The commit or tree of the revision, in hex. */
  object: string;
  /** The commit whose folder is read instead. */
  base: MergeBase | undefined;
  /** The tree of the folder, in hex. */
  tree: string;
  /** Its path from the root of the repository, empty for the root. */
  below: string;
  /** The folder that is read instead, which the revision does not have; undefined for an empty folder. */
  absent?: { movedFrom: string | undefined };
  /** Name of the folder. */
  name: string;
}

const OUTSIDE =
  'REV:PATH names a folder of a git repository at a revision, such as HEAD~1:. or v1.2:src; PATH starts from the current folder.';

/**
 * Chooses the commit to read for a revision.
 *
 * @param repository folder in the repository
 * @param name of the commit, for messages
 * @returns undefined for the commit itself
 */
export type ChooseBase = (
  repository: string,
  named: { commit: string; name: string },
) => Promise<MergeBase | undefined>;

/**
 * Chooses what to read for a folder that a revision does not have.
 *
 * @param repository folder in the repository
 * @param object the commit or tree that is read
 * @param below path of the folder from the root of the repository
 * @returns the path of another folder; undefined for an empty folder
 */
export type ChooseFolder = (repository: string, object: string, below: string) => Promise<string | undefined>;

/** Without a choice the revision itself is read, and a folder that it does not have is an error. */
export interface RevisionChoices {
  base?: ChooseBase;
  folder?: ChooseFolder;
}

/**
 * Whether an argument is a revision, `REV:PATH`: it has a colon, and there is no such path.
 */
export function isRevision(written: string): boolean {
  return written.indexOf(':') > 0 && !existsSync(written);
}

/**
 * Whether a text without a path names a commit of the repository that contains the current folder.
 *
 * @returns false without git or a repository
 */
export async function namesCommit(written: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await objectOf(resolve('.'), `${written}^{commit}`, signal)) !== undefined;
  } catch (error) {
    if (error instanceof AnalyzerError && error.code === 'unreadable') return false;
    throw error;
  }
}

/**
 * Resolves `REV:PATH`. PATH is relative to the current folder, like all paths, and may no longer exist; the repository
 * is the one that contains it. An empty PATH is the repository's root.
 *
 * @throws {AnalyzerError} `not_found` for a missing repository, revision or folder; `unreadable` without git
 */
export async function findRevision(
  written: string,
  signal?: AbortSignal,
  choices: RevisionChoices = {},
): Promise<Revision> {
  const colon = written.indexOf(':');
  const [rev, path] = [written.slice(0, colon), written.slice(colon + 1)];
  const { folder, rest } = nearestFolder(path);
  const { root, prefix } = await repositoryAround(folder, written, signal);
  const below = path === '' ? '' : [...prefix.split('/'), ...rest].filter((name) => name !== '').join('/');
  const commit = await objectOf(folder, `${rev}^{commit}`, signal);
  const object = commit ?? (await objectOf(folder, `${rev}^{tree}`, signal));
  if (object === undefined) {
    requireHead(folder, written);
    throw new AnalyzerError(
      'not_found',
      { what: 'revision', name: written },
      { hint: await hintFor(rev, folder, signal) },
    );
  }
  const base = commit === undefined ? undefined : await choices.base?.(folder, { commit, name: rev });
  const read = base?.commit ?? object;
  const treeAt = (path: string) => objectOf(folder, path === '' ? `${read}^{tree}` : `${read}:${path}`, signal);
  const found = { folder, root, written, object, base, below, name: basename(below) || basename(root) };
  const tree = await treeAt(below);
  // That of a commit is a tree.
  if (tree !== undefined && (below === '' || (await isTree(folder, tree, signal)))) return { ...found, tree };
  if (tree !== undefined || choices.folder === undefined) {
    throw new AnalyzerError('not_found', { what: 'folder of the revision', name: written }, { hint: OUTSIDE });
  }
  const movedFrom = await choices.folder(folder, read, below);
  const absent = { movedFrom };
  if (movedFrom === undefined) return { ...found, absent, tree: await emptyTree(folder, signal) };
  const moved = relative(resolve('.'), resolve(root, movedFrom)) || '.';
  const its = { written: `${rev}:${moved}`, below: movedFrom, tree: (await treeAt(movedFrom)) ?? '' };
  return { ...found, ...its, absent };
}

/** @throws {AnalyzerError} `unreadable` with the damaged file */
function requireHead(folder: string, written: string): void {
  const damaged = damagedHead(folder);
  if (damaged === undefined) return;
  throw new AnalyzerError(
    'unreadable',
    { path: written, reason: `${damaged.path} is damaged` },
    { hint: damaged.hint },
  );
}

/** The remedy for a revision that is not a commit or tree. */
async function hintFor(rev: string, folder: string, signal: AbortSignal | undefined): Promise<string> {
  if ((await objectOf(folder, 'HEAD^{commit}', signal)) !== undefined) {
    return `git rev-parse --verify '${rev}' must resolve to a commit or a tree. A shallow clone has few commits: run git fetch --unshallow.`;
  }
  if ((await objectOf(folder, 'HEAD', signal)) !== undefined) return LOST;
  return 'HEAD has no commit yet. Make the first commit, then compare with it.';
}

/** The tree that a comparison reads: that of the merge base, if there is one. */
export function treeOfRevision({ folder, root, below, name, written, object, base, tree }: Revision): TreeOfRevision {
  return { folder, root, below, name, written, object: base?.commit ?? object, tree };
}

/** Git knows the empty tree without an object. */
async function emptyTree(folder: string, signal: AbortSignal | undefined): Promise<string> {
  const { stdout } = await runGit(folder, ['hash-object', '-t', 'tree', '--stdin'], signal);
  return stdout.toString().trim();
}

/** The folder itself, or its nearest existing ancestor with the names of the rest of the path. */
function nearestFolder(path: string): { folder: string; rest: string[] } {
  let folder = resolve(path);
  const rest: string[] = [];
  while (!isFolder(folder) && dirname(folder) !== folder) {
    rest.unshift(basename(folder));
    folder = dirname(folder);
  }
  return { folder: realpathSync(folder), rest };
}

async function repositoryAround(
  folder: string,
  written: string,
  signal: AbortSignal | undefined,
): Promise<{ root: string; prefix: string }> {
  // Without a work tree the last option fails, after the answers of the others.
  const args = ['rev-parse', '--is-bare-repository', '--absolute-git-dir', '--show-toplevel'];
  const top = await runGit(folder, args, signal);
  const [bare = '', gitDir = '', root = '', ...more] = top.stdout.toString().split('\n');
  if (gitDir === '') {
    const reason = reasonOf(top.stderr);
    const isOutside = reason.includes('not a git repository') || reason === '';
    if (isOutside) requireHead(folder, written);
    if (isOutside)
      throw new AnalyzerError('not_found', { what: 'git repository of', name: written }, { hint: OUTSIDE });
    throw new AnalyzerError('unreadable', { path: written, reason: withoutPaths(reason) }, { hint: hintOf(reason) });
  }
  if (bare === 'true') return { root: gitDir.replace(/\.git$/, ''), prefix: '' };
  if (top.code !== 0 || root === '') {
    throw new AnalyzerError('not_found', { what: 'git repository of', name: written }, { hint: OUTSIDE });
  }
  const real = realpathSync(more.length > 1 ? await workTreeOf(folder, signal) : root);
  return { root: real, prefix: relative(real, folder) };
}

/** The root of a work tree whose path has line breaks. */
async function workTreeOf(folder: string, signal: AbortSignal | undefined): Promise<string> {
  const { stdout } = await runGit(folder, ['rev-parse', '--show-toplevel'], signal);
  return stdout.toString().replace(/\n$/, '');
}

const TRUST =
  'git refuses the repository because another user owns it. If you trust that user, run git config --global --add safe.directory <folder>.';

const LOST =
  'Git has no object for the commit of HEAD: git fsck lists what is missing. If .git/objects/info/alternates names another repository, it must exist.';
const REFUSED = 'git status in the folder shows the problem. A newer version of Git may be necessary.';

/** The first line of an error of Git, with the line that a colon at its end announces. */
function reasonOf(stderr: string): string {
  const [first = '', second = ''] = stderr.trim().split('\n');
  return first.endsWith(':') ? `${first} ${second.trim()}` : first;
}

function hintOf(reason: string): string {
  return reason.includes('dubious ownership') ? TRUST : REFUSED;
}

function withoutPaths(text: string): string {
  return text.replace(/^fatal: /, '').replace(/'?\/[^\s']*'?/g, '…');
}

async function isTree(folder: string, object: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { stdout } = await runGit(folder, ['cat-file', '-t', object], signal);
  return stdout.toString().trim() === 'tree';
}
