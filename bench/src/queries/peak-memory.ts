import { readFileSync, writeFileSync } from 'node:fs';

/** Written to clear_refs to reset the peak resident size (proc(5)). */
const RESET_PEAK = '5';

/**
 * The increase of this process's peak resident memory during some work, in bytes.
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
