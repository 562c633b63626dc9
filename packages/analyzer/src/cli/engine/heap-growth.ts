import { setFlagsFromString } from 'node:v8';

/** The old generation may grow to twice its live objects before it is collected; V8 allows up to four times. */
const FLAG = '--heap-growing-percent=100';
/** The factor by which the young generation grows, and half its size in threads that start later, in MB: V8 starts with 0.5. */
export const YOUNG_FLAGS = ['--semi-space-growth-factor=1', '--min-semi-space-size=4'];
/** Major versions of V8 that have the flag, those of Node 20, 22 and 24; an unknown one could report it on stderr. */
const VERSIONS: ReadonlySet<string> = new Set(['11', '12', '13']);

/**
 * Makes V8 collect garbage more often, for an index of many projects: with 259 MB of source, the largest process takes 780
 * instead of 920 MB, in the same time. Does nothing in an unknown version of V8.
 */
export function limitHeapGrowth(): void {
  const flag = heapFlag(process.versions.v8);
  if (flag !== undefined) setFlagsFromString(flag);
}

/**
 * Keeps the young generation as small as it is: about a quarter of the 32 MB to which V8 lets it grow. For a program that waits most of
 * its time.
 */
export function limitYoungGeneration(): void {
  if (heapFlag(process.versions.v8) === undefined) return;
  for (const flag of YOUNG_FLAGS) setFlagsFromString(flag);
}

/** @param version of V8 */
export function heapFlag(version: string): string | undefined {
  return VERSIONS.has(version.split('.')[0] ?? '') ? FLAG : undefined;
}
