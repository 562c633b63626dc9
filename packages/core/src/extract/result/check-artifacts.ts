import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { FileCheck } from '#tree/checked-file.ts';
import type { RefusalReason, Refuse } from './model.ts';
import { artifactFolder } from './model.ts';
import { FILE_REASONS } from './read-document.ts';
import type { ResultFiles } from './result-files.ts';
import { collisions, unsafePath } from './safe-path.ts';

export const LARGEST_ARTIFACT = 256 * 1024 * 1024;
/** Of all artifacts and logs of one result. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** The result itself, and the copy of a manifest next to it. */
const RESERVED = new Set(['result.json', 'handoff.json']);

interface ListedFile {
  path: string;
  sha256: string;
  /** Absent for a log: only its hash is listed. */
  bytes?: number;
  missing: RefusalReason;
  changed: RefusalReason;
}

/**
 * Compares artifacts and logs of tests with their hashes.
 *
 * @returns whether their paths are safe
 */
export async function checkArtifacts(result: TaskResultV1, files: ResultFiles, refuse: Refuse): Promise<boolean> {
  const folder = artifactFolder(result.task_key);
  const listed = listedFiles(result);
  if (!areSafe(listed, folder, refuse)) return false;
  let total = 0;
  const checked = new Map<string, FileCheck>();
  for (const file of listed) {
    const path = `${folder}/${file.path}`;
    const found = checked.get(path) ?? (await files.check(path, LARGEST_ARTIFACT));
    if (!checked.has(path) && 'bytes' in found) total += found.bytes;
    checked.set(path, found);
    compare(file, path, found, refuse);
    if (total > MAX_BYTES) {
      refuse('too_large', folder, `its artifacts have more than ${MAX_BYTES} bytes`);
      return false;
    }
  }
  return true;
}

function listedFiles({ artifacts, tests }: TaskResultV1): ListedFile[] {
  return [
    ...artifacts.map(({ path, sha256, bytes }) => ({
      path,
      sha256,
      bytes,
      missing: 'missing_artifact' as const,
      changed: 'artifact_changed' as const,
    })),
    ...tests.map(({ log }) => ({ ...log, missing: 'missing_log' as const, changed: 'log_changed' as const })),
  ];
}

function areSafe(listed: readonly ListedFile[], folder: string, refuse: Refuse): boolean {
  let safe = true;
  for (const { path } of listed) {
    const problem = unsafePath(path) ?? (RESERVED.has(path.toLowerCase()) ? 'has a reserved name' : undefined);
    if (problem === undefined) continue;
    refuse('unsafe_path', `${folder}/result.json`, `the path ${JSON.stringify(path)} ${problem}`);
    safe = false;
  }
  for (const [one, other] of collisions(listed.map(({ path }) => path))) {
    const names = `${JSON.stringify(one)} and ${JSON.stringify(other)}`;
    refuse('path_collision', `${folder}/result.json`, `${names} are one file on systems that ignore case`);
    safe = false;
  }
  return safe;
}

function compare(file: ListedFile, path: string, found: FileCheck, refuse: Refuse): void {
  if ('problem' in found) {
    if (found.problem === 'missing') refuse(file.missing, path, 'the file does not exist');
    else if (found.problem === 'changed') refuse(file.changed, path, 'it changed while it was read');
    else refuse(FILE_REASONS[found.problem][0], path, FILE_REASONS[found.problem][1]);
  } else if (file.bytes !== undefined && file.bytes !== found.bytes) {
    refuse(file.changed, path, `it has ${found.bytes} bytes, the result lists ${file.bytes}`);
  } else if (file.sha256 !== found.sha256) {
    refuse(file.changed, path, `its SHA-256 is ${found.sha256}, the result lists ${file.sha256}`);
  }
}
