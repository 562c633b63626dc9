import { AnalyzerError } from '@analyzer/contracts';
import type {
  CheckedContract,
  CheckedEntry,
  ManifestReportV1,
  Problem,
} from '@analyzer/contracts/analyzer.manifest-report.v1';
import { type Contract, identityOf, readContracts, readFileKeys } from '#manifest/contract.ts';
import { selectorOf } from '#manifest/selector.ts';
import type { Value } from '#manifest/tree.ts';
import { EFFECTS, effectNamed } from './effects.ts';
import { type Body, type Evidence, type Observation, Observer } from './observe.ts';
import type { CodeProject } from './project.ts';
import { ofEach, requirementOf } from './requirement.ts';
import { functionsIn, normalKey, select, unreadOf } from './select.ts';
import { unknownPath } from './unknown-path.ts';
import { withoutContract } from './without-contract.ts';

export interface CheckOptions {
  /** `closed`: a detected effect that a contract with `effect` does not list is a violation. */
  effects: 'open' | 'closed';
  /** Keys of known problems. */
  baseline: ReadonlySet<string>;
  /** Keys of entries that must be decided, as of `decidedKeys`, or all. */
  decided?: ReadonlySet<string> | 'all';
}

/** Maximum number of matches and doubts that are listed. */
const LISTED = 20;
const NOTHING = 'the scope matches nothing';
const FREE = 'the scope is free text';
/** Of violations with evidence. */
const MESSAGES: Readonly<Record<CheckedEntry['list'], (text: string) => string>> = {
  effect: (text) => `${text} is detected but not listed`,
  forbid: (text) => `${text} is forbidden`,
  require: (text) => `${text} is required but absent`,
};

/** Checks each contract of a manifest against the facts of a project. */
export function checkManifest(root: Value, project: CodeProject, options: CheckOptions): ManifestReportV1 {
  const observer = new Observer(project);
  const problems: Problem[] = [];
  const covered: Body[] = [];
  const contracts = readContracts(root).map((contract) => {
    const { checked, bodies } = checkContract(contract, project, observer, options);
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
  const listed = problems.map((problem) => ({ ...problem, known: options.baseline.has(problem.key) }));
  const entries = contracts.flatMap((contract) => contract.entries);
  const seen = new Set(listed.map(({ key }) => key));
  return {
    schema: 'analyzer.manifest-report.v1',
    decided: entries.filter(({ status }) => status !== 'unchecked').length,
    entries: entries.length,
    new_problems: listed.filter(({ known }) => !known).length,
    gone_from_baseline: [...options.baseline].filter((key) => !seen.has(key)).sort(),
    by_status: tally(contracts.map(({ status }) => status)),
    by_priority: tally(contracts.map(({ priority }) => (priority === undefined ? 'none' : String(priority)))),
    problems: listed,
    notes: contracts.flatMap(({ entries: its }) =>
      its.flatMap(({ text, pointer }) => unknownPath(text, pointer, project)),
    ),
    contracts,
    files,
    without_contract: withoutContract(project, covered),
  };
}

/** The entries that are decided, for a comparison with a later check. */
export function decidedKeys({ contracts }: Pick<ManifestReportV1, 'contracts'>): string[] {
  return contracts.flatMap((contract) =>
    contract.entries.filter(({ status }) => status !== 'unchecked').map((entry) => entryKey(contract, entry)),
  );
}

/** All entries, decided or not. */
export function entryKeys({ contracts }: Pick<ManifestReportV1, 'contracts'>): string[] {
  return contracts.flatMap((contract) => contract.entries.map((entry) => entryKey(contract, entry)));
}

function entryKey(contract: Pick<Contract, 'id' | 'file' | 'scope'>, { list, text }: CheckedEntry): string {
  return `${identityOf(contract)} | ${list} ${text}`;
}

/** Entries that must be decided, and are not. */
function undecided(contract: Contract, { entries }: CheckedContract, decided: CheckOptions['decided']): Problem[] {
  return entries.flatMap((entry) => {
    const key = entryKey(contract, entry);
    if (entry.status !== 'unchecked' || decided === undefined || !(decided === 'all' || decided.has(key))) return [];
    const message = `${entry.text} is not decided: ${entry.reason ?? ''}`;
    const { pointer, evidence } = entry;
    return [{ key: `undecided | ${key}`, kind: 'undecided', pointer, message, evidence, known: false }];
  });
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function checkContract(
  contract: Contract,
  project: CodeProject,
  observer: Observer,
  options: CheckOptions,
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
  const observe = (text: string, its = bodies): Observation | string => {
    const requirement = requirementOf(ofEach(text) ?? text);
    if (requirement.kind === 'undecidable') return requirement.reason;
    if (obstacle !== undefined || selector === undefined) return obstacle ?? FREE;
    const { seen, doubts } = observer.observe(its, requirement);
    const unread = unreadOf(selector, project, contract.file).slice(0, LISTED);
    const gaps = unread.map(([path, reason]) => ({ path, line: 1, text: `the file is ${reason}`, through: [] }));
    return { seen, doubts: [...doubts, ...gaps].slice(0, LISTED) };
  };
  const entries = [
    ...contract.forbid.map((text, index) => forbidden(text, `${contract.pointer}/forbid/${index}`, observe(text))),
    ...contract.require.map((text, index) => {
      const pointer = `${contract.pointer}/require/${index}`;
      const each = ofEach(text);
      if (each === undefined) return required(text, pointer, observe(text));
      return requiredOfEach(text, pointer, bodies.flatMap(functionsIn), (body) => observe(each, [body]));
    }),
    ...(options.effects === 'closed' ? closedEffects(contract, observe) : []),
  ];
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

function forbidden(text: string, pointer: string, found: Observation | string): CheckedEntry {
  const entry = { list: 'forbid' as const, text, pointer };
  if (typeof found === 'string') return { ...entry, status: 'unchecked', reason: found, evidence: [] };
  if (found.seen.length > 0) return { ...entry, status: 'violated', evidence: found.seen };
  if (found.doubts.length === 0) return { ...entry, status: 'holds', evidence: [] };
  return { ...entry, status: 'unchecked', reason: reasonOf(found.doubts), evidence: found.doubts };
}

function required(text: string, pointer: string, found: Observation | string): CheckedEntry {
  const entry = { list: 'require' as const, text, pointer };
  if (typeof found === 'string') return { ...entry, status: 'unchecked', reason: found, evidence: [] };
  if (found.seen.length > 0) return { ...entry, status: 'holds', evidence: found.seen };
  if (found.doubts.length === 0) return { ...entry, status: 'violated', evidence: [] };
  return { ...entry, status: 'unchecked', reason: reasonOf(found.doubts), evidence: found.doubts };
}

/** Each function must have it: evidence are those that do not. */
function requiredOfEach(
  text: string,
  pointer: string,
  functions: readonly Body[],
  observe: (body: Body) => Observation | string,
): CheckedEntry {
  const entry = { list: 'require' as const, text, pointer };
  const found = functions.map((body) => ({ body, its: observe(body) }));
  const reason = found.map(({ its }) => its).find((its) => typeof its === 'string');
  if (typeof reason === 'string') return { ...entry, status: 'unchecked', reason, evidence: [] };
  if (found.length === 0) return { ...entry, status: 'unchecked', reason: 'the scope has no function', evidence: [] };
  const lacking = found.filter(({ its }) => typeof its !== 'string' && its.seen.length === 0);
  const without = lacking.filter(({ its }) => typeof its !== 'string' && its.doubts.length === 0);
  if (without.length > 0) {
    return { ...entry, status: 'violated', evidence: without.slice(0, LISTED).map(({ body }) => evidenceOf(body)) };
  }
  const doubts = lacking.flatMap(({ its }) => (typeof its === 'string' ? [] : its.doubts)).slice(0, LISTED);
  if (doubts.length > 0) return { ...entry, status: 'unchecked', reason: reasonOf(doubts), evidence: doubts };
  return { ...entry, status: 'holds', evidence: [] };
}

function evidenceOf({ file, index }: Body): Evidence {
  const { qualifiedName = file.path, startLine = 1 } = file.declarations[index] ?? {};
  return { path: file.path, line: startLine, text: qualifiedName, through: [] };
}

/** Forbids all effects that a contract's `effect` does not list; without `effect` it forbids none. */
function closedEffects(contract: Contract, observe: (text: string) => Observation | string): CheckedEntry[] {
  if (contract.effect === undefined) return [];
  const allowed = new Set(contract.effect.map((text) => effectNamed(text) ?? text));
  // `write` and `filesystem` each allow the other.
  if (allowed.has('filesystem')) allowed.add('write');
  return EFFECTS.filter((effect) => !allowed.has(effect) && !(effect === 'filesystem' && allowed.has('write'))).map(
    (effect) => ({ ...forbidden(effect, `${contract.pointer}/effect`, observe(effect)), list: 'effect' as const }),
  );
}

function reasonOf(doubts: readonly Evidence[]): string {
  const [first] = doubts;
  if (first === undefined) return '';
  const more = doubts.length > 1 ? `, and ${doubts.length - 1} more` : '';
  return `${first.path}:${first.line} ${first.text}${more}`;
}

function statusOf(entries: readonly CheckedEntry[]): CheckedContract['status'] {
  if (entries.length === 0) return 'stated';
  if (entries.some(({ status }) => status === 'violated')) return 'violated';
  return entries.every(({ status }) => status === 'holds') ? 'holds' : 'unchecked';
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
        message: MESSAGES[list](text),
        evidence: found,
        known: false,
      }));
    });
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
