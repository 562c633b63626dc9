/** A parser asks thousands of times a second; the system is asked at most this often. */
const FRESH_MS = 20;

let askedAt = Number.NEGATIVE_INFINITY;
let last = 0;

/**
 * What this process has had of the processor, in ms, all its threads together, as of 20 ms ago at most. Deadlines count
 * this and not the clock, so that a busy machine leaves out no file that an idle one reads.
 */
export function processorTime(): number {
  const now = performance.now();
  if (now - askedAt < FRESH_MS) return last;
  const { user, system } = process.cpuUsage();
  askedAt = now;
  last = (user + system) / 1000;
  return last;
}
