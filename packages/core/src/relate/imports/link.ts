import { compareBytes } from '@analyzer/contracts/order';
import type { ImportFacts, ImportPhase } from '#parse/facts.ts';
import type { ResolvedImport } from '../model.ts';
import { importReasons } from '../reasons.ts';
import type { ImportRule } from './rules.ts';

/** The destination of a specifier: the properties of `ResolvedImport` that do not depend on the import itself. */
export type Destination = Pick<ResolvedImport, 'state' | 'path' | 'candidates' | 'rule' | 'reason'>;

export type ImportedNames = ImportFacts['names'];

/** One destination of an import, with the names that lead there. */
export interface ImportLink {
  names: ImportedNames;
  destination: Destination;
  phase: ImportPhase;
  /** The names are modules (Python `from package import module`), not names in a module. */
  modules: boolean;
}

export const unresolved = (reason: string): Destination => ({ state: 'unresolved', reason });
export const external = (reason: string): Destination => ({ state: 'external', reason });

/** Maximum number of candidates of an import: generated code can declare one name in thousands of files. */
export const MAX_FILES = 64;

/** Resolved for one file, ambiguous for several, of which the first `MAX_FILES` are listed; `paths` is not empty. */
export function leadsTo(paths: readonly string[], rule: ImportRule): Destination {
  const [path, ...others] = paths;
  if (path === undefined) return unresolved(importReasons.empty);
  if (others.length === 0) return { state: 'resolved', path, rule };
  const candidates = [...paths].sort(compareBytes);
  if (candidates.length <= MAX_FILES) return { state: 'ambiguous', candidates, rule };
  return { state: 'ambiguous', candidates: candidates.slice(0, MAX_FILES), rule, reason: importReasons.many };
}
