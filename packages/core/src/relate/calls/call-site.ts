import type { ObjectFacts } from '#parse/facts.ts';
import type { CallVia, Outcome } from '../model.ts';
import { callReasons, declaredAs } from '../reasons.ts';
import type { BaseClasses, DeclarationIn } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import type { ClassNames } from './class-names.ts';
import { fileScope, type NameTable } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';
import { isParameter, LexicalScopes, scopeOf } from './lexical-scopes.ts';
import { callOf, declaredCall, idsOf, memberCall, unresolvedCall } from './outcome.ts';
import { type Owner, owners } from './owners.ts';
import { phpNamespaces } from './php-names.ts';

/** A callee as written in a file, with the properties shared by all its calls. */
export interface Callee {
  /** Normalized to the language's case rules. */
  name: string;
  /** Its first part. */
  first: string;
  /** The first part refers to the enclosing class or object, or to its base classes. */
  receiver: 'self' | 'super' | undefined;
  everywhere: Outcome | undefined;
  /** Outcome per namespace for a name that no scope below file level binds; resolved on first use. */
  atFileLevel: Outcome | undefined;
  /** The same for the name of a class. */
  asClass: Outcome | undefined;
}

/**
 * A cursor through the declarations of a file, in the order of its facts. It resolves calls with the scopes at the
 * current declaration; equal calls are resolved once.
 */
export class CallSite {
  readonly file: CallFile;
  readonly table: NameTable;
  /** Follows a name that an import binds in a scope below file level. */
  readonly #trace: (name: string, scope: number) => Outcome;
  readonly #scopes: LexicalScopes;
  readonly #namespaces: readonly string[];
  /** By namespace, then by written callee. */
  readonly #callees = new Map<string, Map<string, Callee>>();
  #calleesHere: Map<string, Callee>;
  /** By scope, then by name. */
  readonly #names = new Map<number, Map<string, Outcome | null>>();
  readonly #members = new Map<number, Map<string, Outcome | null>>();
  readonly #objects = new Map<string, Outcome>();
  #owners: readonly (Owner | undefined)[] | undefined;
  #within = fileScope;

  constructor(file: CallFile, table: NameTable, trace: (name: string, scope: number) => Outcome) {
    this.file = file;
    this.table = table;
    this.#trace = trace;
    this.#scopes = new LexicalScopes(file);
    this.#namespaces = file.rules.ignoresCase ? phpNamespaces(file) : [];
    this.#calleesHere = mapAt(this.#callees, this.namespace);
  }

  /** The declaration that contains the calls, or `fileScope`. */
  get within(): number {
    return this.#within;
  }

  /** PHP namespace in lower case. */
  get namespace(): string {
    return this.#namespaces.at(this.#within) ?? '';
  }

  enter(declaration: number): void {
    this.#within = declaration;
    if (declaration !== fileScope && !this.file.rules.flat) this.#scopes.enter(declaration);
    if (this.#namespaces.length > 0) this.#calleesHere = mapAt(this.#callees, this.namespace);
  }

  /** @param written the callee in the facts */
  callee(written: string): Callee {
    let callee = this.#calleesHere.get(written);
    if (callee === undefined) {
      callee = this.#newCallee(written);
      this.#calleesHere.set(written, callee);
    }
    return callee;
  }

  /** `self.m`: a member of the enclosing class or object; `cls`: a new object of that class. */
  ofSelf(callee: Callee, bases: BaseClasses): Outcome {
    const owner = this.#owner();
    if (owner === undefined) return this.below(callee) ?? unresolvedCall(callReasons.no_class);
    const { name, first } = callee;
    const member = name.slice(first.length + 1);
    if (member !== '') {
      const found = this.#inScope(this.#members, owner.scope, owner.prefix + member, 'member');
      return found ?? this.#inherited(owner, member, bases);
    }
    const makes = this.file.rules.selfClass.includes(first);
    if (owner.class === undefined || !makes) return unresolvedCall(callReasons.receiver);
    return callOf(this.file.ids([owner.class]), 'member');
  }

  /** `super.m`, `super(C).m`: a member of the base classes; `super`: the constructor of the base class. */
  ofSuper({ name, first }: Callee, bases: BaseClasses, classNames: ClassNames): Outcome {
    const owner = this.#owner();
    if (owner?.class === undefined) return unresolvedCall(callReasons.no_class);
    const member = name.slice(first.length + 1);
    if (member !== '') {
      const after = first.endsWith(')') ? first.slice(first.indexOf('(') + 1, -1) : undefined;
      const start = after === undefined ? this.#at(owner.class) : classNames.find(this.file, this.#within, after);
      return start === undefined ? unresolvedCall(callReasons.receiver) : this.#memberOf(start, member, bases);
    }
    if (!this.file.rules.parentIsClass) return unresolvedCall(callReasons.undeclared);
    const parent = bases.parent(this.#at(owner.class));
    if (parent === undefined) return unresolvedCall(callReasons.unknown_base);
    const { parentConstructor } = this.file.rules;
    const made = parentConstructor === undefined ? undefined : bases.member(parent, parentConstructor);
    const isKnown = made !== undefined && 'found' in made && made.doubt === undefined;
    return isKnown ? memberCall(made, 'inherited') : callOf(idsOf([parent]), 'inherited');
  }

  /** A member of the class of which the receiver is an object. */
  ofObject({ name }: Callee, object: ObjectFacts, bases: BaseClasses, classNames: ClassNames): Outcome {
    // The name of a callee with an unknown part is as written.
    const member = this.file.declared.fold(name.slice(name.lastIndexOf('.') + 1));
    const { class: className, scope, declared = false } = object;
    return this.#cached(`${this.#within} ${scope ?? ''} ${className} ${declared} ${member}`, () => {
      if (declared) return this.#ofType(className, scope, member, bases, classNames);
      const its = classNames.find(this.file, this.#within, className, scope);
      return its === undefined
        ? unresolvedCall(callReasons.receiver)
        : memberCall(bases.member(its, member), 'instance');
    });
  }

  /** A member of a declared type. */
  #ofType(
    type: string,
    scope: number | undefined,
    member: string,
    bases: BaseClasses,
    classNames: ClassNames,
  ): Outcome {
    const its = this.file.rules.self.includes(this.file.declared.fold(type))
      ? this.#ownClass()
      : classNames.findType(this.file, this.#within, type, scope);
    if (its === undefined) return unresolvedCall(declaredAs(type));
    const outcome = memberCall(bases.member(its, member), 'instance');
    return outcome.state === 'resolved' ? { ...outcome, state: 'declared' } : outcome;
  }

  /** Resolves a name of one scope below file level, or of none. */
  inScope({ name }: Callee, scope: number): Outcome {
    const otherwise = name.includes('.') ? callReasons.receiver : callReasons.variable;
    return this.#inScope(this.#names, scope, name) ?? unresolvedCall(otherwise);
  }

  /** Resolves a name that a scope below file level binds; undefined when none does. */
  below({ name, first }: Callee): Outcome | undefined {
    const { rules, declared } = this.file;
    if (rules.flat) return undefined;
    if (rules.seesClassBody && declared.isClass(this.#within)) {
      const own = this.#inScope(this.#names, this.#within, name);
      if (own !== undefined) return own;
    }
    const known = this.#scopes.knownIn(first);
    for (let i = (known?.length ?? 0) - 1; i >= 0; i--) {
      const scope = known?.[i] ?? 0;
      if (isParameter(scope)) return unresolvedCall(callReasons.parameter);
      const found = this.#inScope(this.#names, scopeOf(scope), name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #newCallee(written: string): Callee {
    const { rules, declared } = this.file;
    if (written.includes('…')) {
      const everywhere = unresolvedCall(written === '…' ? callReasons.computed : callReasons.receiver);
      return {
        name: written,
        first: written,
        receiver: undefined,
        everywhere,
        atFileLevel: undefined,
        asClass: undefined,
      };
    }
    const name = declared.fold(written);
    const first = rules.flat ? name : firstPartOf(name);
    const isSuper = rules.parent.some((it) => first.startsWith(it) && (first === it || first[it.length] === '('));
    const receiver = isSuper ? 'super' : rules.self.includes(first) ? 'self' : undefined;
    return { name, first, receiver, everywhere: undefined, atFileLevel: undefined, asClass: undefined };
  }

  #owner(): Owner | undefined {
    this.#owners ??= owners(this.file);
    return this.#owners[this.#within];
  }

  #ownClass(): DeclarationIn | undefined {
    const own = this.#owner()?.class;
    return own === undefined ? undefined : this.#at(own);
  }

  #at(index: number): DeclarationIn {
    return { file: this.file, index };
  }

  #inherited(owner: Owner, member: string, bases: BaseClasses): Outcome {
    if (owner.class === undefined) {
      return unresolvedCall(member.includes('.') ? callReasons.receiver : callReasons.no_member);
    }
    return this.#memberOf(this.#at(owner.class), member, bases);
  }

  #memberOf(start: DeclarationIn, member: string, bases: BaseClasses): Outcome {
    const file = start.file === this.file ? '' : start.file.path;
    return this.#cached(`${file}:${start.index}:${member}`, () =>
      memberCall(bases.inherited(start, member), 'inherited'),
    );
  }

  #cached(key: string, resolve: () => Outcome): Outcome {
    let outcome = this.#objects.get(key);
    if (outcome === undefined) {
      outcome = resolve();
      this.#objects.set(key, outcome);
    }
    return outcome;
  }

  /** @param via overrides how the scope found it */
  #inScope(
    known: Map<number, Map<string, Outcome | null>>,
    scope: number,
    dotted: string,
    via?: CallVia,
  ): Outcome | undefined {
    const names = mapAt(known, scope);
    let outcome = names.get(dotted);
    if (outcome === undefined) {
      outcome = this.#lookUp(scope, dotted, via);
      names.set(dotted, outcome);
    }
    return outcome ?? undefined;
  }

  #lookUp(scope: number, dotted: string, via: CallVia | undefined): Outcome | null {
    if (via === undefined && this.file.importsIn(scope, firstPartOf(dotted))) return this.#trace(dotted, scope);
    const hit = this.file.declared.find(scope, dotted, this.table);
    if (hit === undefined) return null;
    return 'miss' in hit ? unresolvedCall(hit.miss) : declaredCall(this.file, hit.indices, via ?? hit.via);
  }
}

function mapAt<Key, Value>(maps: Map<Key, Map<string, Value>>, key: Key): Map<string, Value> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}
