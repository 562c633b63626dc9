import { REEXPORTED, type ReferenceFacts } from '#parse/facts.ts';
import { NO_REFERENCES, type Outcome, type ResolvedReferences } from '../model.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import type { NameTable } from './declared-names.ts';
import { unresolvedCall } from './outcome.ts';
import type { NameResolver } from './resolve-bases.ts';

/** What references need besides the resolution of names at a position. */
export interface ReferenceResolvers {
  /** Called once for each table. */
  resolverFor: (table: NameTable) => NameResolver;
  /** Resolves a name that other files see in this file. */
  exported: (name: string, table: NameTable) => Outcome;
}

/**
 * Finds the declarations that references lead to, as calls are resolved at their position, but in the table of values or of
 * types. Other names are counted, because they can be variables.
 */
export function resolveReferences(file: CallFile, resolvers: ReferenceResolvers): ResolvedReferences {
  const { references = [] } = file.facts;
  if (references.length === 0) return NO_REFERENCES;
  const result: ResolvedReferences = { found: [], external: 0, unresolved: 0 };
  const sites = new Map<NameTable, NameResolver>();
  const order = [...references.entries()].sort(([i, a], [j, b]) => a.within - b.within || i - j);
  for (const [index, it] of order) {
    const outcome = outcomeOf(it, resolvers, sites);
    if (outcome.candidates.length > 0) {
      if (!isOwnExport(file, it, outcome)) result.found.push({ index, outcome });
    } else if (!it.name.includes('.') && outcome.reason !== callReasons.module)
      result[outcome.state === 'external' ? 'external' : 'unresolved']++;
  }
  result.found.sort((a, b) => a.index - b.index);
  return result;
}

function outcomeOf(it: ReferenceFacts, resolvers: ReferenceResolvers, sites: Map<NameTable, NameResolver>): Outcome {
  if (it.kind !== 'reexport') return lookUp(it, it.kind === 'type' ? 'names' : 'values', resolvers, sites);
  const value = lookUp(it, 'values', resolvers, sites);
  return value.candidates.length > 0 ? value : lookUp(it, 'names', resolvers, sites);
}

function lookUp(
  { name, scope, within }: ReferenceFacts,
  table: NameTable,
  { resolverFor, exported }: ReferenceResolvers,
  sites: Map<NameTable, NameResolver>,
): Outcome {
  if (scope === REEXPORTED) return exported(name, table);
  const resolver = sites.get(table) ?? resolverFor(table);
  sites.set(table, resolver);
  const { site, resolve } = resolver;
  site.enter(within);
  const callee = site.callee(name);
  if (callee.everywhere !== undefined) return callee.everywhere;
  if (callee.receiver !== undefined) return unresolvedCall(callReasons.receiver);
  return scope === undefined ? resolve(callee) : site.inScope(callee, scope);
}

/** `export { f }` of a declaration of the file. */
function isOwnExport(file: CallFile, { kind }: ReferenceFacts, { candidates }: Outcome): boolean {
  return kind === 'reexport' && candidates.every((it) => file.has(it));
}
