/** In order, of each project and at last of all: reading and parsing, links and groups of its own, writing, grouping. */
export const PHASES = ['parsing', 'relating', 'writing', 'grouping'] as const;

/** Seconds of all processes by phase; CPU includes children that are alive. */
export type PhaseCosts = Record<(typeof PHASES)[number], { wall: number; cpu: number }>;
