import { join, resolve } from 'node:path';
import { readInputFile } from '../input-file.ts';
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
  const args = ['rev-parse', '--absolute-git-dir', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'];
  const { code, stdout } = await runGit(folder, args, signal);
  const [, directory, head] = /^(.+)\n([0-9a-f]{40,64})\n$/s.exec(stdout.toString()) ?? [];
  if (code !== 0 || directory === undefined || head === undefined) return [];
  return [head, ...mergedCommits(directory)];
}

/** One line for each commit that is merged. */
function mergedCommits(gitDirectory: string): string[] {
  const bytes = readInputFile(join(gitDirectory, 'MERGE_HEAD'), { limit: LARGEST_MERGE, follow: false });
  return bytes?.toString('latin1').match(/^[0-9a-f]{40,64}$/gm) ?? [];
}
