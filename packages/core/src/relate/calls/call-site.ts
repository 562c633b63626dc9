import type { CallVia } from '#scan/model.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { headOf } from './dotted.ts';
import { isParameter, LexicalScopes, scopeOf } from './lexical-scopes.ts';
import { callOf, type Outcome, unresolvedCall } from './outcome.ts';
import { type Owner, owners } from './owners.ts';
import { phpNamespaces } from './php-names.ts';

/**
 * The place of a file at which calls are resolved, and what its own scopes say there. It moves through the file's
 * declarations in the order of its facts; equal calls are resolved once.
 */
export class CallSite {
  readonly file: CallFile;
  readonly #scopes: LexicalScopes;
  readonly #namespaces: readonly string[];
  readonly #fileLevel = new Map<string, Outcome>();
  readonly #scoped = new Map<string, Outcome | null>();
  #owners: readonly (Owner | undefined)[] | undefined;
  #within = fileScope;

  constructor(file: CallFile) {
    this.file = file;
    this.#scopes = new LexicalScopes(file);
    this.#namespaces = file.rules.ignoresCase ? phpNamespaces(file) : [];
  }

  /** The declaration around the calls, or `fileScope`. */
  get within(): number {
    return this.#within;
  }

  /** PHP's, folded. */
  get namespace(): string {
    return this.#namespaces.at(this.#within) ?? '';
  }

  enter(declaration: number): void {
    this.#within = declaration;
    if (declaration !== fileScope) this.#scopes.enter(declaration);
  }

  /** An outcome that does not depend on the place, found once for each key. */
  once(key: string, find: () => Outcome): Outcome {
    let outcome = this.#fileLevel.get(key);
    if (outcome === undefined) {
      outcome = find();
      this.#fileLevel.set(key, outcome);
    }
    return outcome;
  }

  /** `self.m`: a member of the class or object around the calls; `cls`: a new object of that class. */
  ofSelf(name: string): Outcome {
    this.#owners ??= owners(this.file);
    const owner = this.#owners[this.#within];
    if (owner === undefined) return this.below(name) ?? unresolvedCall(callReasons.no_class);
    const head = headOf(name);
    const member = name.slice(head.length + 1);
    if (member !== '') {
      const found = this.#inScope(owner.scope, owner.prefix + member, 'member');
      return found ?? unresolvedCall(member.includes('.') ? callReasons.receiver : callReasons.inherited);
    }
    const makes = this.file.rules.selfClass.includes(head);
    if (owner.class === undefined || !makes) return unresolvedCall(callReasons.receiver);
    return callOf(this.file.ids([owner.class]), 'member');
  }

  /** A name that a scope below file level knows; undefined when none does. */
  below(name: string): Outcome | undefined {
    if (this.file.rules.seesClassBody && this.file.declared.isClass(this.#within)) {
      const own = this.#inScope(this.#within, name);
      if (own !== undefined) return own;
    }
    const known = this.#scopes.knownIn(headOf(name)) ?? [];
    for (let i = known.length - 1; i >= 0; i--) {
      const scope = known[i] ?? 0;
      if (isParameter(scope)) return unresolvedCall(callReasons.parameter);
      const found = this.#inScope(scopeOf(scope), name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** @param via how it was found, where the scope's own answer to that does not count */
  #inScope(scope: number, dotted: string, via?: CallVia): Outcome | undefined {
    const key = `${scope} ${via} ${dotted}`;
    let outcome = this.#scoped.get(key);
    if (outcome === undefined) {
      const hit = this.file.declared.find(scope, dotted);
      if (hit === undefined) outcome = null;
      else if ('miss' in hit) outcome = unresolvedCall(hit.miss);
      else outcome = callOf(this.file.ids(hit.indices), via ?? hit.via);
      this.#scoped.set(key, outcome);
    }
    return outcome ?? undefined;
  }
}
