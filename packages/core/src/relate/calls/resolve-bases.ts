import { type BaseFacts, VARIABLE } from '#parse/facts.ts';
import type { Outcome } from '../model.ts';
import { callReasons, importReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import type { Callee, CallSite } from './call-site.ts';
import { fileScope, type NameTable } from './declared-names.ts';
import { callOf, declaredCall, externalCall, unresolvedCall } from './outcome.ts';

/** Resolves names at the position of a site in the table of the site. */
export interface NameResolver {
  site: CallSite;
  resolve: (callee: Callee) => Outcome;
}

/** A base of a declaration. */
interface WrittenBase extends BaseFacts {
  declaration: number;
}

/**
 * Finds the declarations that bases lead to, as calls are resolved at the position of their declaration, but in the table of
 * the kind of base.
 *
 * @param resolverFor called once for each table
 * @returns one outcome for each base of each declaration, in their order
 */
export function resolveBases(file: CallFile, resolverFor: (table: NameTable) => NameResolver): Outcome[] {
  const { declarations } = file.facts;
  const written = declarations.flatMap(({ bases = [] }, declaration) => bases.map((it) => ({ ...it, declaration })));
  if (written.length === 0) return [];
  const outcomes = new Array<Outcome>(written.length);
  const resolvers = new Map<NameTable, NameResolver>();
  const withinOf = ({ declaration }: WrittenBase) => declarations[declaration]?.within ?? fileScope;
  const order = [...written.entries()].sort(([i, a], [j, b]) => withinOf(a) - withinOf(b) || i - j);
  for (const [at, base] of order) {
    const table = tableOf(file, base);
    const resolver = resolvers.get(table) ?? resolverFor(table);
    resolvers.set(table, resolver);
    resolver.site.enter(withinOf(base));
    outcomes[at] = withoutItself(file, base, outcomeOf(base, resolver));
  }
  return outcomes;
}

function tableOf(file: CallFile, { kind, declaration }: WrittenBase): NameTable {
  if (kind === 'uses') return 'traits';
  const isType = kind === 'implements' || file.declaration(declaration)?.kind === 'interface';
  return isType ? 'types' : 'classes';
}

function outcomeOf(base: WrittenBase, { site, resolve }: NameResolver): Outcome {
  const { name, scope } = base;
  if (name === '…') return unresolvedCall(callReasons.computed_base);
  const callee = site.callee(name);
  if (callee.everywhere !== undefined) return callee.everywhere;
  if (callee.receiver !== undefined) return unresolvedCall(callReasons.receiver);
  if (scope === VARIABLE) return unresolvedCall(callReasons.base_variable);
  const sibling = inNamespace(site, base);
  if (sibling !== undefined) return sibling;
  const outcome = scope === undefined ? resolve(callee) : site.inScope(callee, scope);
  return outcome.reason === callReasons.undeclared ? undeclared(site.file, name) : outcome;
}

/**
 * A name of the TypeScript namespace with the declaration, whose declarations have its name as a prefix. So have members of
 * objects, which their code does not see as names: but no object has types, and no scope binds the names of members.
 */
function inNamespace({ file, table }: CallSite, { name, scope, declaration }: WrittenBase): Outcome | undefined {
  const { within = fileScope, scope: around = within, kind } = file.declaration(declaration) ?? {};
  const isType = (index: number) => kind === 'interface' || file.declaration(index)?.kind !== 'class';
  const isBound = scope !== undefined && scope >= file.facts.declarations.length;
  const own = file.declared.nameInScope(declaration);
  for (let dot = own.lastIndexOf('.'); dot > 0; dot = own.lastIndexOf('.', dot - 1)) {
    const hit = file.declared.find(around, `${own.slice(0, dot)}.${name}`, table);
    if (hit === undefined || 'miss' in hit) continue;
    if (isBound || (table === 'types' && hit.indices.every(isType))) return declaredCall(file, hit.indices, 'local');
  }
  return undefined;
}

function undeclared({ rules }: CallFile, name: string): Outcome {
  return rules.builtinClasses.has(name)
    ? externalCall(importReasons.language_class)
    : unresolvedCall(callReasons.undeclared);
}

/** A class can have the name of its base class (`from m import A` and `class A(A)`): the name then leads to both. */
function withoutItself(file: CallFile, { declaration, name }: WrittenBase, outcome: Outcome): Outcome {
  const [own = ''] = file.ids([declaration]);
  if (!outcome.candidates.includes(own)) return outcome;
  const others = outcome.candidates.filter((it) => it !== own);
  if (others.length === 0) {
    return file.rules.builtinClasses.has(name)
      ? externalCall(importReasons.language_class)
      : unresolvedCall(outcome.reason ?? callReasons.own_name);
  }
  if (outcome.reason !== null) return { ...outcome, candidates: others };
  return callOf(others, outcome.via ?? 'import');
}
