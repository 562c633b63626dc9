import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fields of `/proc/<pid>/stat` after the name of the program, which may contain spaces and parentheses. */
const STATE = 0;
const START_TIME = 19;

/**
 * The start time of a process, which together with its id identifies it, also after a restart of the machine.
 *
 * @returns undefined if there is no such process, or only its exit status is not yet read; null if the system does not
 *   report the time
 */
export function processStart(pid: number): string | null | undefined {
  if (process.platform === 'linux') return startOnLinux(pid);
  const { status, stdout } = spawnSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  if (status === null) return exists(pid) ? null : undefined;
  const start = stdout.trim();
  return start === '' ? undefined : start;
}

function startOnLinux(pid: number): string | null | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return exists(pid) ? null : undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[STATE] === 'Z' ? undefined : `${bootId()}:${fields[START_TIME]}`;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Whether a process, or with a negative id a process group, exists. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether a process of an attempt may still run: the process itself, or another one of its group. Unknown is true.
 *
 * @param start as recorded; null if the system did not report it
 */
export function mayStillRun(pid: number, start: string | null, group: number): boolean {
  const now = processStart(pid);
  // A group keeps its id from being used for a new process: another process with the id shows that the group ended.
  if (now === undefined) return exists(-group);
  return now === null || start === null || now === start;
}
