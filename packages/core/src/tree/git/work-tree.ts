import { AnalyzerError } from '@analyzer/contracts';
import { damagedHead } from './damaged-head.ts';
import { runGit } from './run-git.ts';
import { COMMITTED, contentOf } from './work-content.ts';

/** A file that differs from a commit; null if it does not exist. */
export interface DifferingFile {
  path: string;
  sha256: string | null;
}

/** The content of a folder at some time, as its difference from a commit. */
export interface WorkTreeBase {
  commit: string;
  differing: readonly DifferingFile[];
}

export interface FileChange {
  path: string;
  change: 'added' | 'modified' | 'deleted';
}

/** Whether a path is not compared. */
export type IsIgnored = (path: string) => boolean;

const MAX_DIFFERING = 10_000;
/** One more than a result can list. */
const MAX_CHANGES = 10_001;

/**
 * The current content of a folder: committed, staged, unstaged and untracked files, without those that Git
 * ignores. The files are hashed here: neither the index of Git, which other programs can change, nor a filter decides.
 *
 * @param root absolute path without links
 * @returns why the folder cannot be compared with a commit
 * @throws AnalyzerError `cancelled`
 */
export async function workTreeBase(
  root: string,
  isIgnored: IsIgnored,
  signal?: AbortSignal,
): Promise<WorkTreeBase | { problem: string }> {
  const head = await headOf(root, signal);
  if ('problem' in head) return head;
  const { commit } = head;
  const listing = await listFiles(root, commit, [], isIgnored, signal);
  if (listing === undefined) return { problem: `Git cannot list the files of the commit ${commit}` };
  const { committed, paths } = listing;
  const differing: DifferingFile[] = [];
  for (const path of paths) {
    const content = await contentOf(root, path, committed.get(path), signal);
    if (content === COMMITTED || (content === null && !committed.has(path))) continue;
    if (differing.length === MAX_DIFFERING) {
      return { problem: `more than ${MAX_DIFFERING} files differ from the commit ${commit}` };
    }
    differing.push({ path: printable(path), sha256: content });
  }
  return { commit, differing };
}

/**
 * The files of a folder that changed since a base, by path.
 *
 * @returns why that is not known, for example because the executor removed the repository
 * @throws AnalyzerError `cancelled`
 */
export async function changesSince(
  root: string,
  { commit, differing }: WorkTreeBase,
  isIgnored: IsIgnored,
  signal?: AbortSignal,
): Promise<FileChange[] | { problem: string }> {
  const earlier = new Map(differing.map(({ path, sha256 }) => [path, sha256]));
  const listing = await listFiles(root, commit, earlier.keys(), isIgnored, signal);
  if (listing === undefined) return { problem: `Git cannot list the files of the recorded commit ${commit} any more` };
  const { committed, paths } = listing;
  const changes: FileChange[] = [];
  for (const path of paths) {
    const name = printable(path);
    const before = earlier.get(name);
    const after = await contentOf(root, path, committed.get(path), signal);
    const was = before === undefined ? (committed.has(path) ? COMMITTED : null) : before;
    if (was === after) continue;
    changes.push({ path: name, change: was === null ? 'added' : after === null ? 'deleted' : 'modified' });
    if (changes.length === MAX_CHANGES) break;
  }
  return changes;
}

async function headOf(root: string, signal?: AbortSignal): Promise<{ commit: string } | { problem: string }> {
  try {
    const inside = await runGit(root, ['rev-parse', '--is-inside-work-tree'], signal);
    const damaged = damagedHead(root);
    if (damaged !== undefined) return { problem: `${damaged.path} of the Git repository is damaged` };
    if (inside.code !== 0) {
      const isOutside = inside.stderr.includes('not a git repository');
      return { problem: isOutside ? 'the project is in no Git repository' : 'Git refuses to read the repository' };
    }
    if ((await runGit(root, ['check-ignore', '--quiet', root], signal)).code === 0) {
      return { problem: 'the repository around the project ignores its folder' };
    }
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'];
    const { code, stdout } = await runGit(root, args, signal);
    const commit = stdout.toString('latin1').trim();
    return code === 0 ? { commit } : { problem: 'the Git repository of the project has no commit' };
  } catch (error) {
    if (error instanceof AnalyzerError && error.code === 'unreadable') return { problem: 'Git is not installed' };
    throw error;
  }
}

interface Listing {
  /** Blobs of the commit, by path. */
  committed: ReadonlyMap<string, string>;
  /** All paths to compare: of the commit, of the index, untracked ones and others. */
  paths: string[];
}

/** @returns undefined if Git fails */
async function listFiles(
  root: string,
  commit: string,
  others: Iterable<string>,
  isIgnored: IsIgnored,
  signal?: AbortSignal,
): Promise<Listing | undefined> {
  const committed = await committedFiles(root, commit, signal);
  if (committed === undefined) return undefined;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { code, stdout } = await runGit(root, args, signal);
  if (code !== 0) return undefined;
  // A repository in the folder ends with a slash.
  const listed = stdout.toString('utf8').split('\0');
  const all = new Set([...committed.keys(), ...others, ...listed.map((path) => path.replace(/\/$/, ''))]);
  return { committed, paths: [...all].filter((path) => path !== '' && !isIgnored(path)).sort() };
}

/** Blobs by path relative to the folder. A submodule has no blob. */
async function committedFiles(
  root: string,
  commit: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { code, stdout } = await runGit(root, ['ls-tree', '-r', '-z', commit], signal);
  if (code !== 0) return undefined;
  const files = new Map<string, string>();
  for (const line of stdout.toString('utf8').split('\0')) {
    const [, type = '', object = ''] = line.slice(0, line.indexOf('\t')).split(' ');
    if (type === 'blob') files.set(line.slice(line.indexOf('\t') + 1), object);
  }
  return files;
}

/** A path that a document can contain. */
function printable(path: string): string {
  return path.replace(/\p{Cc}/gu, '�');
}
