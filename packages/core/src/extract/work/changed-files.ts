import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { readChecked } from '#tree/checked-file.ts';
import type { AttemptBase } from '../state/model.ts';
import type { GitWork } from './git-work.ts';
import { hashOf } from './result-folder.ts';

/** The hashes of files before and after a task. */
export async function changedFiles(
  paths: readonly string[],
  { commit, differing }: AttemptBase,
  workRoot: string,
  git: GitWork,
): Promise<TaskResultV1['changed_files']> {
  const earlier = new Map(differing.map(({ path, sha256 }) => [path, sha256]));
  const files: TaskResultV1['changed_files'] = [];
  for (const path of paths) {
    const known = earlier.get(path);
    const blob = known === undefined && commit !== null ? await git.blob(commit, path) : undefined;
    const before = known ?? (blob === undefined ? null : hashOf(blob));
    const read = await readChecked(workRoot, path, Number.MAX_SAFE_INTEGER);
    files.push({ path, before, after: 'sha256' in read ? read.sha256 : null });
  }
  return files;
}
