import { Bindings } from './bindings.ts';
import { isComputed } from './computed-import.ts';
import { type Effect, effectsOf, type LanguageEffects, tableName } from './effects.ts';
import { GLOBALS } from './named-globals.ts';
import { unlistedIn } from './named-in-text.ts';
import { originOf } from './origin.ts';
import { bindsOnly, type CodeFile, type CodeImport, type CodeName, type CodeProject, isTypeOnly } from './project.ts';
import { isConstant } from './written-constant.ts';

/**
 * What a name is that code uses other than by a call: its use is the effect (`seen`), it `has` the effect once it is called, or `may` have it, which matters
 * only if the code calls functions that it receives.
 */
export type NamedValue = { seen: true } | { has: string } | { may: string } | 'no';

/** Globals with effects of which facts list only the calls. */
const UNLISTED: ReadonlySet<string> = new Set(['Date', 'Math']);
/** The reasons of imports from the language itself or its standard library. */
const STANDARD: ReadonlySet<string> = new Set([
  'in the standard library',
  'built into Node.js',
  'built into PHP',
  'built into the language',
]);
/** Languages in which a string, or any name, is a function of another file. */
export const NAMED_BY_TEXT: readonly string[] = ['php', 'bash'];
const PASSED = 'it is named without a call, and can be called later';

/**
 * The functions that code names without calling them. Code that contains or names a function answers for its effects;
 * code that calls a function that it receives does not.
 */
export class NamedValues {
  readonly #files: CodeProject['files'];
  readonly #bindings = new Map<CodeFile, Bindings>();
  readonly #inFile = new Map<Effect, Map<CodeFile, string | undefined>>();

  constructor({ files }: Pick<CodeProject, 'files'>) {
    this.#files = files;
  }

  bindingsOf(file: CodeFile): Bindings {
    const known = this.#bindings.get(file);
    if (known !== undefined) return known;
    const bindings = new Bindings(file);
    this.#bindings.set(file, bindings);
    return bindings;
  }

  /** Whether the facts of a file list each name that has an effect and is used other than by a call. */
  areListed({ language, named, gap, source }: CodeFile, { names }: Effect): boolean {
    const isLanguage = GLOBALS[tableName(language)] !== undefined;
    return isLanguage && named !== undefined && gap === undefined && !namesUnlisted(source, names);
  }

  /** Whether a file may name a global with an effect of which facts list only the calls. */
  namesUnlisted({ language, source }: CodeFile, { names }: Effect): boolean {
    return tableName(language) === 'javascript' && namesUnlisted(source, names);
  }

  of({ name }: Pick<CodeName, 'name'>, file: CodeFile, effect: Effect): NamedValue {
    const table = effectsOf(file.language);
    if (table === undefined) return 'no';
    const imported = this.bindingsOf(file).of(name);
    for (const it of imported) {
      const origin = it.from.path === undefined ? it : originOf(it, name, this.#files);
      if (origin === undefined) continue;
      if (!('variableOf' in origin)) return isTypeOnly(it.from) ? 'no' : ofPackage(origin, effect, table);
      const doubt = this.ofVariable(origin.variableOf, effect, origin.name);
      return doubt === undefined ? 'no' : { may: doubt };
    }
    if (imported.length > 0 || file.declarations.some(({ qualifiedName }) => qualifiedName === name)) return 'no';
    if (hasEffect(name, effect)) return { has: PASSED };
    return table.holdGlobals.has(name) || table.loads.matches(name) ? { may: 'it has all global names' } : 'no';
  }

  /** Whether a name is a function with the effect, or can reach all names; a variable of the project holds what other code names. */
  canName(name: string, file: CodeFile, effect: Effect): boolean {
    const table = effectsOf(file.language);
    if (table === undefined) return true;
    const imported = this.bindingsOf(file).of(name);
    for (const it of imported) {
      const origin = it.from.path === undefined ? it : originOf(it, name, this.#files);
      if (origin === undefined || 'variableOf' in origin || isTypeOnly(it.from)) continue;
      if (ofPackage(origin, effect, table) !== 'no') return true;
    }
    if (imported.length > 0 || file.declarations.some(({ qualifiedName }) => qualifiedName === name)) return false;
    return hasEffect(name, effect) || table.holdGlobals.has(name) || table.loads.matches(name);
  }

  /** Whether a variable that a file exports may hold a function with an effect: one that the file names, or one in it. */
  ofVariable(file: CodeFile, effect: Effect, name: string): string | undefined {
    if (isConstant(name, file)) return undefined;
    const table = effectsOf(file.language);
    const unknown = file.calls.find(
      ({ callee }) => table?.known.matches(callee) !== true || effect.calls.matches(callee),
    );
    return unknown === undefined
      ? this.inFile(file, effect)
      : `a variable of ${file.path}, which calls ${unknown.callee}`;
  }

  /** Whether a variable of a file may hold a function with an effect: the reason. */
  inFile(file: CodeFile, effect: Effect): string | undefined {
    const known = this.#inFile.get(effect) ?? new Map<CodeFile, string | undefined>();
    this.#inFile.set(effect, known);
    if (known.has(file)) return known.get(file);
    // Files that import each other are searched once.
    known.set(file, undefined);
    const doubt = this.#searched(file, effect);
    known.set(file, doubt);
    return doubt;
  }

  /**
   * Whether a class outside of the project that a class of a file extends, itself or through other files, may have an effect:
   * the import that could bind it.
   */
  inBases(file: CodeFile, effect: Effect, visited: Set<CodeFile> = new Set()): string | undefined {
    const table = effectsOf(file.language);
    if (table === undefined || !this.areListed(file, effect)) return 'not known';
    visited.add(file);
    for (const it of file.imports) {
      const target = it.path === undefined ? undefined : this.#files.get(it.path);
      if (target === undefined) {
        if (mayHold(it, effect, table)) return it.specifier;
      } else if (!visited.has(target) && target.declarations.some(({ kind }) => kind === 'class')) {
        const doubt = this.inBases(target, effect, visited);
        if (doubt !== undefined) return doubt;
      }
    }
    return undefined;
  }

  #searched(file: CodeFile, effect: Effect): string | undefined {
    const table = effectsOf(file.language);
    if (table === undefined || !this.areListed(file, effect)) return `the names that ${file.path} uses are not known`;
    const named = file.named?.find((it) => this.of(it, file, effect) !== 'no');
    if (named !== undefined) return `${file.path} names ${named.name}`;
    const from = file.imports.find((it) => mayHold(it, effect, table));
    return from === undefined ? undefined : `${file.path} imports ${from.specifier}`;
  }
}

function namesUnlisted(source: CodeFile['source'], names: readonly string[]): boolean {
  return names.some((it) => UNLISTED.has(it) && (source === undefined || unlistedIn(source).has(it)));
}

/** Whether an import binds a complete module with members that have the effect, or a package that no table lists. */
function mayHold(it: CodeImport, effect: Effect, table: LanguageEffects): boolean {
  if (isTypeOnly(it) || it.path !== undefined || bindsOnly(it, table.texts)) return false;
  if (isComputed(it) || it.state !== 'external') return true;
  const isWhole = it.names.length === 0 || it.names.some(({ name }) => name === '*' || name === 'default');
  const value = ofPackage({ from: it, name: it.specifier }, effect, table);
  return value !== 'no' || (isWhole && effect.modules.has(modulePath(it.specifier)));
}

/** @param name of a package or one of its members, joined by `/` */
function ofPackage(
  { from, name }: { from: CodeImport; name: string },
  effect: Effect,
  table: LanguageEffects,
): NamedValue {
  if (effect.values.matches(name)) return { seen: true };
  const isImport = effect.imports.matchesModule(name) && !effect.without.matchesModule(name);
  if (isImport || [name, `${name}/x`].some((it) => effect.calls.matches(it) || effect.maybe.matches(it))) {
    return { has: PASSED };
  }
  return isListed(from, name, table) ? 'no' : { may: `no effects table lists the package ${from.specifier}` };
}

/** Whether an import is of the language itself. */
export function isStandard({ reason }: Pick<CodeImport, 'reason'>): boolean {
  return reason !== undefined && STANDARD.has(reason);
}

/** Whether a table has the effects of an imported name, or the lack of any. */
export function isListed(from: CodeImport, name: string, { known, knownModules }: LanguageEffects): boolean {
  return isStandard(from) || knownModules.matchesModule(name) || known.matches(name);
}

/** Whether a global or a member of it has the effect. */
function hasEffect(name: string, { calls, maybe, names }: Effect): boolean {
  if (!name.includes('.')) return names.includes(name);
  return [name, `${name}.x`].some((it) => calls.matches(it) || maybe.matches(it));
}

/** A module name in the form of `Effect.modules`. */
function modulePath(specifier: string): string {
  return specifier.replace(/^node:/, '').replaceAll('.', '/');
}
