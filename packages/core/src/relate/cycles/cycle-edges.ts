import type { ImportPhase } from '#parse/facts.ts';
import type { ResolvedImport } from '../model.ts';

/** The phases in which an import runs while its file loads. */
const LOAD_PHASES: ReadonlySet<ImportPhase> = new Set<ImportPhase>(['load', 'conditional']);

/**
 * The file to which an import is an edge for cycles. An `asset` loads nothing. A file that imports itself without names, such
 * as `export * as all from './self'` or `from . import *`, gets what it has already: no import waits for another one.
 *
 * @param from path of the importing file
 * @param inAnyPhase not only at load
 */
export function cycleTarget(
  from: string,
  { names, phase, path }: Pick<ResolvedImport, 'names' | 'phase' | 'path'>,
  inAnyPhase: boolean,
): string | undefined {
  if (path === undefined || phase === 'asset') return undefined;
  if (!inAnyPhase && !LOAD_PHASES.has(phase)) return undefined;
  return path === from && names.every(({ name }) => name === '*') ? undefined : path;
}
