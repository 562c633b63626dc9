import { type Cost, measure } from './measure.ts';

export interface Program {
  name: string;
  /** Of Node: flags, file, arguments. */
  args: string[];
}

/**
 * Runs each program once a round, so that a busy moment of the machine falls on all of them.
 * @returns per program the run with the median CPU time (the lower one of two), with the highest memory of all rounds
 */
export async function rounds(count: number, programs: readonly Program[]): Promise<Map<string, Cost>> {
  const costs = programs.map((): Cost[] => []);
  for (let round = 0; round < count; round++) {
    for (const [index, { args }] of programs.entries()) costs[index]?.push(await measure(args));
  }
  return new Map(programs.map(({ name }, index) => [name, typical(costs[index] ?? [])]));
}

function typical(costs: readonly Cost[]): Cost {
  const middle = costs.toSorted((a, b) => a.cpu - b.cpu)[(costs.length - 1) >> 1];
  if (middle === undefined) throw new Error('nothing was measured');
  return { ...middle, peak_pss: Math.max(...costs.map((cost) => cost.peak_pss)) };
}
