/**
 * Groups of an index with totals are counted by steps of the columns that sort a list: a step of ids has this power of two,
 * of other columns each value is a step, but all values from the last step.
 */
export const ID_BITS = 13;
export const LAST_STEP = 4096;
