import { BaseClasses } from './base-classes.ts';
import type { Imported } from './bindings.ts';
import {
  hasDeclaredType,
  isAround,
  isInherited,
  isOfEnum,
  ofGlobal,
  takesAny,
  usedIn,
  withoutBinding,
} from './call-facts.ts';
import { receiverType, typeInReason } from './declared-type.ts';
import { type Effect, effectsOf, type LanguageEffects } from './effects.ts';
import { areHarmless, hasMoreThan, hasNoKey, hasTrueAt, literalCallbacks, usesMemory } from './literal-arguments.ts';
import type { Methods } from './methods.ts';
import { lastOf } from './name-glob.ts';
import { isListed, NAMED_BY_TEXT, type NamedValues } from './named-values.ts';
import type { ObjectSources } from './object-sources.ts';
import { originOf } from './origin.ts';
import type { CodeCall, CodeFile, CodeProject } from './project.ts';
import type { Verdict } from './verdict.ts';

const RUNS = 'it runs an argument';
const UNKNOWN_BASE = 'the class does not declare it, and one of its base classes is not known';
const TAKES = 'it runs a function that it gets';
/** Methods of one name that are followed. */
const MAX_METHODS = 100;

/** Whether a call has an effect. */
export class EffectVerdicts {
  readonly #methods: Methods;
  readonly #files: CodeProject['files'];
  readonly #values: NamedValues;
  readonly #sources: ObjectSources;
  readonly #bases: BaseClasses;

  constructor(project: CodeProject, methods: Methods, values: NamedValues, sources: ObjectSources) {
    this.#methods = methods;
    this.#files = project.files;
    this.#values = values;
    this.#sources = sources;
    this.#bases = new BaseClasses(project);
  }

  of(
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
        const its = isPlain || isOwnOnly ? [] : this.#methods.named(last, file);
        if (its.length <= MAX_METHODS) return { may: its };
      }
      const base = this.#values.inBases(file, effect);
      const own = this.#methods.named(last, file);
      if (base === undefined && own.length <= MAX_METHODS) return { may: isPlain ? [] : own };
    }
    // The class of an object that the code receives, or one of the project.
    const isConstructor = last === 'constructor' && !isPlain && !isInherited(callee) && !isEffect;
    if (isConstructor && this.#values.areListed(file, effect)) {
      const own = this.#methods.named(last, file);
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
    const own = this.#methods.named(last, file);
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
    const own = [...this.#methods.named(last, file), ...this.#sources.named(last, file)];
    const may = [...new Set([...own, ...this.#methods.named('__call__', file)])];
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
    const own = this.#methods.named(lastOf(callee), file);
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
    const own = all.flatMap((name) => this.#methods.named(name, file));
    const isOutside = methods.some((name) => this.#methods.named(name, file).length === 0);
    if (isOutside) return { doubt: reason };
    return own.length > MAX_METHODS ? { doubt: `${own.length} methods have this name` } : { may: own };
  }

  /** The functions of the project that a call of their `call`, `apply` or `bind` names. */
  #boundIn({ callee, within }: CodeCall, { uses }: CodeFile): string[] {
    const [, name] = /^([^.]+)\.(?:call|apply|bind)$/.exec(callee) ?? [];
    if (name === undefined) return [];
    return uses.flatMap((it) => (it.within === within && this.#methods.nameOf(it.target) === name ? [it.target] : []));
  }

  #parameterVerdict({ callee, reason = '' }: CodeCall, file: CodeFile, effect: Effect): Verdict {
    const isListedHere = this.#values.areListed(file, effect) && callee !== '…';
    return isListedHere ? { received: reason, may: this.#methods.named('__call__', file) } : { doubt: reason };
  }

  /** A call of a variable or field: it may hold any function that its file names. */
  #variableVerdict(call: CodeCall, file: CodeFile, effect: Effect, reason: string): Verdict {
    const { callee } = call;
    const doubt = this.#values.inFile(file, effect);
    const known = doubt === undefined || callee === '…' ? undefined : this.#namedVerdict(call, file, effect, reason);
    if (known !== undefined) return known;
    if (doubt !== undefined) return { doubt: callee === '…' ? reason : `${reason}; ${doubt}` };
    return { received: reason, may: [...usedIn(file), ...this.#methods.named('__call__', file)] };
  }

  /** A member of a declared type, or a method of the same name: a derived class can have one, and in TypeScript any object. */
  #declaredVerdict(call: CodeCall, file: CodeFile): Verdict {
    const others = this.#methods.like(call, file);
    if (others.length > MAX_METHODS) return { doubt: `${others.length} methods have this name` };
    const isEmpty = others.length === 0 && call.candidates.some((id) => this.#methods.isOfInterface(id));
    return isEmpty
      ? { doubt: 'no class of the project implements the interface' }
      : { may: [...call.candidates, ...others] };
  }
}

/** A call whose effect depends on its arguments: one that returns a text instead has none. */
function argumentsVerdict(call: CodeCall, file: CodeFile, { returning }: LanguageEffects): Verdict {
  const position = returning.get(call.callee);
  const returns = position === undefined ? undefined : hasTrueAt(position, call, file);
  if (returns === undefined) return { doubt: 'it depends on the arguments' };
  return returns ? 'no' : { seen: call.callee };
}
