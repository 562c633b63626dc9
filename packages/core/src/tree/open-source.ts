import { AnalyzerError } from '@analyzer/contracts';
import { Folder } from './folder.ts';
import { GitTree } from './git/git-tree.ts';
import { isRevision, namesCommit } from './git/revision.ts';
import type { TreeSource } from './source.ts';

/**
 * Opens the folder, or `REV:PATH`, a folder of a git repository at a revision. An existing folder with colons in its
 * name has precedence. The caller closes it.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`
 */
export async function openSource(written: string, signal?: AbortSignal): Promise<TreeSource> {
  if (isRevision(written)) return GitTree.open(written, signal);
  try {
    return new Folder(written);
  } catch (error) {
    const isMissing = error instanceof AnalyzerError && error.code === 'not_found';
    if (!isMissing || !(await namesCommit(written, signal))) throw error;
    const hint = `${written} is a git revision: ${written}:. is the current folder at that revision.`;
    throw new AnalyzerError('not_found', { what: 'folder', name: written }, { hint });
  }
}
