import { AnalyzerError } from '@analyzer/contracts';
import { objectOf } from './object-of.ts';
import { runGit } from './run-git.ts';

/** A file that a commit changed or renamed, or both. Paths are relative to the folder of the history. */
export interface FileChange {
  /** Before the commit. */
  from: string;
  path: string;
  /** Ids of blobs. */
  before: string;
  after: string;
}

/** A commit with one parent. */
export interface HistoryCommit {
  commit: string;
  changes: FileChange[];
  /** Files that became something else, such as a link. */
  otherChanges: number;
}

export interface HistoryRange {
  /** Commit or date; absent for the complete history. */
  since?: string;
  /** Commits with changes of wanted files, at most. */
  limit: number;
  isWanted: (path: string) => boolean;
}

export interface History {
  /** Newest first. */
  commits: HistoryCommit[];
  /** Commits that were looked at. */
  seen: number;
  /** Whether older commits in the range were not looked at. */
  isCut: boolean;
  isShallow: boolean;
  /** Git could not read contents that it needs to find renamed files. */
  withoutRenames: boolean;
}

const COMMITS_AT_ONCE = 512;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z?)?$/;
const HINT = 'Use a commit, a tag or a branch, or a date such as 2026-01-31.';

/**
 * The commits before and at a commit that changed files of a folder. Merges are not commits of their own: what they
 * merged is looked at commit by commit.
 *
 * @param folder absolute path in the repository
 * @param below path of the folder from the root of the repository, empty for the root
 * @throws {AnalyzerError} `not_found` for a revision, `unreadable`, `cancelled`
 */
export async function readHistory(
  { folder, below }: { folder: string; below: string },
  commit: string,
  { since, limit, isWanted }: HistoryRange,
  signal?: AbortSignal,
): Promise<History> {
  const walk = ['rev-list', '--no-merges', '--date-order', ...(await startOf(folder, since, signal)), commit, '--'];
  const all = linesOf(await mustRun(folder, walk, signal));
  const history: History = {
    commits: [],
    seen: 0,
    isCut: false,
    isShallow: await isShallow(folder, signal),
    withoutRenames: false,
  };
  let changing = 0;
  while (history.seen < all.length && changing < limit) {
    const some = all.slice(history.seen, history.seen + COMMITS_AT_ONCE);
    const changed = await changesOf(folder, below, some, history, signal);
    for (const [at, id] of some.entries()) {
      if (changing === limit) {
        some.length = at;
        break;
      }
      const { changes = [], otherChanges = 0 } = changed.get(id) ?? {};
      const wanted = changes.filter(({ path }) => isWanted(path));
      if (wanted.length > 0 || otherChanges > 0) history.commits.push({ commit: id, changes: wanted, otherChanges });
      if (wanted.some(({ before, after }) => before !== after)) changing++;
    }
    history.seen += some.length;
  }
  history.isCut = history.seen < all.length;
  return history;
}

/** Whether a clone has only the newest commits. */
export async function isShallow(folder: string, signal?: AbortSignal): Promise<boolean> {
  const { stdout } = await runGit(folder, ['rev-parse', '--is-shallow-repository'], signal);
  return stdout.toString().trim() === 'true';
}

/**
 * The start of a range, as arguments of `rev-list`.
 *
 * @param since commit or date @throws {AnalyzerError} `not_found` for any other text
 */
export async function startOf(folder: string, since: string | undefined, signal?: AbortSignal): Promise<string[]> {
  if (since === undefined) return [];
  const start = await objectOf(folder, `${since}^{commit}`, signal);
  if (start !== undefined) return [`^${start}`];
  if (DATE.test(since) && !Number.isNaN(Date.parse(since)))
    return [`--since=${since}${since.includes('T') ? '' : 'T00:00:00Z'}`];
  throw new AnalyzerError('not_found', { what: 'revision', name: since }, { hint: HINT });
}

type Changes = Map<string, { changes: FileChange[]; otherChanges: number }>;

async function changesOf(
  folder: string,
  below: string,
  commits: readonly string[],
  history: History,
  signal?: AbortSignal,
): Promise<Changes> {
  const run = (renames: readonly string[]) => {
    const args = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-ext-diff', '--no-textconv', '--no-abbrev'];
    const paths = below === '' ? [] : [`:(top,literal)${below}`];
    return runGit(folder, [...args, ...renames, '--', ...paths], signal, commits.map((it) => `${it}\n`).join(''));
  };
  let answer = history.withoutRenames ? undefined : await run(['-M', '-l400']);
  if (answer === undefined || answer.code !== 0) {
    history.withoutRenames = true;
    answer = await run(['--no-renames']);
  }
  if (answer.code !== 0) throw unreadable(answer.stderr);
  return parseChanges(answer.stdout, below);
}

/** Reads `<commit>\0` and `:<mode> <mode> <object> <object> <status>\0<path>\0[<path>\0]`. */
export function parseChanges(bytes: Buffer, below: string): Changes {
  const found: Changes = new Map();
  const fields = bytes.toString().split('\0');
  const prefix = below === '' ? '' : `${below}/`;
  let current: { changes: FileChange[]; otherChanges: number } | undefined;
  for (let at = 0; at < fields.length; at++) {
    const field = (fields[at] ?? '').replace(/^\n/, '');
    if (!field.startsWith(':')) {
      if (/^[0-9a-f]{40,64}$/.test(field)) {
        current = { changes: [], otherChanges: 0 };
        found.set(field, current);
      }
      continue;
    }
    const [oldMode = '', mode = '', before = '', after = '', status = ''] = field.slice(1).split(' ');
    const from = fields[++at] ?? '';
    const path = /^[RC]/.test(status) ? (fields[++at] ?? '') : from;
    if (current === undefined) continue;
    const isInside = from.startsWith(prefix) && path.startsWith(prefix);
    if (/^[MR]/.test(status) && isRegular(oldMode) && isRegular(mode) && isInside) {
      current.changes.push({ from: from.slice(prefix.length), path: path.slice(prefix.length), before, after });
    } else if (status.startsWith('T')) current.otherChanges++;
  }
  return found;
}

function isRegular(mode: string): boolean {
  return mode.startsWith('100');
}

/** The output of a command. @throws {AnalyzerError} `unreadable` if it fails */
export async function mustRun(folder: string, args: readonly string[], signal?: AbortSignal): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(folder, args, signal);
  if (code !== 0) throw unreadable(stderr);
  return stdout;
}

/** @param stderr of git */
export function unreadable(stderr: string): AnalyzerError {
  const reason = (stderr.trim().split('\n')[0] ?? '').replace(/'?\/[^\s']*'?/g, '…') || 'git failed';
  return new AnalyzerError(
    'unreadable',
    { path: 'the history', reason },
    { hint: 'git fsck names damaged objects; a partial clone has them after git fetch --refetch.' },
  );
}

export function linesOf(bytes: Buffer): string[] {
  return bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
}
