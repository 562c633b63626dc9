import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { Journal } from '../dispatch/journal.ts';
import type { Projects } from '../dispatch/survey.ts';
import { CheckedFolder } from '../files/checked-folder.ts';
import { componentsOf } from '../files/checked-path.ts';
import type { ExtractionState } from '../state/model.ts';
import { GitWork } from './git-work.ts';

export type WorkTree = NonNullable<ExtractionState['work_trees']>[number];

/** Folder of a project with its work tree; Git ignores it. */
const FOLDER = '.analyzer/work';

/**
 * Gives a task a branch of its own. The first one gets a work tree that starts at the commit of the checkout; later tasks
 * of the project continue there, on the work of those before them. The checkout itself does not change.
 *
 * @throws AnalyzerError `usage` without a commit, or if work in the tree is not committed
 */
export async function prepareWorkTree(
  key: string,
  project: string,
  journal: Journal,
  projects: Projects,
  signal?: AbortSignal,
): Promise<WorkTree> {
  const branch = branchOf(key);
  const { work_trees: trees = [] } = journal.state;
  const known = trees.find((one) => one.project === project);
  if (known !== undefined && existsSync(known.root)) {
    if (known.branch === branch) return known;
    const git = new GitWork(known.root, signal);
    if (!(await git.isClean())) {
      throw new AnalyzerError(
        'usage',
        { problem: `${known.root} has changes that are not committed` },
        { hint: `Commit or remove them: they are not those of a task. The branch is ${known.branch}.` },
      );
    }
    await git.startBranch(branch);
    return record({ ...known, branch }, journal, projects);
  }
  const checkout = projects.rootOf(project);
  const git = new GitWork(checkout, signal);
  const prefix = await git.prefix();
  const folder = CheckedFolder.create(checkout, componentsOf(FOLDER)).location;
  const tree = `${folder}/tree`;
  ignoreIn(folder);
  await git.addWorkTree(tree, branch);
  const root = prefix === '' ? tree : `${tree}/${prefix.replace(/\/$/, '')}`;
  // A project that is in no commit yet has no folder there.
  mkdirSync(root, { recursive: true });
  return record({ project, root, branch }, journal, projects);
}

/** @param key of the task, or of its ticket */
export function branchOf(key: string): string {
  return `analyzer/${key}`;
}

function record(tree: WorkTree, journal: Journal, projects: Projects): WorkTree {
  const others = (journal.state.work_trees ?? []).filter(({ project }) => project !== tree.project);
  journal.replace({ ...journal.state, work_trees: [...others, tree] });
  projects.useWorkTree(tree.project, tree.root);
  return tree;
}

function ignoreIn(folder: string): void {
  const path = `${folder}/.gitignore`;
  if (!existsSync(path)) writeFileSync(path, '# Created by analyzer.\n*\n', { flag: 'wx' });
}
