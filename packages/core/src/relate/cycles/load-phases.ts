import type { ImportPhase } from '#parse/facts.ts';

/** The phases in which an import runs while its file loads. */
export const LOAD_PHASES: ReadonlySet<ImportPhase> = new Set<ImportPhase>(['load', 'conditional']);
