import { findMissed } from '#missed/find-missed.ts';
import { CHANGE_CLASSES, type Missed } from '#missed/model.ts';
import type { Engine } from '#parse/engine.ts';
import type { ScanOptions } from '#scan/model.ts';
import { GitTree } from '#tree/git/git-tree.ts';

/** Commits with changes of code that are searched in each project. */
const COMMITS = 500;

/**
 * Searches the history of a project for changes that did not reach a copy in it, of all classes.
 *
 * @param root path of its folder
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`; errors of the engine
 */
export async function missedChanges(
  root: string,
  scan: ScanOptions,
  engine: Engine,
  signal: AbortSignal | undefined,
): Promise<Pick<Missed, 'findings' | 'history'>> {
  const tree = await GitTree.open(`HEAD:${root}`, signal);
  try {
    const options = {
      commits: COMMITS,
      authors: false,
      without: ['tests', 'vendored', 'generated'] as const,
      include: CHANGE_CLASSES,
    };
    return await findMissed(tree, { ...options, without: [...options.without], include: [...options.include] }, scan, {
      engine,
      ...(signal && { signal }),
    });
  } finally {
    await tree.close();
  }
}
