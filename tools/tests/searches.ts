import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:deep`. */
    isDeep: boolean;
  }
}

/** The most inputs of a property in `npm test`. */
const MAX_RUNS = 50;

/** The size of an input that shows how time grows: the large one takes too long for each run of all tests. */
export function inputSize({ quick, deep }: { quick: number; deep: number }): number {
  return inject('isDeep') ? deep : quick;
}

/**
 * The number of inputs of a long random search: all in `npm run test:deep`, at most fifty in `npm test`, which tries
 * the first ones of the same search.
 */
export function searchRuns(deep: number): number {
  return inject('isDeep') ? deep : Math.min(deep, MAX_RUNS);
}
