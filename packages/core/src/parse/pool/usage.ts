import { readFileSync } from 'node:fs';

/** Unit of process times in Linux, on every architecture (USER_HZ). */
const TICKS_PER_SECOND = 100;
// Indices in /proc/<pid>/stat after the command's name in parentheses: proc(5).
const UTIME = 11;
const STIME = 12;

/**
 * @returns the resident memory of another process in bytes; undefined if the system has no `/proc/<pid>/status`
 *   (proc(5)), as everywhere except on Linux, or if the process has ended
 */
export function residentBytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** @returns the processor time of another process, in ms, of all its threads; undefined likewise */
export function processorMs(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && ((Number(fields[UTIME]) + Number(fields[STIME])) * 1000) / TICKS_PER_SECOND;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}
