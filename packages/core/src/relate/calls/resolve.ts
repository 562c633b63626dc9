import { CLASSES } from '#parse/facts.ts';
import type { Outcome, ResolvedCalls, ResolvedReferences } from '../model.ts';
import { callReasons } from '../reasons.ts';
import { BaseClasses } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import { type Callee, CallSite } from './call-site.ts';
import { ClassNames } from './class-names.ts';
import { fileScope, type NameTable } from './declared-names.ts';
import { IncludedNames, type NamesToTry } from './included.ts';
import { columnsOf, unresolvedCall } from './outcome.ts';
import { phpNames } from './php-names.ts';
import { resolveBases } from './resolve-bases.ts';
import { resolveReferences } from './resolve-references.ts';
import { inRunOrder } from './run-order.ts';
import { NameTrace } from './trace.ts';

/**
 * Finds the declarations that calls can lead to by names, base classes, new objects and declared types: it infers
 * no other types and evaluates no conditions. It never matches a member of an unknown receiver by its bare name.
 */
export class CallResolver {
  readonly #trace: NameTrace;
  readonly #included: IncludedNames;
  readonly #classNames: ClassNames;
  readonly #bases: BaseClasses;

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#trace = new NameTrace(files);
    this.#included = new IncludedNames(files);
    const classNames = new ClassNames(this.#trace, this.#included);
    this.#classNames = classNames;
    this.#bases = new BaseClasses(classNames);
  }

  /** @returns columns aligned with the file's calls */
  resolve(file: CallFile): ResolvedCalls {
    const { callee, within } = file.facts.calls;
    if (callee.length === 0) return columnsOf([]);
    const declarations = file.facts.declarations.length;
    const outcomes = new Array<Outcome>(callee.length);
    const site = this.#site(file, 'calls');
    const objects = new Map(file.facts.objects?.map((it) => [it.call, it]));
    const scopes = new Map(file.facts.scoped_calls?.map((it) => [it.call, it.scope]));
    const { first, next } = groupByDeclaration(within, declarations);
    for (let declaration = fileScope; declaration < declarations; declaration++) {
      let call = first[declaration + 1] ?? NONE;
      if (call !== NONE) site.enter(declaration);
      for (; call !== NONE; call = next[call] ?? NONE) {
        const written = site.callee(callee[call] ?? '');
        const object = objects.get(call);
        const outcome =
          object === undefined
            ? this.#call(site, written, scopes.get(call))
            : site.ofObject(written, object, this.#bases, this.#classNames);
        outcomes[call] = inRunOrder(file, call, outcome);
      }
    }
    return columnsOf(outcomes);
  }

  /** @returns one outcome for each base of each declaration, in their order */
  resolveBases(file: CallFile): Outcome[] {
    return resolveBases(file, (table) => {
      const site = this.#site(file, table);
      return { site, resolve: (callee) => this.#named(site, callee, true) };
    });
  }

  resolveReferences(file: CallFile): ResolvedReferences {
    return resolveReferences(file, {
      resolverFor: (table) => {
        const site = this.#site(file, table);
        return { site, resolve: (callee) => this.#named(site, callee, true) };
      },
      exported: (name, table) => this.#trace.exported(file, name, this.#bases, table),
    });
  }

  #site(file: CallFile, table: NameTable): CallSite {
    return new CallSite(file, table, (name, scope) => this.#trace.outcome(file, name, this.#bases, table, scope));
  }

  /** @param scope the scope of its first name, if the declarations around do not show it */
  #call(site: CallSite, callee: Callee, scope: number | undefined): Outcome {
    if (callee.everywhere !== undefined) return callee.everywhere;
    if (callee.receiver === 'self') return site.ofSelf(callee, this.#bases);
    if (callee.receiver === 'super') return site.ofSuper(callee, this.#bases, this.#classNames);
    if (scope !== undefined && scope !== CLASSES) return site.inScope(callee, scope);
    if (scope === CLASSES) {
      callee.asClass ??= this.#atFileLevel(site, callee.name, true);
      return callee.asClass;
    }
    const { includes, flat } = site.file.rules;
    const isVariable = includes && !flat && callee.first.startsWith('$');
    if (isVariable && site.within !== fileScope) return site.below(callee) ?? unresolvedCall(callReasons.receiver);
    return this.#named(site, callee, false);
  }

  /** A name without a known scope. */
  #named(site: CallSite, callee: Callee, isClass: boolean): Outcome {
    const inner = site.below(callee);
    if (inner !== undefined) return inner;
    callee.atFileLevel ??= this.#atFileLevel(site, callee.name, isClass);
    return callee.atFileLevel;
  }

  #atFileLevel({ file, namespace, table }: CallSite, name: string, isClass: boolean): Outcome {
    if (!file.rules.includes) return this.#trace.outcome(file, name, this.#bases, table);
    const names = file.rules.flat ? flatName(name) : phpNames(file, namespace, name, isClass);
    return this.#included.outcome(file, names, this.#bases, table);
  }
}

function flatName(name: string): NamesToTry {
  return { names: [{ name, kind: 'any' }], otherwise: callReasons.not_included };
}

const NONE = -1;

/**
 * Calls by enclosing declaration, as linked lists in call order: the first call of each declaration, with the file
 * itself at 0, and for each call the next one of the same declaration.
 */
function groupByDeclaration(within: readonly number[], declarations: number): { first: number[]; next: number[] } {
  const first = new Array<number>(declarations + 1).fill(NONE);
  const next = new Array<number>(within.length).fill(NONE);
  for (let call = within.length - 1; call >= 0; call--) {
    const at = (within[call] ?? fileScope) + 1;
    next[call] = first[at] ?? NONE;
    first[at] = call;
  }
  return { first, next };
}
