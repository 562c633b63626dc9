import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { RecordedCopy } from '../state/model.ts';
import { findDeclared } from './check-declared.ts';
import { codeOf, isComparable, likenessOf } from './code.ts';
import type { Findings } from './findings.ts';
import type { Expectation } from './model.ts';
import type { ResultFiles } from './result-files.ts';

const REMEDY =
  'Write the code of the copies. If the function has parameters for their differences, the decision of the design is parameterize.';

/**
 * Compares each function of a package with the copies that it replaces. A function with parameters for the differences need
 * not be similar to any of them: a person decides about it.
 */
export async function checkCode(
  { exports }: TaskResultV1,
  { observed: { copies }, exported, designed }: Pick<Expectation, 'observed' | 'exported' | 'designed'>,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  if ('unknown' in copies) return findings.skip(copies.unknown);
  for (const { family_id: id } of exported) {
    const its = copies.filter((copy) => copy.family_id === id && copy.shapes !== undefined);
    const one = exports.find(({ family_id: family }) => family === id);
    const declared = one && (await findDeclared(one, files));
    if (one === undefined || declared === undefined) {
      findings.skip(`the function of the family ${id} was not found`);
      continue;
    }
    const { path, symbol } = one;
    if (its.length === 0) {
      findings.skip(`${path}: no copy of the family ${id} was recorded`);
      continue;
    }
    const code = codeOf(declared.facts, declared.index);
    const likeness = its.map((copy) => likenessOf(code, copy));
    if (likeness.some((one) => one === 'identical' || one === 'renamed')) continue;
    if (likeness.some((one) => one !== undefined)) {
      if (its.length === 1 || !areEqual(its)) continue;
      const message = `${symbol} is similar to the copies of the family ${id}, which are all equal: a person compares it`;
      findings.undecide(path, message);
      continue;
    }
    const compared = `${symbol} is neither identical to a copy of the family ${id}, nor renamed, nor similar`;
    if (designed.get(id)?.decision === 'parameterize') {
      findings.undecide(path, `${compared}; the design gave it parameters, so a person compares it`);
    } else if (isDecidable(its, declared.language)) {
      findings.fail('other_code', path, compared, REMEDY);
    } else
      findings.undecide(path, `${compared}, and the copies are too small, parts of functions or in another language`);
  }
}

/** Whether the copies are identical up to renaming: then their function need not differ. */
function areEqual([first, ...others]: readonly RecordedCopy[]): boolean {
  const shapes = new Set(first?.part === true ? [] : first?.shapes);
  return others.every((one) => one.part !== true && one.shapes?.some((shape) => shapes.has(shape)) === true);
}

/** Whether a function that is similar to none of the copies is another one. */
function isDecidable(copies: readonly RecordedCopy[], language: string): boolean {
  // Of equal copies only the first one has its 5-grams.
  const large = copies.filter(({ grams = '' }) => grams !== '');
  return large.length > 0 && large.every((copy) => isComparable(language, copy));
}
