import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { validate as isResult } from '@analyzer/contracts/analyzer.task-result.v1/validate';
import { checkArtifacts } from './check-artifacts.ts';
import { checkChangedFiles } from './check-changed-files.ts';
import { checkCode } from './check-code.ts';
import { checkCopies } from './check-copies.ts';
import { checkGitChanges } from './check-git-changes.ts';
import { checkImporters } from './check-importers.ts';
import { checkManifest, checkManifestLicense } from './check-manifest.ts';
import { checkExports, checkLicense, checkPackage } from './check-package.ts';
import { checkProject } from './check-project.ts';
import { checkProposal } from './check-proposal.ts';
import { checkNewVersion, checkRelease } from './check-release.ts';
import { checkRoles } from './check-roles.ts';
import { checkScope } from './check-scope.ts';
import { checkTests } from './check-tests.ts';
import { Findings } from './findings.ts';
import { artifactFolder, type Check, type Expectation, type Refusal, type Refuse, type Verdict } from './model.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import type { ResultFiles } from './result-files.ts';

/**
 * Reads the result of a task from its project and compares it with the plan, the handed over files and the project. It
 * runs nothing. An accepted result is complete and unchanged, and no check contradicts it.
 */
export async function verifyResult(expected: Expectation, files: ResultFiles): Promise<Verdict> {
  const refusals: Refusal[] = [];
  const refuse: Refuse = (reason, file, message, remedy) =>
    refusals.push({ reason, file, message, ...(remedy === undefined ? {} : { remedy }) });
  const document = await readResult(expected.key, files, refuse);
  if (document === undefined) return { refusals, checks: [] };
  const { value: result, file } = document;
  checkIdentity(result, expected, refuse);
  if (refusals.length > 0) return { refusals, checks: [] };
  if (result.status !== 'done') {
    const message = result.status === 'failed' ? 'the task failed' : 'a person must review the task';
    refuse(result.status, pathOf(expected.key), result.notes === '' ? message : `${message}: ${result.notes}`);
    return { refusals, checks: [] };
  }
  if (await checkArtifacts(result, files, refuse)) await checkRoles(result, files, refuse);
  await checkChangedFiles(result, expected, files, refuse);
  const proposal = await checkStage(result, expected, files, refuse);
  const checks = await checkWork(result, expected, files, refuse);
  if (refusals.length > 0) return { refusals, checks };
  return { delivery: { key: expected.key, task: expected.task, result, file, proposal: proposal ?? null }, checks };
}

/** Reads a result without comparing it. */
export function readResult(
  key: string,
  files: ResultFiles,
  refuse: Refuse,
): Promise<ReadDocument<TaskResultV1> | undefined> {
  const reasons = { missing: 'no_result', invalid: 'invalid_result' } as const;
  return readDocument(files, pathOf(key), isResult, reasons, refuse);
}

function pathOf(key: string): string {
  return `${artifactFolder(key)}/result.json`;
}

function checkIdentity(
  result: TaskResultV1,
  { key, task, handoffDigest, earlierHandoffs }: Expectation,
  refuse: Refuse,
): void {
  const path = pathOf(key);
  if (result.task_key !== key) refuse('other_task', path, `it is the result of ${result.task_key}, expected ${key}`);
  if (result.input_digest !== task.input_digest) {
    refuse('other_input', path, `its input_digest is ${result.input_digest}, expected ${task.input_digest}`);
  }
  if (result.handoff_digest !== handoffDigest && !earlierHandoffs.has(result.handoff_digest)) {
    refuse('other_handoff', path, `its handoff_digest is ${result.handoff_digest}, expected ${handoffDigest}`);
  }
}

async function checkStage(result: TaskResultV1, expected: Expectation, files: ResultFiles, refuse: Refuse) {
  const { stage } = expected.task;
  switch (stage) {
    case 'design':
    case 'route-review':
      requireNoChanges(result, refuse);
      return checkProposal(result, expected, files, refuse);
    case 'package':
      await checkTests(result, expected.testsBefore, files, refuse);
      checkPackage(result, expected, refuse);
      checkNewVersion(result, expected, refuse);
      return undefined;
    case 'verify':
      requireNoChanges(result, refuse);
      await checkTests(result, expected.testsBefore, files, refuse);
      checkPackage(result, expected, refuse);
      await checkLicense(result, files, refuse);
      await checkManifestLicense(result, expected, files, refuse);
      return undefined;
    case 'release':
      checkPackage(result, expected, refuse);
      return undefined;
    case 'migrate':
      await checkTests(result, expected.testsBefore, files, refuse);
      return undefined;
    case 'validate':
      requireNoChanges(result, refuse);
      await checkTests(result, expected.testsBefore, files, refuse);
      return undefined;
  }
}

/** Compares what the result claims with the project. */
async function checkWork(
  result: TaskResultV1,
  expected: Expectation,
  files: ResultFiles,
  refuse: Refuse,
): Promise<Check[]> {
  const { stage } = expected.task;
  const checks: Check[] = [];
  const check = async (name: Check['check'], run: (findings: Findings) => Promise<void> | void): Promise<void> => {
    const findings = new Findings(name, refuse);
    await run(findings);
    checks.push(findings.outcome);
  };
  if (stage === 'package' || stage === 'verify') {
    await check('exports', async (findings) => {
      await checkExports(result, expected, files, findings);
      await checkManifest(result, expected, files, findings);
    });
    await check('code', (findings) => checkCode(result, expected, files, findings));
  }
  if (stage === 'release') await check('release', (findings) => checkRelease(result, expected, files, findings));
  await check('changed_files', (findings) => checkGitChanges(result, expected.observed.changes, findings));
  if (stage === 'migrate' || stage === 'validate') {
    await check('copies', (findings) => checkCopies(result, expected, files, findings));
    await check('importers', (findings) => checkImporters(result, expected, files, findings));
  }
  if (stage === 'package' || stage === 'migrate' || stage === 'release')
    await check('files', (findings) => checkScope(result, expected, files, findings));
  if (stage === 'package' || stage === 'migrate') {
    await check('project', (findings) => checkProject(expected.observed, findings));
  }
  return checks;
}

function requireNoChanges({ task_key: key, changed_files: files }: TaskResultV1, refuse: Refuse): void {
  for (const { path } of files) refuse('unexpected_change', path, `a task of this stage changes no file (${key})`);
}
