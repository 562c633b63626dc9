import { isShallow, linesOf, mustRun, unreadable } from './history.ts';
import { runGit } from './run-git.ts';

/** A regular file that a commit changed, compared with its first parent. Paths are relative to the folder of the history. */
export interface ParentChange {
  path: string;
  /** Its version before; undefined for a new file. */
  before: { path: string; object: string } | undefined;
}

/** A commit of the first-parent line. */
export interface ParentCommit {
  commit: string;
  /** Undefined for a commit without parents, or whose parents a shallow clone does not have. */
  parent: string | undefined;
}

export interface FirstParentLine {
  /** Newest first. */
  commits: ParentCommit[];
  /** Whether there are older commits. */
  isCut: boolean;
  /** Whether the clone lacks older commits. */
  isShallow: boolean;
}

/**
 * The commits that a branch had, one after another: a merge counts as one commit.
 *
 * @param folder absolute path in the repository
 * @param limit of commits
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function firstParentLine(
  folder: string,
  commit: string,
  limit: number,
  signal?: AbortSignal,
): Promise<FirstParentLine> {
  const walk = ['rev-list', '--first-parent', '--parents', `--max-count=${limit + 1}`, commit, '--'];
  const all = linesOf(await mustRun(folder, walk, signal)).map((line): ParentCommit => {
    const [id = '', parent] = line.split(' ');
    return { commit: id, parent };
  });
  return { commits: all.slice(0, limit), isCut: all.length > limit, isShallow: await isShallow(folder, signal) };
}

/**
 * The files that commits changed, renamed or created.
 *
 * @param below path of the folder from the root of the repository, empty for the root
 * @returns by commit
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function parentChanges(
  { folder, below }: { folder: string; below: string },
  commits: readonly ParentCommit[],
  signal?: AbortSignal,
): Promise<Map<string, ParentChange[]>> {
  const args = ['diff-tree', '--stdin', '--root', '-r', '-z', '--raw', '--no-ext-diff', '--no-textconv', '--no-abbrev'];
  const paths = below === '' ? [] : [`:(top,literal)${below}`];
  const request = commits
    .map(({ commit, parent }) => `${commit}${parent === undefined ? '' : ` ${parent}`}\n`)
    .join('');
  const run = (renames: readonly string[]) => runGit(folder, [...args, ...renames, '--', ...paths], signal, request);
  const withRenames = await run(['-M', '-l400']);
  const { code, stdout, stderr } = withRenames.code === 0 ? withRenames : await run(['--no-renames']);
  if (code !== 0) throw unreadable(stderr);
  return readChanges(stdout, below);
}

/** Reads `<commit>\0` and `:<mode> <mode> <object> <object> <status>\0<path>\0[<path>\0]`. */
function readChanges(bytes: Buffer, below: string): Map<string, ParentChange[]> {
  const found = new Map<string, ParentChange[]>();
  const fields = bytes.toString().split('\0');
  const prefix = below === '' ? '' : `${below}/`;
  let current: ParentChange[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = (fields[at] ?? '').replace(/^\n/, '');
    if (!field.startsWith(':')) {
      const [commit = ''] = field.split(' ');
      current = [];
      if (commit !== '') found.set(commit, current);
      continue;
    }
    const [oldMode = '', mode = '', object = '', , status = ''] = field.slice(1).split(' ');
    const from = fields[++at] ?? '';
    const path = status.startsWith('R') ? (fields[++at] ?? '') : from;
    if (!mode.startsWith('100') || !path.startsWith(prefix)) continue;
    const hadFile = oldMode.startsWith('100') && from.startsWith(prefix);
    const before = hadFile ? { path: from.slice(prefix.length), object } : undefined;
    current.push({ path: path.slice(prefix.length), before });
  }
  return found;
}
