import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { lastName } from '#tree/globs/glob.ts';
import { kindOfName } from '#tree/kind.ts';
import { checkDeclared } from './check-declared.ts';
import { checkInterface } from './check-design.ts';
import type { Findings } from './findings.ts';
import { artifactFolder, type Expectation, type Package, type Refuse } from './model.ts';
import type { ResultFiles } from './result-files.ts';
import { isOwnFolder, unsafePath } from './safe-path.ts';

const LARGEST_FILE = 64 * 1024 * 1024;

type PackageExpectation = Pick<Expectation, 'package' | 'families' | 'exported' | 'version'>;

/** Compares name and version of a delivered package with the plan and with the task that delivered it first. */
export function checkPackage(result: TaskResultV1, expected: PackageExpectation, refuse: Refuse): void {
  const document = `${artifactFolder(result.task_key)}/result.json`;
  const wanted = expected.package;
  if (wanted === null) return;
  const delivered = result.package;
  if (delivered === null) refuse('no_package', document, `the result names no package, expected ${wanted.name}`);
  else if (delivered.name !== wanted.name) {
    refuse('other_package', document, `the package is ${delivered.name}, expected ${wanted.name}`);
  } else if (expected.version !== null && delivered.version !== expected.version) {
    const message = `the version is ${delivered.version}, the package task delivered ${expected.version}`;
    refuse('other_package', document, message);
  }
}

/** Checks that each family has an export, and that files of the package declare the exports as the design says. */
export async function checkExports(
  result: TaskResultV1,
  expected: PackageExpectation & Pick<Expectation, 'designed' | 'observed'>,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const refuse: Refuse = (...refusal) => findings.fail(...refusal);
  const document = `${artifactFolder(result.task_key)}/result.json`;
  const known = new Set(expected.families.map(({ family_id: id }) => id));
  const exported = new Set<string>();
  const present = new Map<string, boolean>();
  for (const one of result.exports) {
    const { family_id: id, symbol, path } = one;
    if (exported.has(id)) refuse('other_export', document, `the family ${id} has two exports`, 'Name one of them.');
    exported.add(id);
    if (!known.has(id)) refuse('unknown_export', document, `${symbol} is for ${id}, which the task is not about`);
    const problem = pathProblem(path, expected.package);
    if (problem !== undefined) {
      refuse('unsafe_path', document, `the path ${JSON.stringify(path)} of ${symbol} ${problem}`);
      continue;
    }
    const isFile = present.get(path) ?? 'bytes' in (await files.check(path, LARGEST_FILE));
    present.set(path, isFile);
    if (!isFile) {
      refuse('missing_export', path, `the file of the export ${symbol} is not a regular file`);
      continue;
    }
    const designed = expected.designed.get(id);
    if (designed !== undefined && designed.symbol !== symbol) {
      const message = `the export of the family ${id} is ${symbol}, the design says ${designed.symbol}`;
      refuse(
        'other_export',
        document,
        message,
        'Name it as the design does; only another design changes its interface.',
      );
    }
    const declared = await checkDeclared(one, files, findings);
    if (declared === undefined || designed === undefined) continue;
    await checkInterface(one, declared, designed, kindsOf(id, expected.observed), files.parseText, findings);
  }
  for (const { family_id: id } of expected.exported) {
    if (!exported.has(id)) refuse('missing_export', document, `no export for the family ${id}`);
  }
}

/** Kinds of the copies of a family; empty if they are not known. */
function kindsOf(family: string, { copies }: Expectation['observed']): ReadonlySet<string> {
  if ('unknown' in copies) return new Set();
  const its = copies.filter(({ family_id: id, part }) => id === family && part === false);
  return new Set(its.flatMap(({ kind }) => kind ?? []));
}

function pathProblem(path: string, wanted: Package | null): string | undefined {
  const problem = unsafePath(path) ?? (isOwnFolder(path) ? 'is in a folder of tools' : undefined);
  if (problem !== undefined || wanted === null) return problem;
  return path === wanted.path || path.startsWith(`${wanted.path}/`) ? undefined : `is not in ${wanted.path}`;
}

/** What a source file has in its head if it shows a licence. */
const LICENSED = /licen[cs]e|copyright|SPDX/i;

/** Checks that a licence review has evidence. */
export async function checkLicense(result: TaskResultV1, files: ResultFiles, refuse: Refuse): Promise<void> {
  const document = `${artifactFolder(result.task_key)}/result.json`;
  if (result.license === null) {
    const remedy = 'Name the SPDX expression of the licence, and a file that shows it.';
    refuse('no_license', document, 'the result has no licence review', remedy);
    return;
  }
  for (const path of result.license.evidence) {
    const problem = unsafePath(path);
    if (problem !== undefined) {
      refuse('unsafe_path', document, `the path ${JSON.stringify(path)} of the licence ${problem}`);
      continue;
    }
    const found = await files.read(path, LARGEST_FILE);
    if ('problem' in found || found.bytes === 0) {
      refuse('missing_evidence', path, 'the evidence of the licence is not a regular file with content');
    } else if (kindOfName(lastName(path))?.parsed === true && !LICENSED.test(found.content.toString('utf8'))) {
      refuse('missing_evidence', path, 'the source file names no licence');
    }
  }
}
