import { BaseClasses } from './base-classes.ts';
import type { Imported } from './bindings.ts';
import {
  canName,
  hasDeclaredType,
  inLowerCase,
  isAround,
  isInherited,
  isItself,
  isOfEnum,
  isOutside,
  isOwnName,
  ofGlobal,
  takesAny,
  usedIn,
  withoutBinding,
} from './call-facts.ts';
import { isComputed } from './computed-import.ts';
import { receiverType, typeInReason, writtenReason } from './declared-type.ts';
import { type Effect, effectsOf, type LanguageEffects, tableName } from './effects.ts';
import type { ImportVerdict } from './import-verdict.ts';
import { areHarmless, hasMoreThan, hasNoKey, hasTrueAt, literalCallbacks, usesMemory } from './literal-arguments.ts';
import { lastOf, type NameGlob } from './name-glob.ts';
import { NamedGlobals } from './named-globals.ts';
import { isListed, type NamedValues } from './named-values.ts';
import type { ObjectSources } from './object-sources.ts';
import type { Body } from './observation.ts';
import { originOf } from './origin.ts';
import { Overrides } from './overrides.ts';
import type { CodeCall, CodeFile, CodeProject } from './project.ts';
import type { Decidable } from './requirement.ts';

/** `follow`: the called declarations decide; `may`: it is without the effect unless one of these methods has it. */
export type Verdict = ImportVerdict | 'follow' | { may: readonly string[] } | Received;

/** A call of a function that the code receives: who names or contains the function answers for its effects. */
export interface Received {
  received: string;
  /** Methods and functions of the project that it may run too. */
  may: readonly string[];
  /** It is a member of an unknown object, which can hold any function that connected files name. */
  isMember?: true;
}

/** A `use function` of a function of the language, which a call has the name of. */
const BUILT_INTO_PHP = 'built into PHP';
const RUNS = 'it runs an argument';
const UNKNOWN_BASE = 'the class does not declare it, and one of its base classes is not known';
const TAKES = 'it runs a function that it gets';
const DERIVED = 'an object of a derived class can replace it';
const PASSED = 'it may run a function that is passed by its name';
/** Methods of one name that are followed. */
const MAX_METHODS = 100;
/** Languages in which a string, or any name, is a function of another file. */
const NAMED_BY_TEXT: readonly string[] = ['php', 'bash'];

/** Ids of the methods of a project by name. */
export interface MethodsByName {
  all: ReadonlyMap<string, readonly string[]>;
  /** Without those of tests, examples and the like. */
  ofProduct: ReadonlyMap<string, readonly string[]>;
}

/** Whether a call is what a requirement names. */
export class CallVerdicts {
  readonly #bodies: ReadonlyMap<string, Body>;
  /** Ids of methods by name: an unknown receiver may have any of them. */
  readonly #methods: MethodsByName;
  readonly #files: CodeProject['files'];
  readonly #globals: NamedGlobals;
  readonly #values: NamedValues;
  readonly #sources: ObjectSources;
  /** Of all files, and without those of tests, examples and the like. */
  readonly #overrides: { all: Overrides; ofProduct: Overrides };
  readonly #bases: BaseClasses;

  /** @param bodies by id of declaration */
  constructor(
    project: CodeProject,
    bodies: ReadonlyMap<string, Body>,
    methods: MethodsByName,
    values: NamedValues,
    sources: ObjectSources,
  ) {
    this.#sources = sources;
    const all = [...project.files.values()];
    const product = all.filter(({ isTest, isApart }) => !isTest && !isApart);
    this.#overrides = { all: new Overrides(all), ofProduct: new Overrides(product) };
    this.#bases = new BaseClasses(project);
    this.#files = project.files;
    this.#values = values;
    this.#bodies = bodies;
    this.#methods = methods;
    this.#globals = new NamedGlobals(project);
  }

  of(call: CodeCall, file: CodeFile, wanted: Decidable): Verdict {
    const verdict = this.#of(call, file, wanted);
    const { reason } = call;
    if (typeof verdict === 'string' || !('doubt' in verdict) || reason === undefined) return verdict;
    return { doubt: verdict.doubt.replace(reason, () => writtenReason(call, file) ?? reason) };
  }

  #of(written: CodeCall, file: CodeFile, wanted: Decidable): Verdict {
    const table = effectsOf(file.language);
    const bound = this.#values.bindingsOf(file).of(written.callee);
    const builtIn = bound.find(({ from }) => from.reason === BUILT_INTO_PHP);
    const named = builtIn === undefined ? written : { ...written, callee: builtIn.name };
    const call = file.language === 'php' ? inLowerCase(named, table) : named;
    const imported = bound.filter(({ from }) => from.reason !== BUILT_INTO_PHP);
    if (wanted.kind === 'import') return this.#useVerdict(call, file, imported, wanted.glob, table);
    if (wanted.kind === 'call') {
      const verdict = this.#callVerdict(call, file, imported, wanted.glob, table);
      return verdict === 'no' && this.#mayPass(call, file, wanted.glob, table) ? { doubt: PASSED } : verdict;
    }
    const effect = table?.byName.get(wanted.effect);
    return table === undefined || effect === undefined
      ? 'no'
      : this.#effectVerdict(call, file, imported, effect, table);
  }

  /** Ids of methods of derived classes that a call of a method of the object itself can run instead. */
  replacing(call: CodeCall, { isTest, isApart }: CodeFile): string[] {
    const overrides = isTest || isApart ? this.#overrides.all : this.#overrides.ofProduct;
    return overrides.of(
      call,
      call.candidates.map((id) => this.#nameOf(id)),
    );
  }

  /** Matches names as written, as imported, and as declared. */
  #callVerdict(
    call: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    glob: NameGlob,
    table: LanguageEffects | undefined,
  ): Verdict {
    if (call.callee === '…') return this.#isNamed(file, glob) ? { doubt: 'the callee is computed' } : 'no';
    const declared = call.candidates.map((id) => this.#nameOf(id));
    const isCertain = call.state === 'resolved' || call.state === 'declared';
    if (isCertain && declared.some((name) => glob.matches(name))) return { seen: call.callee };
    if (imported.some(({ name }) => glob.matches(name))) return { seen: call.callee };
    if (call.state !== 'unresolved') {
      if (glob.matches(call.callee)) return { seen: call.callee };
      if (declared.some((name) => glob.matches(name))) return { doubt: 'one of several candidates' };
      const others = call.state === 'declared' ? this.#methodsLike(call, file) : [];
      return others.some((id) => glob.matches(this.#nameOf(id))) ? { doubt: DERIVED } : 'no';
    }
    if (!call.callee.includes('…') && glob.matches(call.callee)) return { seen: call.callee };
    if (table !== undefined && this.#isKnown(call, file, glob, table)) return 'no';
    const last = lastOf(call.callee);
    const isMember = call.callee.includes('.');
    const isOther = isMember ? !(glob.couldEndWith(last) || this.#globals.isAlias(last, glob)) : isItself(call, table);
    return isOther || !this.#isNamed(file, glob) ? 'no' : { doubt: call.reason ?? 'unresolved' };
  }

  /** Whether an unresolved call of a member is certainly one of the language, which a glob does not name. */
  #isKnown(call: CodeCall, file: CodeFile, glob: NameGlob, table: LanguageEffects): boolean {
    const { callee } = call;
    if (!callee.includes('.')) return false;
    if (isOwnName(call) && table.known.matches(callee)) return true;
    if (hasDeclaredType(call, file, table)) return true;
    const last = lastOf(callee);
    return (
      callee.startsWith('…') && table.methods.has(last) && !this.#methodsFor(file).has(last) && !glob.endsOnlyWith(last)
    );
  }

  /** Whether a call may run a function that the code passes by its name, of which the facts say nothing. */
  #mayPass(call: CodeCall, file: CodeFile, glob: NameGlob, table: LanguageEffects | undefined): boolean {
    const { callee } = call;
    if (table === undefined || !(table.takes.has(lastOf(callee)) || table.runs.matches(callee))) return false;
    if (table.keyed.has(lastOf(callee)) && hasNoKey(call, file)) return false;
    if (!this.#isNamed(file, glob)) return false;
    if (file.language === 'php') return this.#isCallback(call, file, glob);
    if (NAMED_BY_TEXT.includes(file.language)) return true;
    return [...table.globals].some((name) => glob.couldStartWith(name)) || canName(file, glob);
  }

  /** Whether a call of PHP may run a function that a glob matches: the functions that are written as its arguments, or any. */
  #isCallback(call: CodeCall, file: CodeFile, glob: NameGlob): boolean {
    const written = literalCallbacks(call, file);
    return written === undefined || [...written.names, ...written.methods].some((it) => glob.couldEndWith(lastOf(it)));
  }

  /** Whether a variable of a file may hold a function that a glob matches. */
  #isNamed(file: CodeFile, glob: NameGlob): boolean {
    return this.#globals.isNamed(file, glob);
  }

  /** A call of a matching module or file, or one that imports a module by its name. */
  #useVerdict(
    { callee, state, candidates, line }: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    glob: NameGlob,
    table: LanguageEffects | undefined,
  ): Verdict {
    const isJavaScript = tableName(file.language) === 'javascript';
    const matches = (name: string) => (isJavaScript ? glob.matchesPackage(name) : glob.matchesModule(name));
    if (imported.some(({ from, name }) => isOutside(from) && matches(name))) return { seen: callee };
    const paths = candidates.map((id) => this.#bodies.get(id)?.file.path ?? '').filter((path) => path !== file.path);
    // A file needs no import to call a member of an object that it gets: the import of the type counts.
    if (state !== 'declared' && paths.some((path) => glob.matches(path))) {
      return state === 'resolved' ? { seen: callee } : { doubt: 'one of several candidates' };
    }
    const isFollowed = state === 'resolved' || state === 'declared';
    const names = imported.length > 0 ? imported.map(({ name }) => name) : isFollowed ? [] : [callee];
    const isLiteral = file.imports.some((it) => it.line === line && !isComputed(it));
    return !isLiteral && names.some((name) => table?.loads.matches(name) === true)
      ? { doubt: 'it imports a module by its name' }
      : 'no';
  }

  #effectVerdict(
    written: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    effect: Effect,
    table: LanguageEffects,
  ): Verdict {
    const call = ofGlobal(withoutBinding(written), table);
    const { callee } = call;
    const { known, methods, runs } = table;
    if (call.state === 'resolved' || call.state === 'ambiguous') return 'follow';
    if (call.state === 'declared') return this.#declaredVerdict(call, file);
    if (callee === '…') return this.#variableVerdict(call, file, effect, 'the callee is computed');
    let isVariable = false;
    for (const it of imported) {
      const origin = it.from.path === undefined ? it : originOf(it, callee, this.#files);
      const bound = origin === undefined ? this.#boundIn(call, file) : [];
      if (bound.length > 0) return { may: bound };
      if (origin === undefined) {
        const doubt = { doubt: `${it.from.path} declares no function of this name` };
        return this.#namedVerdict(call, file, effect, doubt.doubt) ?? doubt;
      }
      if ('variableOf' in origin) {
        const doubt = this.#values.ofVariable(origin.variableOf, effect, origin.name);
        isVariable = true;
        if (callee.includes('.')) break;
        if (doubt === undefined) return { received: 'a variable', may: usedIn(origin.variableOf) };
        return this.#namedVerdict(call, file, effect, 'a variable') ?? { doubt };
      }
      const { from, name } = origin;
      if (effect.calls.matches(name)) return { seen: callee };
      if (effect.maybe.matches(name)) return { doubt: 'it depends on the arguments' };
      if (effect.imports.matchesModule(name) && !effect.without.matchesModule(name)) return { seen: callee };
      if (runs.matchesModule(name)) return this.#takesVerdict(call, file, effect, RUNS);
      if (from.state !== 'external') return { doubt: from.reason ?? 'the import is not resolved' };
      if (!isListed(from, name, table)) return { doubt: `no effects table lists the package ${from.specifier}` };
    }
    if (imported.length > 0 && !isVariable) return 'no';
    if (isOfEnum(call, file)) return 'no';
    const last = lastOf(callee);
    const most = effect.most.get(last);
    const isOther = most !== undefined && hasMoreThan(most, call, file);
    const isEffect = effect.members.has(last) && !isOther;
    const isTyped = typeInReason(call.reason) !== undefined;
    const isName = !callee.includes('…') && call.reason !== 'a parameter' && !isTyped && !isVariable;
    const memory = isName && file.language === 'php' ? usesMemory(call, file) : undefined;
    if (memory === 'itself') return 'no';
    if (isName && effect.calls.matches(callee)) {
      return memory === 'maybe' ? { doubt: 'it depends on the arguments' } : { seen: callee };
    }
    if (isName && effect.maybe.matches(callee)) return argumentsVerdict(call, file, table);
    if (isName && runs.matches(callee)) return this.#takesVerdict(call, file, effect, RUNS);
    if (isName && known.matches(callee)) {
      return table.takes.has(callee) ? this.#takesVerdict(call, file, effect, RUNS) : 'no';
    }
    if (hasDeclaredType(call, file, table)) {
      return table.abstract.has(receiverType(call, file) ?? '') ? this.#ownVerdict(last, file) : 'no';
    }
    const isPlain = !callee.includes('.');
    if (isPlain && call.reason === 'a parameter') return this.#parameterVerdict(call, file, effect);
    const isField = isInherited(callee) && call.reason === 'neither the class nor its base classes declare it';
    if ((isPlain && call.reason === 'a local variable') || (isField && !callee.startsWith('super'))) {
      return this.#variableVerdict(call, file, effect, call.reason ?? '');
    }
    if (call.reason === UNKNOWN_BASE && !isEffect) {
      if (this.#bases.areWithout(file, call.within, effect)) {
        const isSuper = callee === 'super' || callee.startsWith('super.');
        const isOwnOnly = isSuper && !this.#bases.canLeadElsewhere(file, call.within);
        const its = isPlain || isOwnOnly ? [] : (this.#methodsFor(file).get(last) ?? []);
        if (its.length <= MAX_METHODS) return { may: its };
      }
      const base = this.#values.inBases(file, effect);
      const own = this.#methodsFor(file).get(last) ?? [];
      if (base === undefined && own.length <= MAX_METHODS) return { may: isPlain ? [] : own };
    }
    // The class of an object that the code receives, or one of the project.
    const isConstructor = last === 'constructor' && !isPlain && !isInherited(callee) && !isEffect;
    if (isConstructor && this.#values.areListed(file, effect)) {
      const own = this.#methodsFor(file).get(last) ?? [];
      if (own.length <= MAX_METHODS) return { received: call.reason ?? '', may: own };
    }
    const isOwn = isPlain || isInherited(callee) || isEffect || /^(?:apply|call|bind)$/.test(last);
    if (!isOwn && table.takes.has(last)) return this.#takesVerdict(call, file, effect, call.reason ?? RUNS);
    const isBuiltIn = callee.includes('.') && methods.has(last) && !isEffect;
    if (isBuiltIn && !isInherited(callee)) return this.#ownVerdict(last, file);
    const isMember = callee.includes('.') && (isEffect || effect.lastNames.has(last));
    const named = isMember ? undefined : this.#namedVerdict(call, file, effect, call.reason ?? 'unknown callee');
    return named ?? this.#doubtOf(call, file, effect);
  }

  /** A method that only a class of the project can have with an effect. */
  #ownVerdict(last: string, file: CodeFile): Verdict {
    const own = this.#methodsFor(file).get(last) ?? [];
    return own.length > MAX_METHODS ? { doubt: `${own.length} methods have this name` } : { may: own };
  }

  /**
   * A call of a function that is not known, where no file that is connected names a function with the effect: the functions
   * that these files name or declare by this name decide. A string of PHP can name any function.
   *
   * @returns undefined if a connected file can bring another function
   */
  #namedVerdict({ callee }: CodeCall, file: CodeFile, effect: Effect, received: string): Verdict | undefined {
    const last = lastOf(callee);
    const isText = NAMED_BY_TEXT.includes(file.language) && !/->|\./.test(callee);
    const isListedHere = NAMED_BY_TEXT.includes(file.language) || this.#values.areListed(file, effect);
    if (isText || !isListedHere || last === '…' || this.#sources.doubt(file, effect) !== undefined) return undefined;
    const own = [...(this.#methodsFor(file).get(last) ?? []), ...this.#sources.named(last, file)];
    const may = [...new Set([...own, ...(this.#methodsFor(file).get('__call__') ?? [])])];
    return may.length > MAX_METHODS
      ? { doubt: `${may.length} methods have this name` }
      : { received, may, isMember: true };
  }

  /** Why a call is not known, and which import can bring a function with the effect. */
  #doubtOf({ reason = 'unknown callee' }: CodeCall, file: CodeFile, effect: Effect): Verdict {
    const source = this.#sources.doubt(file, effect);
    return { doubt: source === undefined ? reason : `${reason}; ${source}` };
  }

  /** A call that runs a function among its arguments: one in the code is read with it, and one that is named is found by its name. */
  #takesVerdict(call: CodeCall, file: CodeFile, effect: Effect, reason: string): Verdict {
    const { callee, within } = call;
    if (effectsOf(file.language)?.keyed.has(lastOf(callee)) === true && hasNoKey(call, file)) {
      return callee.includes('.') ? this.#ownVerdict(lastOf(callee), file) : 'no';
    }
    if (file.language === 'php') return this.#callbacksVerdict(call, file, effect, reason);
    if (!this.#values.areListed(file, effect)) return { doubt: reason };
    const around = file.named?.find(
      (it) => isAround(it.within, within, file) && this.#values.of(it, file, effect) !== 'no',
    );
    if (around !== undefined) {
      const doubt = { doubt: `${TAKES}, and the code around names ${around.name}` };
      return this.#namedVerdict(call, file, effect, TAKES) ?? doubt;
    }
    const own = this.#methodsFor(file).get(lastOf(callee)) ?? [];
    if (own.length > MAX_METHODS) return { doubt: `${own.length} methods have this name` };
    return { received: TAKES, may: own };
  }

  /** A call of PHP whose functions are written as its arguments: a closure is read with the code around, a name is looked up. */
  #callbacksVerdict(call: CodeCall, file: CodeFile, { calls, maybe }: Effect, reason: string): Verdict {
    const written = literalCallbacks(call, file);
    const table = effectsOf(file.language);
    if (written === undefined || table === undefined) return { doubt: reason };
    const { names, methods } = written;
    const seen = names.find((name) => calls.matches(name));
    if (seen !== undefined) return { seen };
    if (!areHarmless(names, table, (name) => maybe.matches(name) || takesAny(name, table))) return { doubt: reason };
    const all = call.callee.includes('.') ? [lastOf(call.callee), ...methods] : methods;
    const own = all.flatMap((name) => this.#methodsFor(file).get(name) ?? []);
    const isOutside = methods.some((name) => !this.#methodsFor(file).has(name));
    if (isOutside) return { doubt: reason };
    return own.length > MAX_METHODS ? { doubt: `${own.length} methods have this name` } : { may: own };
  }

  /** The functions of the project that a call of their `call`, `apply` or `bind` names. */
  #boundIn({ callee, within }: CodeCall, { uses }: CodeFile): string[] {
    const [, name] = /^([^.]+)\.(?:call|apply|bind)$/.exec(callee) ?? [];
    if (name === undefined) return [];
    return uses.flatMap((it) => (it.within === within && this.#nameOf(it.target) === name ? [it.target] : []));
  }

  #parameterVerdict({ callee, reason = '' }: CodeCall, file: CodeFile, effect: Effect): Verdict {
    const isListedHere = this.#values.areListed(file, effect) && callee !== '…';
    return isListedHere ? { received: reason, may: this.#methodsFor(file).get('__call__') ?? [] } : { doubt: reason };
  }

  /** A call of a variable or field: it may hold any function that its file names. */
  #variableVerdict(call: CodeCall, file: CodeFile, effect: Effect, reason: string): Verdict {
    const { callee } = call;
    const doubt = this.#values.inFile(file, effect);
    const known = doubt === undefined || callee === '…' ? undefined : this.#namedVerdict(call, file, effect, reason);
    if (known !== undefined) return known;
    if (doubt !== undefined) return { doubt: callee === '…' ? reason : `${reason}; ${doubt}` };
    return { received: reason, may: [...usedIn(file), ...(this.#methodsFor(file).get('__call__') ?? [])] };
  }

  /** A member of a declared type, or a method of the same name: a derived class can have one, and in TypeScript any object. */
  #declaredVerdict(call: CodeCall, file: CodeFile): Verdict {
    const others = this.#methodsLike(call, file);
    if (others.length > MAX_METHODS) return { doubt: `${others.length} methods have this name` };
    const isEmpty = others.length === 0 && call.candidates.some((id) => this.#isOfInterface(id));
    return isEmpty
      ? { doubt: 'no class of the project implements the interface' }
      : { may: [...call.candidates, ...others] };
  }

  /** What tests and examples declare is called only by them. */
  #methodsFor({ isTest, isApart }: CodeFile): ReadonlyMap<string, readonly string[]> {
    return isTest || isApart ? this.#methods.all : this.#methods.ofProduct;
  }

  /** The methods with the name of a call that are not among its candidates. */
  #methodsLike({ callee, candidates }: CodeCall, file: CodeFile): string[] {
    return (this.#methodsFor(file).get(lastOf(callee)) ?? []).filter((id) => !candidates.includes(id));
  }

  #isOfInterface(id: string): boolean {
    const { file, index } = this.#bodies.get(id) ?? {};
    const owner = file?.declarations.findLast((it, at) => at < (index ?? 0) && it.last >= (index ?? 0));
    return owner?.kind === 'interface';
  }

  #nameOf(id: string): string {
    const body = this.#bodies.get(id);
    return body?.file.declarations[body.index]?.qualifiedName ?? '';
  }
}

/** A call whose effect depends on its arguments: one that returns a text instead has none. */
function argumentsVerdict(call: CodeCall, file: CodeFile, { returning }: LanguageEffects): Verdict {
  const position = returning.get(call.callee);
  const returns = position === undefined ? undefined : hasTrueAt(position, call, file);
  if (returns === undefined) return { doubt: 'it depends on the arguments' };
  return returns ? 'no' : { seen: call.callee };
}
