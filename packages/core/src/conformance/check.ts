import { AnalyzerError } from '@analyzer/contracts';
import type {
  CheckedContract,
  CheckedEntry,
  ManifestReportV1,
  Problem,
} from '@analyzer/contracts/analyzer.manifest-report.v1';
import { type Contract, effectsOfManifest, identityOf, readContracts, readFileKeys } from '#manifest/contract.ts';
import { selectorOf } from '#manifest/selector.ts';
import type { Value } from '#manifest/tree.ts';
import { type Checks, entriesOf } from './entries.ts';
import type { Body, Evidence } from './observation.ts';
import { Observer } from './observe.ts';
import type { CodeProject } from './project.ts';
import { isStatement, RuleCheck, ruleOf } from './rule.ts';
import { normalKey, select, unreadOf } from './select.ts';
import { UnknownNames } from './unknown-names.ts';
import { withoutContract } from './without-contract.ts';

export interface CheckOptions {
  /** `closed`: a detected effect that a contract with `effect` does not list is a violation. Default: as the manifest says. */
  effects?: 'open' | 'closed' | undefined;
  /** Keys of known problems. */
  baseline: ReadonlySet<string>;
  /** Keys of entries that must be decided, as of `decidedKeys`, or all. */
  decided?: ReadonlySet<string> | 'all';
}

/** Maximum number of matches and doubts that are listed. */
const LISTED = 20;
const NOTHING = 'the scope matches nothing';
const FREE = 'the scope is free text';

/** Checks each contract of a manifest against the facts of a project. */
export function checkManifest(root: Value, project: CodeProject, options: CheckOptions): ManifestReportV1 {
  const observer = new Observer(project);
  const checks = { observer, rules: new RuleCheck(project, observer.bodies) };
  const effects = options.effects ?? effectsOfManifest(root);
  const problems: Problem[] = [];
  const covered: Body[] = [];
  const contracts = readContracts(root).map((contract) => {
    const { checked, bodies } = checkContract(contract, project, checks, effects);
    covered.push(...bodies);
    problems.push(...problemsOf(contract, checked), ...undecided(contract, checked, options.decided));
    return checked;
  });
  const files = readFileKeys(root).map((key) => ({ key, ...fileState(key, project) }));
  for (const { key, state } of files) {
    if (state !== 'missing') continue;
    const pointer = `/files/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const message = `the file ${key} does not exist`;
    problems.push({ key: `missing-file | ${key}`, kind: 'missing-file', pointer, message, evidence: [], known: false });
  }
  const unknown = new UnknownNames(project);
  const listed = problems.map((problem) => ({ ...problem, known: options.baseline.has(problem.key) }));
  const entries = contracts.flatMap((contract) => contract.entries).filter(({ status }) => status !== 'stated');
  const seen = new Set(listed.map(({ key }) => key));
  return {
    schema: 'analyzer.manifest-report.v1',
    decided: entries.filter(isDecided).length,
    entries: entries.length,
    stated: contracts.flatMap((contract) => contract.entries).length - entries.length,
    new_problems: listed.filter(({ known }) => !known).length,
    gone_from_baseline: [...options.baseline].filter((key) => !seen.has(key)).sort(),
    by_status: tally(contracts.map(({ status }) => status)),
    by_priority: tally(contracts.map(({ priority }) => (priority === undefined ? 'none' : String(priority)))),
    problems: listed,
    notes: contracts.flatMap((contract) => contract.entries.flatMap((entry) => unknown.notesOn(entry))),
    contracts,
    files,
    without_contract: withoutContract(project, covered),
  };
}

/** The verdicts of single contracts, in their order; effects that they do not list are open. */
export function checkContracts(contracts: readonly Contract[], project: CodeProject): CheckedContract[] {
  const observer = new Observer(project);
  const checks = { observer, rules: new RuleCheck(project, observer.bodies) };
  return contracts.map((contract) => checkContract(contract, project, checks, 'open').checked);
}

/** The entries that are decided, for a comparison with a later check. */
export function decidedKeys({ contracts }: Pick<ManifestReportV1, 'contracts'>): string[] {
  return contracts.flatMap((contract) => contract.entries.filter(isDecided).map((entry) => entryKey(contract, entry)));
}

/** All entries, decided or not. */
export function entryKeys({ contracts }: Pick<ManifestReportV1, 'contracts'>): string[] {
  return contracts.flatMap((contract) => contract.entries.map((entry) => entryKey(contract, entry)));
}

function isDecided({ status }: CheckedEntry): boolean {
  return status === 'holds' || status === 'violated';
}

function entryKey(contract: Pick<Contract, 'id' | 'file' | 'scope'>, { list, text }: CheckedEntry): string {
  return `${identityOf(contract)} | ${list} ${text}`;
}

/** Entries that must be decided, and are not. */
function undecided(contract: Contract, { entries }: CheckedContract, decided: CheckOptions['decided']): Problem[] {
  return entries.flatMap((entry) => {
    const key = entryKey(contract, entry);
    if (isDecided(entry) || decided === undefined || !(decided === 'all' ? isMeant(entry) : decided.has(key)))
      return [];
    const message = `${entry.text} is not decided: ${entry.reason ?? ''}`;
    const { pointer, evidence } = entry;
    return [{ key: `undecided | ${key}`, kind: 'undecided', pointer, message, evidence, known: false }];
  });
}

/** Whether an entry is meant to be decided; texts of the other lists are for people. */
function isMeant({ list, status }: CheckedEntry): boolean {
  return status === 'unchecked' || list === 'forbid' || list === 'require';
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function checkContract(
  contract: Contract,
  project: CodeProject,
  checks: Checks,
  effects: CheckOptions['effects'],
): { checked: CheckedContract; bodies: Body[] } {
  const selector = selectorOf(contract.scope);
  const selected = selector === undefined ? { bodies: [] } : selectedBy(() => select(selector, project, contract.file));
  const { bodies } = selected;
  const unreadReason = contract.file === undefined ? undefined : project.unreadReason(normalKey(contract.file));
  const obstacle =
    'problem' in selected
      ? selected.problem
      : selector === undefined
        ? FREE
        : bodies.length > 0
          ? undefined
          : unreadReason === undefined
            ? NOTHING
            : `the file was not read: ${unreadReason}`;
  const unread = selector === undefined || obstacle !== undefined ? [] : unreadOf(selector, project, contract.file);
  const gaps = unread
    .slice(0, LISTED)
    .map(([path, reason]) => ({ path, line: 1, text: `the file is ${reason}`, through: [] }));
  const entries = entriesOf(contract, { bodies, obstacle, gaps }, checks, effects === 'closed');
  const isStale = obstacle === NOTHING && !(contract.file !== undefined && !isThere(contract.file, project));
  const { pointer, file, id, scope, intent, priority } = contract;
  const checked: CheckedContract = {
    pointer,
    ...(file === undefined ? {} : { file }),
    ...(id === undefined ? {} : { id }),
    scope,
    intent,
    ...(priority === undefined ? {} : { priority }),
    selector: selector?.kind ?? 'free',
    status: isStale ? 'stale' : statusOf(entries),
    matches: bodies.slice(0, LISTED).map(matchOf),
    matched: bodies.length,
    entries,
  };
  return { checked, bodies: selector?.kind === 'project' ? [] : bodies };
}

function selectedBy(selection: () => Body[]): { bodies: Body[]; problem?: string } {
  try {
    return { bodies: selection() };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    return { bodies: [], problem: error.message };
  }
}

function matchOf({ file, index }: Body): CheckedContract['matches'][number] {
  const declaration = file.declarations[index];
  if (declaration === undefined) return { path: file.path };
  const { qualifiedName, startLine, endLine } = declaration;
  return { path: file.path, name: qualifiedName, start_line: startLine, end_line: endLine };
}

function isThere(key: string, project: CodeProject): boolean {
  return fileState(key, project).state !== 'missing';
}

function fileState(key: string, project: CodeProject): { state: 'read' | 'not-read' | 'missing'; reason?: string } {
  const path = normalKey(key);
  const file = project.files.get(path);
  if (file !== undefined) return file.gap === undefined ? { state: 'read' } : { state: 'read', reason: file.gap };
  const reason = project.unreadReason(path);
  return reason === undefined ? { state: 'missing' } : { state: 'not-read', reason };
}

function statusOf(entries: readonly CheckedEntry[]): CheckedContract['status'] {
  const checked = entries.filter(({ status }) => status !== 'stated');
  if (checked.length === 0) return 'stated';
  if (checked.some(({ status }) => status === 'violated')) return 'violated';
  return checked.every(({ status }) => status === 'holds') ? 'holds' : 'unchecked';
}

function problemsOf(contract: Contract, { status, entries, pointer }: CheckedContract): Problem[] {
  const name = identityOf(contract);
  if (status === 'stale') {
    const message = `the scope ${contract.scope} matches nothing`;
    return [
      { key: `stale | ${name}`, kind: 'stale', pointer: `${pointer}/scope`, message, evidence: [], known: false },
    ];
  }
  return entries
    .filter((entry) => entry.status === 'violated')
    .flatMap(({ list, text, pointer: at, evidence }) => {
      const kind = list === 'effect' ? ('unlisted-effect' as const) : ('violated' as const);
      const what = `${name} | ${list} ${text}`;
      if (evidence.length === 0) {
        const message = `${text} is required but absent`;
        return [{ key: `${kind} | ${what}`, kind, pointer: at, message, evidence: [], known: false }];
      }
      return byLocation(evidence).map(([location, found]) => ({
        key: `${kind} | ${what} | ${location}`,
        kind,
        pointer: at,
        message: violation(list, text),
        evidence: found,
        known: false,
      }));
    });
}

/** The message of a violation with evidence. */
function violation(list: CheckedEntry['list'], text: string): string {
  if (list === 'effect') return `${text} is detected but not listed`;
  if (list === 'forbid') return `${text} is forbidden`;
  const rule = ruleOf(text);
  const isAbsent = list === 'require' && !(typeof rule === 'object' && isStatement(rule));
  return isAbsent ? `${text} is required but absent` : `${text} does not hold`;
}

/** Groups evidence by file and called name, without lines, so that unrelated edits do not change a baseline. */
function byLocation(evidence: readonly Evidence[]): [string, Evidence[]][] {
  const locations = new Map<string, Evidence[]>();
  for (const it of evidence) {
    const location = `${it.path} ${it.text}`;
    locations.set(location, [...(locations.get(location) ?? []), it]);
  }
  return [...locations];
}
