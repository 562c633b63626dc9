import { AnalyzerError } from '@analyzer/contracts';
import { isFolder } from '@analyzer/core/tree/folder.ts';
import type { GitTree } from '@analyzer/core/tree/git/git-tree.ts';
import { openHead } from '../input/open-head.ts';

const HINT =
  '--blame reads commits: scan a folder that the last commit of a git repository has, or scan it without --blame.';

/**
 * Opens what `--blame` needs: the folder at the last commit.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`
 */
export async function openHistory(path: string, signal: AbortSignal): Promise<GitTree> {
  try {
    return await openHead(path, signal);
  } catch (error) {
    if (!(error instanceof AnalyzerError) || error.code !== 'not_found' || !isFolder(path)) throw error;
    throw new AnalyzerError('not_found', { what: 'git history of the folder', name: path }, { hint: HINT });
  }
}
