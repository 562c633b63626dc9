import { AnalyzerError } from '@analyzer/contracts';
import { GitTree } from '#tree/git/git-tree.ts';
import type { HistoryState } from '../../codes.ts';

/** A project and its folder on this machine. */
export interface ProjectRoot {
  /** Integer id. */
  id: number;
  label: string;
  root: string;
  /** JSON of its options of the scan. */
  options: string;
}

/** The last commit of a git repository, and the projects in its work tree. */
export interface Repository {
  /** The root of the work tree at the last commit. */
  head: GitTree;
  projects: { project: ProjectRoot; below: string }[];
}

export interface Repositories {
  repositories: Repository[];
  /** By integer id: projects without a history that can be read. */
  without: Map<number, Exclude<HistoryState, 'read'>>;
}

/**
 * Opens the repositories that contain the folders of projects. The caller closes the trees.
 *
 * @throws {AnalyzerError} `cancelled`
 */
export async function openRepositories(
  projects: readonly ProjectRoot[],
  signal: AbortSignal | undefined,
): Promise<Repositories> {
  const byRoot = new Map<string, Repository>();
  const without: Repositories['without'] = new Map();
  for (const project of projects) {
    try {
      const { root, below } = await placeOf(project.root, signal);
      const known = byRoot.get(root) ?? { head: await GitTree.open(`HEAD:${root}`, signal), projects: [] };
      byRoot.set(root, known);
      known.projects.push({ project, below });
    } catch (error) {
      without.set(project.id, stateOf(error));
    }
  }
  return { repositories: [...byRoot.values()], without };
}

/** @throws {AnalyzerError} `not_found` for a folder that the last commit does not have */
async function placeOf(folder: string, signal: AbortSignal | undefined): Promise<GitTree['repository']> {
  const tree = await GitTree.open(`HEAD:${folder}`, signal);
  try {
    return tree.repository;
  } finally {
    await tree.close();
  }
}

/** @throws the error unless it is about one repository */
export function stateOf(error: unknown): Exclude<HistoryState, 'read'> {
  if (!(error instanceof AnalyzerError)) throw error;
  if (error.code === 'not_found') return 'no-history';
  if (error.code === 'unreadable') return 'unreadable';
  throw error;
}
