import type { Random } from '../unbreakable/random.ts';
import { logNormal } from './distributions.ts';
import type { Workload } from './model.ts';

/** The public projects that a simulation assumes. */
export interface Population {
  projects: number;
  /** Mean bytes of source of a project. */
  bytes: number;
  /** Standard deviation of the natural logarithm of its bytes. */
  spread: number;
  /** Functions per byte. */
  functionsPerByte: number;
  /** Share of all bytes whose content another project has already brought, 0 to 1. */
  known: number;
}

/**
 * Draws projects of log-normal size. A fork is known as a whole and a new project hardly, so that a project's share of
 * known bytes is drawn evenly from the widest range around the mean share.
 */
export function draw({ projects, bytes, spread, functionsPerByte, known }: Population, random: Random): Workload {
  const load: Workload = {
    bytes: new Float64Array(projects),
    functions: new Float64Array(projects),
    known: new Float64Array(projects),
  };
  const reach = Math.min(known, 1 - known);
  for (let project = 0; project < projects; project++) {
    const size = logNormal(random, bytes, spread);
    load.bytes[project] = size;
    load.functions[project] = size * functionsPerByte;
    load.known[project] = known + reach * (2 * (random.below(2 ** 32) / 2 ** 32) - 1);
  }
  return load;
}

export function total(column: Float64Array): number {
  let sum = 0;
  for (const value of column) sum += value;
  return sum;
}
