import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { RecordedCopy } from '../state/model.ts';
import type { Findings } from './findings.ts';
import { fingerprintsOf } from './fingerprints.ts';
import type { Expectation } from './model.ts';
import type { ResultFiles } from './result-files.ts';

/**
 * Checks after a migration that each copy is gone or has another fingerprint, except those that the design keeps. A copy
 * may not have moved to a file that the task added.
 */
export async function checkCopies(
  { changed_files: changed }: TaskResultV1,
  { observed, kept }: Pick<Expectation, 'observed' | 'kept'>,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  if ('unknown' in observed.copies) {
    findings.skip(observed.copies.unknown);
    return;
  }
  const copies = observed.copies.filter(({ family_id: id }) => !kept.has(id));
  for (const copy of copies) {
    if (copy.fingerprints.length === 0) findings.skip(`${copy.path}: ${copy.qualified_name} had no fingerprint`);
  }
  for (const path of new Set(copies.map((copy) => copy.path))) {
    await checkFile(
      path,
      copies.filter((copy) => copy.path === path),
      files,
      findings,
    );
  }
  for (const { path, before } of changed) if (before === null) await checkAdded(path, copies, files, findings);
}

const REMEDY = 'Replace it by the function of the package. Only the design can keep a copy.';

async function checkFile(
  path: string,
  copies: readonly RecordedCopy[],
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const parsed = await files.parse(path);
  if ('file' in parsed) {
    const isGone = parsed.file === 'missing' || parsed.file === 'link' || parsed.file === 'not_a_file';
    if (!isGone) findings.fail('copy_remains', path, 'its copies cannot be looked for: it cannot be read as source');
    return;
  }
  if ('problem' in parsed) {
    if (parsed.isFault) findings.fail('copy_remains', path, `its copies cannot be looked for: ${parsed.problem}`);
    else findings.skip(`${path}: ${parsed.problem}`);
    return;
  }
  const present = fingerprintsOf(parsed.facts);
  for (const { qualified_name: name, family_id: id, fingerprints } of copies) {
    if (!fingerprints.some((one) => present.has(one))) continue;
    findings.fail('copy_remains', path, `the copy ${name} of the family ${id} is still there, unchanged`, REMEDY);
  }
}

async function checkAdded(
  path: string,
  copies: readonly RecordedCopy[],
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const parsed = await files.parse(path);
  if (!('facts' in parsed)) return;
  const present = fingerprintsOf(parsed.facts);
  const moved = copies.find(({ fingerprints }) => fingerprints.some((one) => present.has(one)));
  if (moved === undefined) return;
  const message = `the copy ${moved.qualified_name} of ${moved.path} moved to this file, unchanged`;
  findings.fail('copy_remains', path, message, REMEDY);
}
