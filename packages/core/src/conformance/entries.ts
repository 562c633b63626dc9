import type { CheckedEntry } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { Contract } from '#manifest/contract.ts';
import { type Declared, declaredInput, declaredOutput } from './declared.ts';
import { EFFECTS, effectNamed } from './effects.ts';
import type { Body, Evidence, Observation } from './observation.ts';
import type { Observer } from './observe.ts';
import { ofEach, requirementOf } from './requirement.ts';
import { isStatement, type RuleCheck, ruleOf } from './rule.ts';
import { functionsIn } from './select.ts';
import { hasChecker, validated, validationOf } from './validated/validated.ts';

/** What entries are checked with. */
export interface Checks {
  observer: Observer;
  rules: RuleCheck;
}

/** The code that a contract selects. */
export interface Scope {
  bodies: readonly Body[];
  /** Why no entry can be checked. */
  obstacle: string | undefined;
  /** Files of the scope that were not read. */
  gaps: readonly Evidence[];
}

/** Maximum number of doubts, or of places that meet a requirement, that are listed. Violations are all listed. */
const LISTED = 20;
const STATED = 'free text cannot be checked';

/** The entries of a contract with their verdicts. */
export function entriesOf(contract: Contract, scope: Scope, checks: Checks, isClosed: boolean): CheckedEntry[] {
  const check = new EntryCheck(scope, checks);
  const all = <List extends keyof Contract & CheckedEntry['list']>(
    list: List,
    verdict: (text: string) => Verdict,
  ): CheckedEntry[] =>
    (contract[list] ?? []).map((text, index) => {
      return { list, text, pointer: `${contract.pointer}/${list}/${index}`, ...verdict(text) };
    });
  return [
    ...all('forbid', (text) => check.forbidden(text)),
    ...all('require', (text) => check.required(text)),
    ...all('input', (text) => check.declared((body) => declaredInput(text, body))),
    ...all('output', (text) => check.declared((body) => declaredOutput(text, body))),
    ...all('validate', (text) => (isRule(text) ? check.required(text) : check.validated(text))),
    ...(isClosed ? closedEffects(contract, (text) => check.forbidden(text)) : []),
  ];
}

/** Whether an entry of `validate` is one that `require` knows; a word alone is text. */
function isRule(text: string): boolean {
  return ruleOf(ofEach(text) ?? text) !== undefined || /^\s*(?:each:)?(?:import|call):/.test(text);
}

type Verdict = Pick<CheckedEntry, 'status' | 'reason' | 'evidence'>;

class EntryCheck {
  readonly #scope: Scope;
  readonly #checks: Checks;

  constructor(scope: Scope, checks: Checks) {
    this.#scope = scope;
    this.#checks = checks;
  }

  forbidden(text: string): Verdict {
    const rule = ruleOf(text);
    if (typeof rule === 'object' && isStatement(rule)) return unchecked(`${rule.kind} belongs into require`);
    return absent(this.#observe(text, this.#scope.bodies));
  }

  required(text: string): Verdict {
    const each = ofEach(text);
    const rule = ruleOf(each ?? text);
    if (typeof rule === 'object' && isStatement(rule)) {
      if (each === undefined) return absent(this.#observe(text, this.#scope.bodies));
      if (rule.kind !== 'tested') return unchecked(`${rule.kind} is not about functions; write it without each:`);
      return this.#ofFunctions((functions) => absent(this.#observe(each, functions)));
    }
    if (each === undefined) return present(this.#observe(text, this.#scope.bodies));
    return this.#ofFunctions((functions) =>
      presentInEach(functions.map((body) => ({ body, its: this.#observe(each, [body]) }))),
    );
  }

  /** @param compare with a function; undefined if the text states no type */
  declared(compare: (body: Body) => Declared | undefined): Verdict {
    const { bodies, obstacle } = this.#scope;
    if (obstacle !== undefined || bodies.some(({ index }) => index < 0)) return stated();
    const all = bodies.map((body) => ({ body, its: compare(body) }));
    const different = all.flatMap(({ body: { file }, its }) =>
      its?.is === 'different' ? [{ path: file.path, line: its.line, text: its.text, through: [] }] : [],
    );
    if (all.some(({ its }) => its === undefined)) return stated();
    if (different.length > 0) return { status: 'violated', evidence: different };
    const unknown = all.find(({ its }) => its?.is === 'unknown')?.its;
    return unknown?.is === 'unknown' ? unchecked(unknown.reason) : { status: 'holds', evidence: [] };
  }

  /** Each function of the scope with the parameter. */
  validated(text: string): Verdict {
    const wanted = validationOf(text);
    const { observer } = this.#checks;
    if (wanted === undefined || !hasChecker(wanted, observer)) return stated();
    const { bodies, obstacle, gaps } = this.#scope;
    if (obstacle !== undefined) return unchecked(obstacle);
    const { violated, doubts, functions } = validated(wanted, bodies, observer);
    if (violated.length > 0) return { status: 'violated', evidence: violated };
    const unread = [...doubts, ...gaps];
    if (unread.length > 0) return doubtful(unread);
    return functions === 0
      ? unchecked('no function of the scope has such a parameter')
      : { status: 'holds', evidence: [] };
  }

  #ofFunctions(verdict: (functions: readonly Body[]) => Verdict): Verdict {
    const { bodies, obstacle } = this.#scope;
    const functions = bodies.flatMap(functionsIn);
    return functions.length === 0 ? unchecked(obstacle ?? 'the scope has no function') : verdict(functions);
  }

  /** @returns a string that says why it cannot be checked; undefined for text */
  #observe(text: string, bodies: readonly Body[]): Observation | string | undefined {
    const rule = ruleOf(text);
    const requirement = requirementOf(text);
    if (typeof rule === 'string') return rule;
    if (rule === undefined && requirement.kind === 'free') return undefined;
    if (rule === undefined && requirement.kind === 'undecidable') return requirement.reason;
    const { obstacle, gaps } = this.#scope;
    if (obstacle !== undefined) return obstacle;
    const { observer, rules } = this.#checks;
    const found =
      rule !== undefined
        ? rules.observe(rule, bodies)
        : requirement.kind === 'free' || requirement.kind === 'undecidable'
          ? STATED
          : observer.observe(bodies, requirement);
    if (typeof found === 'string') return found;
    const unread = gaps.filter(
      ({ path, text }) => rule === undefined || !isForeign(text) || rules.concerns(rule, path),
    );
    return { ...found, doubts: [...found.doubts, ...unread] };
  }
}

/** Forbids all effects that a contract's `effect` does not list; without `effect` it forbids none. */
function closedEffects(contract: Contract, verdict: (text: string) => Verdict): CheckedEntry[] {
  if (contract.effect === undefined) return [];
  const allowed = new Set(contract.effect.map((text) => effectNamed(text) ?? text));
  // `write` and `filesystem` each allow the other.
  if (allowed.has('filesystem')) allowed.add('write');
  return EFFECTS.filter((effect) => !allowed.has(effect) && !(effect === 'filesystem' && allowed.has('write'))).map(
    (effect) => ({ list: 'effect' as const, text: effect, pointer: `${contract.pointer}/effect`, ...verdict(effect) }),
  );
}

/** Whether a file was not read because no language of the analyzer has its name. */
function isForeign(reason: string): boolean {
  return reason.endsWith('unsupported-language');
}

function absent(found: Observation | string | undefined): Verdict {
  if (found === undefined) return stated();
  if (typeof found === 'string') return unchecked(found);
  if (found.seen.length > 0) return { status: 'violated', evidence: found.seen };
  if (found.doubts.length > 0) return doubtful(found.doubts);
  const [first] = found.received ?? [];
  if (first === undefined) return { status: 'holds', evidence: [] };
  const reason = `for what the code itself names; ${first.path}:${first.line} calls a function that it receives`;
  return { status: 'holds', reason, evidence: [] };
}

function present(found: Observation | string | undefined): Verdict {
  if (found === undefined) return stated();
  if (typeof found === 'string') return unchecked(found);
  if (found.seen.length > 0) return { status: 'holds', evidence: found.seen.slice(0, LISTED) };
  // The required effect can be that of a function that the code receives.
  const doubts = [...found.doubts, ...(found.received ?? [])];
  return doubts.length === 0 ? { status: 'violated', evidence: [] } : doubtful(doubts);
}

/** Each function must have it: evidence are those that do not. */
function presentInEach(found: readonly { body: Body; its: Observation | string | undefined }[]): Verdict {
  const first = found[0]?.its;
  if (typeof first === 'string') return unchecked(first);
  if (first === undefined) return stated();
  const lacking = found.flatMap(({ body, its }) =>
    typeof its === 'object' && its.seen.length === 0
      ? [{ body, doubts: [...its.doubts, ...(its.received ?? [])] }]
      : [],
  );
  const without = lacking.filter(({ doubts }) => doubts.length === 0);
  if (without.length > 0) {
    return { status: 'violated', evidence: without.map(({ body }) => evidenceOf(body)) };
  }
  const doubts = lacking.flatMap((it) => it.doubts);
  return doubts.length > 0 ? doubtful(doubts) : { status: 'holds', evidence: [] };
}

function evidenceOf({ file, index }: Body): Evidence {
  const { qualifiedName = file.path, startLine = 1 } = file.declarations[index] ?? {};
  return { path: file.path, line: startLine, text: qualifiedName, through: [] };
}

function stated(): Verdict {
  return { status: 'stated', reason: STATED, evidence: [] };
}

function unchecked(reason: string): Verdict {
  return { status: 'unchecked', reason, evidence: [] };
}

function doubtful(doubts: Evidence[]): Verdict {
  const [first] = doubts;
  const more = doubts.length > 1 ? `, and ${doubts.length - 1} more` : '';
  const reason = first === undefined ? '' : `${first.path}:${first.line} ${first.text}${more}`;
  return { status: 'unchecked', reason, evidence: doubts.slice(0, LISTED) };
}
