/** Milliseconds without events after which files are read: editors save a file in several steps. */
export const SETTLE_MS = 80;
/** Longest time from an event to the reading of files while more events come, in milliseconds. */
export const MAX_WAIT_MS = 1000;
