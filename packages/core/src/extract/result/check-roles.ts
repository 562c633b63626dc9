import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { LARGEST_ARTIFACT } from './check-artifacts.ts';
import { artifactFolder, type Refuse } from './model.ts';
import type { ResultFiles } from './result-files.ts';

const PATCH = /^(?:\s*$|diff |--- |Index: |From )/;
/** How archives begin, in hexadecimal digits: gzip, zip, bzip2, xz and zstd. */
const ARCHIVES = ['1f8b', '504b0304', '425a68', 'fd377a58', '28b52ffd'];
/** Where an archive of tar has its mark. */
const TAR_MARK = 257;

/** Checks that a patch and a package are what their roles say. Other roles say only what people use a file for. */
export async function checkRoles(
  { task_key: key, artifacts, changed_files: changed }: TaskResultV1,
  files: ResultFiles,
  refuse: Refuse,
): Promise<void> {
  for (const { path: name, role, sha256 } of artifacts) {
    if (role !== 'patch' && role !== 'package') continue;
    const path = `${artifactFolder(key)}/${name}`;
    const read = await files.read(path, LARGEST_ARTIFACT);
    if (!('content' in read) || read.sha256 !== sha256) continue;
    const head = read.content.subarray(0, 512);
    if (role === 'patch' && !PATCH.test(head.toString('latin1')))
      refuse('other_role', path, 'it is listed as a patch, but has none');
    // A package of one file is delivered as this file.
    const isFile = changed.some(({ after }) => after === sha256);
    if (role === 'package' && !isFile && !isArchive(head)) {
      refuse('other_role', path, 'it is listed as a package, but is neither an archive nor a changed file');
    }
  }
}

function isArchive(head: Buffer): boolean {
  const hex = head.toString('hex');
  return ARCHIVES.some((one) => hex.startsWith(one)) || head.toString('latin1', TAR_MARK).startsWith('ustar');
}
