import type { Cycle } from '../model.ts';

/**
 * The cycles of all imports that are not cycles of load-time imports alone. Every load-time cycle is part of one cycle of
 * all imports; the two are the same cycle if they have the same number of files.
 */
export function cyclesBeyond(load: readonly Cycle[], all: readonly Cycle[]): Cycle[] {
  const sizes = new Map(load.flatMap(({ files }) => files.map((path) => [path, files.length])));
  return all.filter(({ files }) => files.every((path) => sizes.get(path) !== files.length));
}
