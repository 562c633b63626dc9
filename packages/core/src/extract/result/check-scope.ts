import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { FileFacts } from '#parse/facts.ts';
import { lastName } from '#tree/globs/glob.ts';
import { kindOfName } from '#tree/kind.ts';
import type { RecordedCopy } from '../state/model.ts';
import { earlierFile } from './earlier-file.ts';
import type { Findings } from './findings.ts';
import type { Expectation } from './model.ts';
import { calleesOf, importsPackage } from './package-imports.ts';
import type { ResultFiles } from './result-files.ts';

type ScopeExpectation = Pick<Expectation, 'observed' | 'task' | 'package' | 'release' | 'targets'>;

/** Files with which projects declare what they need, and texts about them. */
const OF_PROJECT =
  /^(?:package(?:-lock)?\.json|.*[-.]lock|.*\.lock\.json|.*lock\.yaml|composer\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements.*\.txt|tsconfig.*\.json|MANIFEST\.in|LICEN[CS]E.*|NOTICE.*|README.*|CHANGE.*)$/i;

/** Checks that a task changed only files that belong to it. */
export async function checkScope(
  { changed_files: changed }: Pick<TaskResultV1, 'changed_files'>,
  expected: ScopeExpectation,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const { observed, package: its, release } = expected;
  const wanted = expected.task.stage === 'release' ? (release?.path ?? undefined) : its?.path;
  const copies = 'unknown' in observed.copies ? [] : observed.copies;
  for (const { path, after } of changed) {
    if (wanted !== undefined && (path === wanted || path.startsWith(`${wanted}/`))) continue;
    if (OF_PROJECT.test(lastName(path))) continue;
    if (
      copies.some((copy) => copy.path === path && (copy.project ?? expected.task.project) === expected.task.project)
    ) {
      if (expected.task.stage === 'package') refuse(path, 'it has copies, which the migration replaces', findings);
      continue;
    }
    if (kindOfName(lastName(path))?.parsed !== true) {
      findings.undecide(path, 'it is not a source file: a person decides whether it belongs to the task');
      continue;
    }
    const now = after === null ? undefined : await files.parse(path);
    const isUser = now !== undefined && 'facts' in now && usesPackage(now.facts, path, expected);
    if (isUser) continue;
    const before = await earlierFile(path, observed.base, files);
    if (before === 'unknown') findings.undecide(path, 'its content before the task is not known');
    else if (before === 'absent' || !usesCopy(before.facts, path, copies)) {
      refuse(path, 'it neither had a copy, nor used one, nor imports the package', findings);
    }
  }
}

function refuse(path: string, why: string, findings: Findings): void {
  const remedy = 'Restore it, and make the change outside of this task.';
  findings.fail('outside_task', path, `the task changed it, but ${why}`, remedy);
}

function usesPackage(facts: FileFacts, path: string, { package: wanted, targets, task }: ScopeExpectation): boolean {
  const file = { project: task.project, path, facts };
  if (wanted !== null) return importsPackage(file, wanted);
  return [...targets.values()].some((target) => calleesOf(file, target).size > 0);
}

/** Whether a file imported a file with copies, or called one by name. */
function usesCopy({ imports, calls }: FileFacts, path: string, copies: readonly RecordedCopy[]): boolean {
  const stems = new Set(copies.map((copy) => stemOf(copy.path)));
  const names = new Set(copies.map(({ qualified_name: name }) => name.split(/[.\\]/).at(-1) ?? name));
  const isOfCopy = (specifier: string): boolean => stems.has(stemOf(specifier.replaceAll('.', '/')));
  return (
    imports.some((one) => {
      return (
        stems.has(stemOf(one.specifier)) ||
        (path.endsWith('.py') && isOfCopy(one.specifier)) ||
        one.names.some(({ name }) => names.has(name) || stems.has(name))
      );
    }) || calls.callee.some((callee) => names.has(callee.split('.').at(-1) ?? callee))
  );
}

/** `b` of `a/b.ts`. */
function stemOf(path: string): string {
  return lastName(path.replace(/["']/g, '')).replace(/\.[^.]*$/, '');
}
