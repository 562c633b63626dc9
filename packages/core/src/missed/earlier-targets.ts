import { readCommits } from '#tree/git/commit-texts.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { runGit } from '#tree/git/run-git.ts';
import type { Version } from './contents.ts';
import { PathsToday } from './paths-today.ts';
import type { SearchedProject } from './searched-project.ts';

/** A version of a file whose object is not known yet. */
export interface WantedTarget {
  project: SearchedProject;
  /** The commit that has it; undefined if the project had none at that time. */
  commit: string | undefined;
  version: Version;
}

/** What other projects had when a commit was made: a commit of another repository has only its date in common. */
export class EarlierTargets {
  readonly #signal: AbortSignal | undefined;
  /** By project: when its files were renamed, newest first. */
  readonly #renames = new Map<SearchedProject, { committed: number; from: string; path: string }[]>();
  readonly #commits = new Map<string, string | undefined>();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** @param path of today, relative to the project @param origin of the commit */
  async at(
    project: SearchedProject,
    path: string,
    origin: { tree: GitTree; commit: string; committed: number },
  ): Promise<WantedTarget> {
    const isSame = project.tree.repository.root === origin.tree.repository.root;
    // A place that the commit itself made is not a copy that it missed.
    const commit = isSame ? `${origin.commit}~1` : await this.#commitAt(project, origin.committed);
    const paths = new PathsToday();
    for (const { committed, from, path: to } of await this.#renamesOf(project)) {
      if (committed <= origin.committed) break;
      paths.goBefore(from, to);
    }
    return { project, commit, version: project.versionOf(paths.former(path), '') };
  }

  async #commitAt({ tree }: SearchedProject, time: number): Promise<string | undefined> {
    const { root, folder } = tree.repository;
    const key = `${time} ${root}`;
    if (!this.#commits.has(key)) {
      const walk = ['rev-list', '-1', '--first-parent', `--min-age=${time}`, tree.revision.object, '--'];
      const { stdout } = await runGit(folder, walk, this.#signal);
      this.#commits.set(key, stdout.toString().trim() || undefined);
    }
    return this.#commits.get(key);
  }

  async #renamesOf(project: SearchedProject) {
    const known = this.#renames.get(project);
    if (known !== undefined) return known;
    const renaming = project.history.commits.filter(({ changes }) => changes.some(({ from, path }) => from !== path));
    const ids = renaming.map(({ commit }) => commit);
    const texts = await readCommits(project.tree.repository.folder, ids, this.#signal);
    const renames = renaming.flatMap(({ commit, changes }) => {
      const committed = texts.get(commit)?.committed ?? 0;
      return changes.flatMap(({ from, path }) => (from === path ? [] : [{ committed, from, path }]));
    });
    this.#renames.set(project, renames);
    return renames;
  }
}

/** Adds the object of each version; one that the commit does not have keeps none. */
export async function findObjects(wanted: readonly WantedTarget[], signal: AbortSignal | undefined): Promise<void> {
  const byProject = new Map<SearchedProject, { commit: string; version: Version }[]>();
  for (const { project, commit, version } of wanted) {
    // A line of the request ends with a line feed.
    if (commit === undefined || version.path.includes('\n')) continue;
    byProject.set(project, [...(byProject.get(project) ?? []), { commit, version }]);
  }
  for (const [{ tree }, asked] of byProject) {
    const { folder, below } = tree.repository;
    const prefix = below === '' ? '' : `${below}/`;
    const request = asked.map(({ commit, version }) => `${commit}:${prefix}${version.path}\n`).join('');
    const { stdout } = await runGit(folder, ['cat-file', '--batch-check'], signal, request);
    const lines = stdout.toString().split('\n');
    for (const [at, { version }] of asked.entries()) {
      version.object = /^([0-9a-f]+) blob \d+$/.exec(lines[at] ?? '')?.[1] ?? '';
    }
  }
}
