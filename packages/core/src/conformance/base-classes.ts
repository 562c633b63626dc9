import { builtinClasses } from '#languages/builtin-modules.ts';
import { Bindings } from './bindings.ts';
import { type Effect, effectsOf, tableName } from './effects.ts';
import { lastOf } from './name-glob.ts';
import { isListed } from './named-values.ts';
import { originOf } from './origin.ts';
import type { CodeDeclaration, CodeFile, CodeProject } from './project.ts';

/** Bases of a class that are followed. */
const MAX_BASES = 50;

/** Whether the classes outside of a project that its classes extend can have an effect. */
export class BaseClasses {
  readonly #files: CodeProject['files'];
  /** Names of the bases of classes that have several, and of all classes above them. */
  #joined: ReadonlySet<string> | undefined;

  constructor({ files }: Pick<CodeProject, 'files'>) {
    this.#files = files;
  }

  /** Whether each base of the class around a declaration, also through classes of the project, is known to be without the effect. */
  areWithout(file: CodeFile, within: number, effect: Effect): boolean {
    const own = classAround(file, within);
    if (own === undefined || own.bases.length === 0) return false;
    const queue = own.bases.map((base) => ({ base, file }));
    for (const it of queue) {
      if (queue.length > MAX_BASES) return false;
      const more = this.#above(it.base, it.file, effect);
      if (more === undefined) return false;
      queue.push(...more);
    }
    return true;
  }

  /** Whether `super` in the class around a declaration can lead to a class that it does not extend: Python's order of several bases. */
  canLeadElsewhere({ language, declarations }: CodeFile, within: number): boolean {
    const own = classAround({ declarations }, within);
    if (language !== 'python') return false;
    this.#joined ??= joined(this.#files);
    return own === undefined || own.bases.length > 1 || this.#joined.has(lastOf(own.qualifiedName));
  }

  /** The bases of a base of the project; undefined for one that can have the effect. */
  #above(base: string, file: CodeFile, effect: Effect): { base: string; file: CodeFile }[] | undefined {
    const table = effectsOf(file.language);
    const own = file.declarations.find(({ kind, qualifiedName }) => kind === 'class' && qualifiedName === base);
    if (own !== undefined) return own.bases.map((it) => ({ base: it, file }));
    const bound = new Bindings(file).of(base);
    if (table === undefined || !/^[\w$.]+$/.test(base)) return undefined;
    if (bound.length === 0) return builtinClasses(tableName(file.language)).has(base) ? [] : undefined;
    const [it, other] = bound;
    if (it === undefined || other !== undefined) return undefined;
    if (it.from.path !== undefined) {
      const target = this.#files.get(it.from.path);
      const last = lastOf(base);
      const declared = target?.declarations.find(
        ({ kind, qualifiedName }) => kind === 'class' && qualifiedName === last,
      );
      const isItself = it.from.names.every(({ alias }) => alias === undefined);
      if (target !== undefined && declared !== undefined && isItself)
        return declared.bases.map((its) => ({ base: its, file: target }));
    }
    const origin = it.from.path === undefined ? it : originOf(it, base, this.#files);
    if (origin === undefined || 'variableOf' in origin || origin.from.state !== 'external') return undefined;
    const hasEffect =
      (effect.imports.matchesModule(origin.name) && !effect.without.matchesModule(origin.name)) ||
      [origin.name, `${origin.name}/x`].some((name) => effect.calls.matches(name) || effect.maybe.matches(name));
    return !hasEffect && isListed(origin.from, origin.name, table) ? [] : undefined;
  }
}

/** The innermost class around a declaration. */
function classAround({ declarations }: Pick<CodeFile, 'declarations'>, within: number): CodeDeclaration | undefined {
  for (let index = within; index >= 0; index--) {
    const it = declarations[index];
    if (it?.kind === 'class' && it.last >= within) return it;
  }
  return undefined;
}

function joined(files: CodeProject['files']): Set<string> {
  const above = new Map<string, string[]>();
  const names = new Set<string>();
  for (const { declarations } of files.values()) {
    for (const { qualifiedName, bases } of declarations) {
      const own = lastOf(qualifiedName);
      const its = above.get(own);
      if (its === undefined) above.set(own, bases.map(lastOf));
      else its.push(...bases.map(lastOf));
      if (bases.length > 1) for (const base of bases) names.add(lastOf(base));
    }
  }
  for (const name of names) for (const base of above.get(name) ?? []) names.add(base);
  return names;
}
