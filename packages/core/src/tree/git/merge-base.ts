import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { isFolder } from '../folder.ts';
import { objectOf } from './object-of.ts';
import { runGit } from './run-git.ts';
import { workTreeCommits } from './work-tree-commits.ts';

/** The commit that both sides of a comparison started from. */
export interface MergeBase {
  commit: string;
  /** Further ones: the two sides merged each other. */
  others: string[];
}

/** A commit and its name for messages. */
interface NamedCommit {
  commit: string;
  name: string;
}

const UNRELATED = 'Their histories are unrelated. Compare with the revision itself: --exact.';
const SHALLOW =
  'The clone is shallow, so their common commit may be missing: the clone has it after git fetch --unshallow, or with fetch-depth: 0 in GitHub Actions. Or compare with the revision itself: --exact.';

/**
 * The merge base of a revision and the commit of a work tree, of which the commits of an unfinished merge are parents.
 *
 * @param project folder in the work tree
 * @param repository folder in the repository of the revision
 * @returns undefined if the folder is not of a work tree of this repository with a commit
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`
 */
export async function findMergeBase(
  project: string,
  repository: string,
  { commit, name }: NamedCommit,
  signal?: AbortSignal,
): Promise<MergeBase | undefined> {
  const [head, ...merged] = isFolder(project) ? await workTreeCommits(project, signal) : [];
  if (head === undefined) return undefined;
  let base: MergeBase | undefined;
  try {
    base = await mergeBaseOf(repository, commit, [head, ...merged], signal);
  } catch (error) {
    // Git does not know the commit: the work tree is that of another repository.
    if ((await objectOf(repository, `${head}^{commit}`, signal)) === undefined) return undefined;
    throw error;
  }
  if (base !== undefined) return base;
  const shallow = await runGit(repository, ['rev-parse', '--is-shallow-repository'], signal);
  const hint = shallow.stdout.toString().trim() === 'true' ? SHALLOW : UNRELATED;
  throw new AnalyzerError('not_found', { what: 'merge base', name: `HEAD and ${name}` }, { hint });
}

/**
 * @param repository folder in the repository
 * @param heads commits that are taken as one merge, which does not exist yet
 * @returns undefined if there is none
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function mergeBaseOf(
  repository: string,
  commit: string,
  heads: readonly string[],
  signal?: AbortSignal,
): Promise<MergeBase | undefined> {
  if (heads.length === 0) return undefined;
  const folder = resolve(repository);
  const { code, stdout, stderr } = await runGit(folder, ['merge-base', '--all', commit, ...heads], signal);
  const [first, ...others] = stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  if (first !== undefined) return { commit: first, others };
  if (code !== 1) throw new AnalyzerError('unreadable', { path: commit, reason: stderr.trim() });
  return undefined;
}
