import type { ResolvedCalls } from '#scan/model.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { headOf } from './dotted.ts';
import { IncludedNames } from './included.ts';
import { LexicalScopes } from './lexical-scopes.ts';
import { callOf, type Outcome, unresolvedCall } from './outcome.ts';
import { type Owner, owners } from './owners.ts';
import { phpNames, phpNamespaces } from './php-names.ts';
import { NameTrace } from './trace.ts';

/**
 * Finds the declarations that calls may lead to, by names alone: no types are inferred, no condition is evaluated, and
 * a variable that takes the name of a function is not seen. A member of an unknown receiver is never matched by its
 * bare name.
 */
export class CallResolver {
  readonly #trace: NameTrace;
  readonly #included: IncludedNames;

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#trace = new NameTrace(files);
    this.#included = new IncludedNames(files);
  }

  /** @returns columns aligned with the file's calls */
  resolve(file: CallFile): ResolvedCalls {
    const { callee, within } = file.facts.calls;
    const count = callee.length;
    const calls: ResolvedCalls = {
      state: new Array(count),
      via: new Array(count),
      candidates: new Array(count),
      reason: new Array(count),
    };
    const site: Site = {
      file,
      within: fileScope,
      scopes: new LexicalScopes(file),
      owners: owners(file),
      namespaces: file.rules.ignoresCase ? phpNamespaces(file) : [],
    };
    const byDeclaration = groupByDeclaration(within, file.facts.declarations.length);
    for (const [place, indices] of byDeclaration.entries()) {
      site.within = place - 1;
      if (site.within !== fileScope) site.scopes.enter(site.within);
      for (const index of indices) {
        const outcome = this.#call(site, callee[index] ?? '');
        calls.state[index] = outcome.state;
        calls.via[index] = outcome.via;
        calls.candidates[index] = outcome.candidates;
        calls.reason[index] = outcome.reason;
      }
    }
    return calls;
  }

  #call(site: Site, callee: string): Outcome {
    if (callee.includes('…')) return unresolvedCall(callee === '…' ? callReasons.computed : callReasons.receiver);
    const { file, within } = site;
    const { rules } = file;
    if (rules.flat) {
      return this.#included.outcome(file, callee, { names: [{ name: callee }], otherwise: callReasons.not_included });
    }

    const name = file.declared.fold(callee);
    const head = headOf(name);
    if (rules.parent.includes(head)) return unresolvedCall(callReasons.inherited);
    if (rules.self.includes(head)) return ownMember(site, name);
    const inner = innerName(site, name);
    if (inner !== undefined) return inner;
    if (!rules.includes) return this.#trace.outcome(file, name);

    if (head.startsWith('$') && within !== fileScope) return unresolvedCall(callReasons.receiver);
    const namespace = site.namespaces.at(within) ?? '';
    return this.#included.outcome(file, `${namespace}\n${name}`, phpNames(file, namespace, name));
  }
}

/** Where the calls at hand stand. */
interface Site {
  file: CallFile;
  /** The declaration around them, or `fileScope`. */
  within: number;
  scopes: LexicalScopes;
  /** Aligned with the file's declarations. */
  owners: readonly (Owner | undefined)[];
  /** The same, and last the one at file level, which is at -1 too. */
  namespaces: readonly string[];
}

/** `self.m`: a member of the class or object around the call, or a new object of that class. */
function ownMember({ file, within, owners }: Site, name: string): Outcome {
  const owner = owners[within];
  if (owner === undefined) return unresolvedCall(callReasons.no_class);
  const head = headOf(name);
  const member = name.slice(head.length + 1);
  if (member === '') {
    if (owner.class === undefined || !file.rules.selfClass.includes(head)) return unresolvedCall(callReasons.receiver);
    return callOf(file.ids([owner.class]), 'member');
  }
  const found = file.outcomeIn(owner.scope, owner.prefix + member, 'member');
  return found ?? unresolvedCall(member.includes('.') ? callReasons.receiver : callReasons.inherited);
}

/** A name that a scope below file level knows; undefined when none does. */
function innerName({ file, within, scopes }: Site, name: string): Outcome | undefined {
  if (file.rules.seesClassBody && file.declared.isClass(within)) {
    const own = file.outcomeIn(within, name);
    if (own !== undefined) return own;
  }
  const known = scopes.knownIn(headOf(name));
  for (let i = known.length - 1; i >= 0; i--) {
    const { scope, parameter } = known[i] ?? { scope: fileScope, parameter: false };
    if (parameter) return unresolvedCall(callReasons.parameter);
    const found = file.outcomeIn(scope, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Indices of the calls by the declaration around them: those at file level first, then as the declarations come. */
function groupByDeclaration(within: readonly number[], declarations: number): number[][] {
  const groups: number[][] = Array.from({ length: declarations + 1 }, () => []);
  for (const [call, declaration] of within.entries()) groups[declaration + 1]?.push(call);
  return groups;
}
