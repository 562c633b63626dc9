import { findMissedInProjects, type MissedInProjects } from '#missed/find-in-projects.ts';
import { CHANGE_CLASSES, NOT_COMPARED } from '#missed/model.ts';
import type { Engine } from '#parse/engine.ts';
import { completeOptions } from '#scan/options.ts';
import { GitTree } from '#tree/git/git-tree.ts';
import type { ProjectRoot } from './repositories.ts';

/** Commits with changes of code that are searched in each project. */
const COMMITS = 500;

/**
 * Searches the histories of projects for changes that did not reach a copy in any of them, of all classes.
 *
 * @param onProject called before the files of each project are read
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`; errors of the engine
 */
export async function missedChanges(
  projects: readonly ProjectRoot[],
  engine: Engine,
  onProject: (index: number) => void,
  signal: AbortSignal | undefined,
): Promise<MissedInProjects> {
  const opened: { label: string; tree: GitTree; scan: ReturnType<typeof completeOptions> }[] = [];
  try {
    for (const { label, root, options } of projects) {
      const tree = await GitTree.open(`HEAD:${root}`, signal);
      opened.push({ label, tree, scan: completeOptions(JSON.parse(options)) });
    }
    const wanted = {
      commits: COMMITS,
      authors: false,
      without: [...NOT_COMPARED],
      include: [...CHANGE_CLASSES],
    };
    let read = 0;
    return await findMissedInProjects(opened, wanted, {
      engine,
      onEvent: ({ type }) => {
        if (type === 'files') onProject(read++);
      },
      ...(signal && { signal }),
    });
  } finally {
    for (const { tree } of opened) await tree.close();
  }
}
