import type { Imported } from './bindings.ts';
import { canName, hasDeclaredType, isItself, isOutside, isOwnName } from './call-facts.ts';
import { isComputed } from './computed-import.ts';
import { type LanguageEffects, tableName } from './effects.ts';
import { hasNoKey, literalCallbacks } from './literal-arguments.ts';
import type { Methods } from './methods.ts';
import { lastOf, type NameGlob } from './name-glob.ts';
import { NamedGlobals } from './named-globals.ts';
import { NAMED_BY_TEXT } from './named-values.ts';
import type { CodeCall, CodeFile, CodeProject } from './project.ts';
import type { Verdict } from './verdict.ts';

const DERIVED = 'an object of a derived class can replace it';

/** Whether a call is of a function, or uses a module, that a glob names. */
export class MatchVerdicts {
  readonly #methods: Methods;
  readonly #globals: NamedGlobals;

  constructor(project: CodeProject, methods: Methods) {
    this.#methods = methods;
    this.#globals = new NamedGlobals(project);
  }

  /** Matches names as written, as imported, and as declared. */
  ofCall(
    call: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    glob: NameGlob,
    table: LanguageEffects | undefined,
  ): Verdict {
    if (call.callee === '…') return this.#isNamed(file, glob) ? { doubt: 'the callee is computed' } : 'no';
    const declared = call.candidates.map((id) => this.#methods.nameOf(id));
    const isCertain = call.state === 'resolved' || call.state === 'declared';
    if (isCertain && declared.some((name) => glob.matches(name))) return { seen: call.callee };
    if (imported.some(({ name }) => glob.matches(name))) return { seen: call.callee };
    if (call.state !== 'unresolved') {
      if (glob.matches(call.callee)) return { seen: call.callee };
      if (declared.some((name) => glob.matches(name))) return { doubt: 'one of several candidates' };
      const others = call.state === 'declared' ? this.#methods.like(call, file) : [];
      return others.some((id) => glob.matches(this.#methods.nameOf(id))) ? { doubt: DERIVED } : 'no';
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
      callee.startsWith('…') &&
      table.methods.has(last) &&
      this.#methods.named(last, file).length === 0 &&
      !glob.endsOnlyWith(last)
    );
  }

  /** Whether a call may run a function that the code passes by its name, of which the facts say nothing. */
  mayPass(call: CodeCall, file: CodeFile, glob: NameGlob, table: LanguageEffects | undefined): boolean {
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
  ofUse(
    { callee, state, candidates, line }: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    glob: NameGlob,
    table: LanguageEffects | undefined,
  ): Verdict {
    const isJavaScript = tableName(file.language) === 'javascript';
    const matches = (name: string) => (isJavaScript ? glob.matchesPackage(name) : glob.matchesModule(name));
    if (imported.some(({ from, name }) => isOutside(from) && matches(name))) return { seen: callee };
    const paths = candidates
      .map((id) => this.#methods.bodies.get(id)?.file.path ?? '')
      .filter((path) => path !== file.path);
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
}
