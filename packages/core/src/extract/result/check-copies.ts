import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { FileFacts } from '#parse/facts.ts';
import { TOP_LEVEL } from '../plan/families.ts';
import type { RecordedCopy } from '../state/model.ts';
import { codeOf, likenessOf, statementsOf } from './code.ts';
import { delegationOf, type FunctionIn } from './delegation.ts';
import { earlierFile } from './earlier-file.ts';
import type { Findings } from './findings.ts';
import { fingerprintOf } from './fingerprints.ts';
import { artifactFolder, type Expectation, type RefusalReason, type Target } from './model.ts';
import { callsTarget } from './package-imports.ts';
import { replacedCopies } from './replaced-copies.ts';
import type { ResultFiles } from './result-files.ts';
import type { ParsedFile } from './source-parser.ts';

type CopyExpectation = Pick<Expectation, 'observed' | 'kept' | 'targets' | 'migration' | 'task' | 'packages'>;

/** Statements of a function that only calls another one. */
const MAX_STATEMENTS = 3;
const REMEDY = 'Replace it by the function of the package. Only the design, or kept with a reason, can keep a copy.';

/**
 * Checks after a migration that each copy is gone, or calls the function of the package in at most three statements, except
 * those that the design keeps. A copy may not have moved to another changed file. A person decides about copies that the
 * result keeps with a reason.
 */
export async function checkCopies(
  {
    task_key: key,
    changed_files: changed,
    kept: listed = [],
  }: Pick<TaskResultV1, 'task_key' | 'changed_files' | 'kept'>,
  expected: CopyExpectation,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const { observed } = expected;
  if ('unknown' in observed.copies) return findings.skip(observed.copies.unknown);
  const copies = replacedCopies(observed.copies, listed, expected);
  checkKept(key, listed, observed.copies, findings);
  for (const copy of copies) {
    if (copy.fingerprints.length === 0) findings.skip(`${copy.path}: ${copy.qualified_name} had no fingerprint`);
  }
  const paths = new Set(copies.map(({ path }) => path));
  const all = [...changed, ...(expected.migration?.changed_files ?? [])];
  for (const path of new Set([...paths, ...all.flatMap((one) => (one.after === null ? [] : [one.path]))])) {
    const its = copies.filter((copy) => copy.path === path);
    await checkFile({ path, its, copies, isOther: !paths.has(path), files, findings, expected });
  }
}

/** A person decides about the copies that stay. */
function checkKept(
  key: string,
  listed: NonNullable<TaskResultV1['kept']>,
  copies: readonly RecordedCopy[],
  findings: Findings,
): void {
  const document = `${artifactFolder(key)}/result.json`;
  for (const { family_id: id, path, name, reason } of listed) {
    if (!copies.some((one) => one.family_id === id && one.path === path && one.qualified_name === name)) {
      const message = `the task has no copy ${name} of the family ${id} in ${path}, which the result keeps`;
      findings.fail('unknown_copy', document, message, 'List only copies of the task in kept.');
    } else if (reason.trim() === '') {
      findings.fail('invalid_result', document, `it keeps ${name} without a reason`, 'Say why the copy stays.');
    } else findings.undecide(path, `the copy ${name} stays: ${reason}`);
  }
}

interface CheckedFile {
  path: string;
  /** The copies of this file. */
  its: readonly RecordedCopy[];
  copies: readonly RecordedCopy[];
  /** The file had no copy. */
  isOther: boolean;
  files: ResultFiles;
  findings: Findings;
  expected: CopyExpectation;
}

async function checkFile(file: CheckedFile): Promise<void> {
  const { path, isOther, files, findings, expected } = file;
  const isOfPackage = expected.packages.some((one) => {
    return one.project === expected.task.project && (path === one.path || path.startsWith(`${one.path}/`));
  });
  if (isOther && isOfPackage) return;
  const parsed = await files.parse(path);
  if ('facts' in parsed) return compare(file, parsed);
  if (isOther) return;
  const fail = (why: string): void =>
    findings.fail('copy_remains', path, `its copies cannot be looked for: ${why}`, REMEDY);
  if ('file' in parsed) {
    const isGone = parsed.file === 'missing' || parsed.file === 'link' || parsed.file === 'not_a_file';
    if (!isGone) fail('it cannot be read as source');
  } else if (parsed.isFault) fail(parsed.problem);
  else findings.skip(`${path}: ${parsed.problem}`);
}

async function compare(file: CheckedFile, parsed: ParsedFile): Promise<void> {
  const { facts } = parsed;
  const { path, its, copies, isOther, files, findings, expected } = file;
  for (const { qualified_name: name, family_id: id, fingerprints } of its) {
    if (name !== TOP_LEVEL || !fingerprints.includes(facts.tree_hash)) continue;
    findings.fail('copy_remains', path, `the copy ${name} of the family ${id} is still there, unchanged`, REMEDY);
  }
  const before = await earlierFile(path, expected.observed.base, files);
  if (isOther && before === 'unknown') return;
  const known = before === 'unknown' || before === 'absent' ? new Set<string>() : bodiesOf(before.facts);
  for (const copy of its) for (const body of copy.fingerprints) known.delete(body);
  for (const [index, declaration] of facts.declarations.entries()) {
    const body = fingerprintOf(declaration);
    if (body !== undefined && known.has(body)) continue;
    const named = its.filter(({ qualified_name: name }) => name === declaration.qualified_name);
    const code = codeOf(facts, index);
    const isSame = (copy: RecordedCopy): boolean => body !== undefined && copy.fingerprints.includes(body);
    const copy =
      named.find(isSame) ??
      named[0] ??
      (before === 'unknown' ? undefined : copies.find((one) => isCopied(likenessOf(code, one), one)));
    if (copy === undefined) continue;
    const remaining = { path, parsed, index, isSame: isSame(copy), isNamed: named.length > 0, before };
    const [reason, message] = problemOf(copy, remaining, expected) ?? [];
    if (reason === undefined || message === undefined) continue;
    if (reason === 'undecided') findings.undecide(path, message);
    else findings.fail(reason, path, message, REMEDY);
  }
}

/** Whether a function of another name has the code of a copy. */
function isCopied(likeness: ReturnType<typeof likenessOf>, { part }: RecordedCopy): boolean {
  return part !== true && likeness !== undefined && likeness !== 'part';
}

interface Remaining {
  path: string;
  parsed: ParsedFile;
  index: number;
  isSame: boolean;
  isNamed: boolean;
  before: ParsedFile | 'absent' | 'unknown';
}

function problemOf(
  { qualified_name: name, family_id: id, path: from, part = false }: RecordedCopy,
  { path, parsed, index, isSame, isNamed, before }: Remaining,
  { targets, task: { project } }: CopyExpectation,
): [RefusalReason | 'undecided', string] | undefined {
  const { facts } = parsed;
  const target = targets.get(id);
  const calls = target !== undefined && callsTarget({ project, path, facts }, index, target);
  const statements = statementsOf(facts, index);
  if (calls && part) return undefined;
  if (calls && statements <= MAX_STATEMENTS) {
    const delegation = delegationOf({ file: parsed, index }, { project, path }, target, functionIn(before, name));
    if (delegation.is === 'passed') return undefined;
    const message = `${name} calls ${nameOf(target)}, but ${delegation.because}`;
    return [delegation.is === 'refused' ? 'not_delegating' : 'undecided', message];
  }
  if (isSame && isNamed) return ['copy_remains', `the copy ${name} of the family ${id} is still there, unchanged`];
  const current = facts.declarations[index]?.qualified_name ?? name;
  if (path !== from) return ['copy_moved', `the copy ${name} of ${from} moved to this file as ${current}`];
  if (!isNamed) return ['copy_remains', `the copy ${name} of the family ${id} is still there, as ${current}`];
  if (target === undefined) return undefined;
  if (calls) return ['not_delegating', `${name} calls ${nameOf(target)}, but has ${statements} statements`];
  return ['not_delegating', `the copy ${name} changed, but does not call ${nameOf(target)}`];
}

/** The only function of a name. */
function functionIn(file: ParsedFile | 'absent' | 'unknown', name: string): FunctionIn | undefined {
  if (typeof file === 'string') return undefined;
  const indexes = [...file.facts.declarations.keys()].filter(
    (index) => file.facts.declarations[index]?.qualified_name === name,
  );
  const [index] = indexes;
  return index === undefined || indexes.length > 1 ? undefined : { file, index };
}

function nameOf({ symbol, package: { name } }: Target): string {
  return `${symbol} of ${name}`;
}

function bodiesOf({ declarations }: FileFacts): Set<string> {
  return new Set(declarations.flatMap((one) => fingerprintOf(one) ?? []));
}
