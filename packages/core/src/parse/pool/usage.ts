import { readFileSync } from 'node:fs';

/** Linux counts process times in these, on every architecture (USER_HZ). */
const TICKS_PER_SECOND = 100;
// Places in /proc/<pid>/stat behind the command's name, which stands in parentheses: proc(5).
const UTIME = 11;
const STIME = 12;

/**
 * @returns the resident memory of another process in bytes; undefined where the system does not tell it in
 * `/proc/<pid>/status` (proc(5)), which is everywhere but on Linux, or when the process is gone
 */
export function residentBytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(told(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** @returns what another process has had of the processor, in ms, all its threads together; undefined likewise */
export function processorMs(pid: number): number | undefined {
  const stat = told(pid, 'stat');
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && ((Number(fields[UTIME]) + Number(fields[STIME])) * 1000) / TICKS_PER_SECOND;
}

function told(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}
