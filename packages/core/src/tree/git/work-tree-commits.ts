import { join, resolve } from 'node:path';
import { readInputFile } from '../input-file.ts';
import { objectOf } from './object-of.ts';
import { runGit } from './run-git.ts';

/** Of a merge of some thousand commits. */
const LARGEST_MERGE = 256 * 1024;

/**
 * The commits that a commit of the work tree would have as parents: `HEAD`, and those of an unfinished merge.
 *
 * @param project folder in the work tree
 * @returns empty outside of a repository, and without a commit
 */
export async function workTreeCommits(project: string, signal?: AbortSignal): Promise<string[]> {
  const folder = resolve(project);
  const { code, stdout } = await runGit(folder, ['rev-parse', '--absolute-git-dir'], signal);
  if (code !== 0) return [];
  const head = await objectOf(folder, 'HEAD^{commit}', signal);
  return head === undefined ? [] : [head, ...mergedCommits(stdout.toString().replace(/\n$/, ''))];
}

/** One line for each commit that is merged. */
function mergedCommits(gitDirectory: string): string[] {
  const bytes = readInputFile(join(gitDirectory, 'MERGE_HEAD'), { limit: LARGEST_MERGE, follow: false });
  return bytes?.toString('latin1').match(/^[0-9a-f]{40,64}$/gm) ?? [];
}
