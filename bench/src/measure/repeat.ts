import { type Cost, measure } from './measure.ts';

export interface Program {
  name: string;
  /** Of Node: flags, file, arguments. */
  args: string[];
}

/**
 * Runs each program once a round, so that a busy moment of the machine falls on all of them.
 * @param by what the median is taken of
 * @returns per program the median run (the lower one of two), with the highest memory of all rounds
 */
export async function rounds(
  count: number,
  programs: readonly Program[],
  by: 'cpu' | 'wall',
): Promise<Map<string, Cost>> {
  const costs = programs.map((): Cost[] => []);
  for (let round = 0; round < count; round++) {
    for (const [index, { args }] of programs.entries()) costs[index]?.push(await measure(args));
  }
  return new Map(programs.map(({ name }, index) => [name, typical(costs[index] ?? [], by)]));
}

function typical(costs: readonly Cost[], by: 'cpu' | 'wall'): Cost {
  const middle = costs.toSorted((a, b) => a[by] - b[by])[(costs.length - 1) >> 1];
  if (middle === undefined) throw new Error('nothing was measured');
  return { ...middle, peak_pss: Math.max(...costs.map((cost) => cost.peak_pss)) };
}
