import { Folder } from './folder.ts';
import { GitTree } from './git/git-tree.ts';
import { isRevision } from './git/revision.ts';
import type { TreeSource } from './source.ts';

/**
 * Opens the folder, or `REV:PATH`, a folder of a git repository at a revision. An existing folder with colons in its
 * name has precedence. The caller closes it.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`
 */
export async function openSource(written: string, signal?: AbortSignal): Promise<TreeSource> {
  return isRevision(written) ? GitTree.open(written, signal) : new Folder(written);
}
