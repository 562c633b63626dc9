import { type Cost, measure } from './measure.ts';
import { readAll } from './read-all.ts';

/** Often enough to sample the first process shortly before its end. */
const TIME_SAMPLES_MS = 500;

export interface Program {
  name: string;
  /** What is run, instead of Node. */
  program?: string;
  /** Of Node: flags, file, arguments; or of another program. */
  args: string[];
  /** Its input is read directly before each run: otherwise the first program would read uncached files. */
  reads?: string;
}

/**
 * Runs each program once per round, so that other load affects all of them, and a last time for its
 * memory only: sampling would slow down a timed run.
 * @param by selects the value of the median
 * @returns per program the median timed run (the lower one of two), with the highest memory of all
 */
export async function rounds(
  count: number,
  programs: readonly Program[],
  by: 'cpu' | 'wall',
): Promise<Map<string, Cost>> {
  const costs = programs.map((): Cost[] => []);
  for (let round = 0; round < count; round++) {
    for (const [index, { args, reads, ...how }] of programs.entries()) {
      if (reads !== undefined) readAll(reads);
      costs[index]?.push(await measure(args, { ...how, sampleMs: TIME_SAMPLES_MS, memory: false }));
    }
  }
  const typicalCosts = new Map<string, Cost>();
  for (const [index, { args, ...how }] of programs.entries()) {
    typicalCosts.set(how.name, typical(costs[index] ?? [], by, await measure(args, how)));
  }
  return typicalCosts;
}

function typical(timed: readonly Cost[], by: 'cpu' | 'wall', weighed: Cost): Cost {
  const middle = timed.toSorted((a, b) => a[by] - b[by])[(timed.length - 1) >> 1];
  if (middle === undefined) throw new Error('nothing was measured');
  const all = [...timed, weighed];
  return {
    ...middle,
    peak_pss: Math.max(...all.map((cost) => cost.peak_pss)),
    largest_rss: Math.max(...all.map((cost) => cost.largest_rss)),
    processes: Math.max(...all.map((cost) => cost.processes)),
  };
}
