/** In order. For each project: reading and parsing, links and its own groups, writing; at the end, for all projects: grouping. */
export const PHASES = ['parsing', 'relating', 'writing', 'grouping'] as const;

/** Seconds of all processes by phase; CPU includes children that are alive. */
export type PhaseCosts = Record<(typeof PHASES)[number], { wall: number; cpu: number }>;
