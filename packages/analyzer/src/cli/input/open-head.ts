import { AnalyzerError } from '@analyzer/contracts';
import { isFolder } from '@analyzer/core/tree/folder.ts';
import { GitTree } from '@analyzer/core/tree/git/git-tree.ts';
import { isRevision } from '@analyzer/core/tree/git/revision.ts';

/**
 * Opens a folder of a work tree at the last commit, or a folder at a revision.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`
 */
export function openHead(path: string, signal: AbortSignal): Promise<GitTree> {
  if (isRevision(path)) return GitTree.open(path, signal);
  if (isFolder(path)) return GitTree.open(`HEAD:${path}`, signal);
  throw new AnalyzerError(
    'not_found',
    { what: 'folder', name: path },
    { hint: 'Name a folder of a git work tree, or a folder at a revision, such as v1.2:src.' },
  );
}
