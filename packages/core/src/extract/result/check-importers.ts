import { posix } from 'node:path';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { ImportFacts } from '#parse/facts.ts';
import type { Findings } from './findings.ts';
import type { Expectation, Target } from './model.ts';
import { calleesOf } from './package-imports.ts';
import { replacedCopies } from './replaced-copies.ts';
import type { ResultFiles } from './result-files.ts';

type ImporterExpectation = Pick<Expectation, 'observed' | 'kept' | 'targets' | 'migration' | 'task'>;

/**
 * Checks after a migration that the project imports each function that replaces its copies. A copy that nothing in its file
 * called may have had no use: a person decides.
 */
export async function checkImporters(
  { changed_files: changed, kept: listed = [] }: Pick<TaskResultV1, 'changed_files' | 'kept'>,
  expected: ImporterExpectation,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const { observed, targets, migration, task } = expected;
  if ('unknown' in observed.copies) return findings.skip(observed.copies.unknown);
  const replaced = replacedCopies(observed.copies, listed, expected);
  const paths = new Set([...replaced, ...changed, ...(migration?.changed_files ?? [])].map(({ path }) => path));
  for (const family of new Set(replaced.map(({ family_id: id }) => id))) {
    const target = targets.get(family);
    if (target === undefined) {
      findings.skip(`the package of the family ${family} is not known`);
      continue;
    }
    let isImported = false;
    for (const path of paths) {
      const parsed = await files.parse(path);
      isImported ||=
        'facts' in parsed && calleesOf({ project: task.project, path, facts: parsed.facts }, target).size > 0;
    }
    if (isImported) continue;
    const outside = await importOutside([...paths], target, files);
    if (outside !== undefined) {
      const message = `it takes ${target.symbol} from ${outside.specifier}, outside of the project`;
      findings.fail('package_not_imported', outside.path, message, `Import it from ${target.package.name}.`);
      continue;
    }
    const its = replaced.filter(({ family_id: id }) => id === family);
    const used = its.find((copy) => copy.used === true);
    const { path = '', qualified_name: name } = used ?? its[0] ?? {};
    const message = `no changed file imports ${target.symbol} from ${target.package.name}`;
    if (used === undefined) findings.undecide(path, `${message}; nothing in its file called the copy ${name}`);
    else {
      const remedy = 'Import the function where the copy was called.';
      findings.fail('package_not_imported', path, `${message}, although the copy ${name} was called`, remedy);
    }
  }
}

/** An import of a function by a path that leaves the project, in which no package manager finds the package. */
async function importOutside(
  paths: readonly string[],
  { symbol }: Target,
  files: ResultFiles,
): Promise<{ path: string; specifier: string } | undefined> {
  for (const path of paths) {
    const parsed = await files.parse(path);
    if (!('facts' in parsed)) continue;
    const isOutside = ({ specifier, names }: ImportFacts): boolean =>
      specifier.startsWith('../') &&
      posix.normalize(posix.join(posix.dirname(path), specifier)).startsWith('../') &&
      (names.length === 0 || names.some(({ name }) => name === symbol || name === '*' || name === 'default'));
    const found = parsed.facts.imports.find(isOutside);
    if (found !== undefined) return { path, specifier: found.specifier };
  }
  return undefined;
}
