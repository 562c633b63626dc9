import { Folder } from './folder.ts';
import { GitTree } from './git/git-tree.ts';
import { isRevision } from './git/revision.ts';
import type { TreeSource } from './source.ts';

/**
 * What a person named: a folder, or as `REV:PATH` a folder of a git repository at a revision. What exists under the
 * very name is a folder, whatever colons are in it. Whoever asks closes it.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`
 */
export async function openSource(written: string, signal?: AbortSignal): Promise<TreeSource> {
  return isRevision(written) ? GitTree.open(written, signal) : new Folder(written);
}
