import { runGit } from './run-git.ts';

/** A version of a file. */
export interface FileVersion {
  object: string;
  size: number;
}

/** How much of a history is read. */
export interface HistoryBounds {
  /** Commits of the first-parent line. */
  commits: number;
  /** Versions of a file. */
  versions: number;
}

/**
 * The earlier versions of some files in the first-parent line of a commit, newest first, each once.
 *
 * @param folder absolute path in the repository
 * @param commit anything else has no history
 * @param paths relative to the root of the repository
 * @returns by path, without the version of the commit itself
 */
export async function fileVersions(
  folder: string,
  commit: string,
  paths: readonly string[],
  bounds: HistoryBounds,
  signal?: AbortSignal,
): Promise<Map<string, FileVersion[]>> {
  const walk = ['rev-list', '--first-parent', `--max-count=${bounds.commits}`, commit, '--'];
  const { stdout } = await runGit(folder, walk, signal);
  const commits = stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
  // A line of the request ends with a line feed.
  const files = paths.filter((path) => !path.includes('\n'));
  const request = commits.flatMap((it) => files.map((path) => `${it}:${path}\n`)).join('');
  const listed = await runGit(folder, ['cat-file', '--batch-check'], signal, request);
  const lines = listed.stdout.toString().split('\n');
  return new Map(files.map((path, file) => [path, distinct(lines, file, files.length).slice(1, bounds.versions + 1)]));
}

/** The different versions of each `step`th line from the first one. */
function distinct(lines: readonly string[], first: number, step: number): FileVersion[] {
  const versions = new Map<string, FileVersion>();
  for (let at = first; at < lines.length; at += step) {
    const [, object, size] = /^([0-9a-f]+) blob (\d+)$/.exec(lines[at] ?? '') ?? [];
    if (object !== undefined && !versions.has(object)) versions.set(object, { object, size: Number(size) });
  }
  return [...versions.values()];
}
