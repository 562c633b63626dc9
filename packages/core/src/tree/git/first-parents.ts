import { isShallow, linesOf, mustRun, startOf, unreadable } from './history.ts';
import { missingObjects } from './missing-objects.ts';
import { runGit } from './run-git.ts';

/** A commit of the first-parent line with the tree of the folder. */
export interface FirstParent {
  commit: string;
  tree: string;
}

export interface FirstParents {
  /** Those that changed the folder, oldest first; of a range the first one is its oldest commit. */
  commits: FirstParent[];
  /** Commits in the range. */
  seen: number;
  /** Commits that do not have the folder. */
  withoutFolder: number;
  /** The clone has no older commits. */
  isShallow: boolean;
}

/** Git knows the id of a tree, and does not have it. */
const IS_OBJECT = /^[0-9a-f]{40,64} missing$/;

/**
 * The commits of the first-parent line up to a commit: what a branch was after each commit or merge to it.
 *
 * @param folder absolute path in the repository
 * @param below path of the folder from the root of the repository, empty for the root
 * @param since commit or date; absent for the complete history
 * @throws {AnalyzerError} `not_found` for a revision, `unreadable`, `cancelled`
 */
export async function firstParents(
  { folder, below }: { folder: string; below: string },
  commit: string,
  since: string | undefined,
  signal?: AbortSignal,
): Promise<FirstParents> {
  const walk = ['rev-list', '--first-parent', '--reverse', ...(await startOf(folder, since, signal)), commit, '--'];
  const all = linesOf(await mustRun(folder, walk, signal));
  const request = all.map((it) => `${it}${below === '' ? '^{tree}' : `:${below}`}\n`).join('');
  const { stdout, stderr } = await runGit(folder, ['cat-file', '--batch-check'], signal, request);
  const [problem] = /^(error|fatal):.*/m.exec(stderr) ?? [];
  if (problem !== undefined) throw unreadable(problem);
  const lines = stdout.toString().split('\n');
  const commits: FirstParent[] = [];
  let withoutFolder = 0;
  let last: string | undefined;
  for (const [at, id] of all.entries()) {
    const tree = /^([0-9a-f]+) tree \d+$/.exec(lines[at] ?? '')?.[1];
    if (tree === undefined && (below === '' || IS_OBJECT.test(lines[at] ?? '')))
      throw missingObjects(`${id}:${below}`, id);
    if (tree === undefined) withoutFolder++;
    else if (tree !== last) commits.push({ commit: id, tree });
    last = tree;
  }
  return { commits, seen: all.length, withoutFolder, isShallow: await isShallow(folder, signal) };
}
