import { readFileSync, writeFileSync } from 'node:fs';

/** What is written to clear_refs so that the highest resident size is counted anew (proc(5)). */
const RESET_PEAK = '5';

/**
 * By how many bytes the highest resident memory of this process during some work is above what it had before.
 * On Linux only.
 */
export function growthOf(work: () => void): number {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', RESET_PEAK);
  const before = process.memoryUsage.rss();
  work();
  return Math.max(0, peak() - before);
}

function peak(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
