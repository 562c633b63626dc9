import { readFileSync } from 'node:fs';

/**
 * @returns the resident memory of another process in bytes; undefined where the system does not tell it in
 * `/proc/<pid>/status` (proc(5)), which is everywhere but on Linux, or when the process is gone
 */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
