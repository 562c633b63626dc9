import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { artifactFolder, type Expectation, type Refuse } from './model.ts';
import { FILE_REASONS } from './read-document.ts';
import type { ResultFiles } from './result-files.ts';
import { collisions, isOwnFolder, unsafePath } from './safe-path.ts';

const LARGEST_FILE = 256 * 1024 * 1024;

/** Recorded hash of a file that does not exist. */
export const ABSENT = 'absent';

/**
 * Compares the listed changes with the project: a file must have the hash after the task, or one that a later task
 * lists for it; its hash before must be one of the known hashes.
 */
export async function checkChangedFiles(
  result: TaskResultV1,
  expected: Pick<Expectation, 'before' | 'later'>,
  files: ResultFiles,
  refuse: Refuse,
): Promise<void> {
  const document = `${artifactFolder(result.task_key)}/result.json`;
  for (const [one, other] of collisions(result.changed_files.map(({ path }) => path))) {
    const names = `${JSON.stringify(one)} and ${JSON.stringify(other)}`;
    refuse('path_collision', document, `${names} are one file on systems that ignore case`);
  }
  const listed = new Set<string>();
  for (const { path, before, after } of result.changed_files) {
    if (listed.has(path)) refuse('path_collision', document, `${JSON.stringify(path)} is listed twice`);
    listed.add(path);
    const problem = unsafePath(path) ?? (isOwnFolder(path) ? 'is in a folder of tools' : undefined);
    if (problem !== undefined) {
      refuse('unsafe_path', document, `the changed file ${JSON.stringify(path)} ${problem}`);
      continue;
    }
    const known = expected.before.get(path);
    if (known !== undefined && !known.has(before ?? ABSENT)) {
      refuse('other_before', path, `the result lists ${before ?? 'no file'} before the task, which is not known`);
    }
    await compare(path, after, expected.later.get(path), files, refuse);
  }
}

async function compare(
  path: string,
  after: string | null,
  later: ReadonlySet<string> | undefined,
  files: ResultFiles,
  refuse: Refuse,
): Promise<void> {
  const found = await files.check(path, LARGEST_FILE);
  if ('problem' in found && found.problem !== 'missing' && found.problem !== 'changed') {
    refuse(FILE_REASONS[found.problem][0], path, FILE_REASONS[found.problem][1]);
    return;
  }
  const hash = 'problem' in found ? (found.problem === 'missing' ? ABSENT : 'unstable') : found.sha256;
  if (hash === (after ?? ABSENT) || later?.has(hash)) return;
  if (hash === ABSENT) refuse('file_changed', path, `the file does not exist, the result lists ${after}`);
  else refuse('file_changed', path, `its SHA-256 is ${hash}, the result lists ${after ?? 'a deleted file'}`);
}
