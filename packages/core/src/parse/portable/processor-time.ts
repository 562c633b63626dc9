/** A parser calls this thousands of times a second; the system is queried at most at this interval. */
const FRESH_MS = 20;

let askedAt = Number.NEGATIVE_INFINITY;
let last = 0;

/**
 * The processor time of this process in ms, of all its threads, at most 20 ms old. Deadlines use processor time instead
 * of wall time, so that a busy machine parses the same files as an idle one.
 */
export function processorTime(): number {
  const now = performance.now();
  if (now - askedAt < FRESH_MS) return last;
  const { user, system } = process.cpuUsage();
  askedAt = now;
  last = (user + system) / 1000;
  return last;
}
