import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of `/proc/<pid>/stat` after the name of the program, which may contain spaces and parentheses. */
const STATE = 0;
const GROUP = 2;
const START_TIME = 19;
/** State of an ended process of which the parent has not yet read the exit status. */
const ZOMBIE = 'Z';

/**
 * The start time of a process, which together with its id identifies it, also after a restart of the machine.
 *
 * @returns undefined if there is no such process, or only its exit status is not yet read; null if the system does not
 *   report the time
 */
export function processStart(pid: number): string | null | undefined {
  if (process.platform === 'linux') return startOnLinux(pid);
  const lines = ps('-o', 'stat=', '-o', 'lstart=', '-p', String(pid));
  if (lines === undefined) return exists(pid) ? null : undefined;
  const [, state, start] = /^(\S+)\s+(.+)$/.exec(lines[0]?.trim() ?? '') ?? [];
  return state?.startsWith(ZOMBIE) ? undefined : start;
}

function startOnLinux(pid: number): string | null | undefined {
  const fields = statOf(pid);
  if (fields === undefined) return exists(pid) ? null : undefined;
  return fields[STATE] === ZOMBIE ? undefined : `${bootId()}:${fields[START_TIME]}`;
}

function statOf(pid: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** @returns undefined if the system has no such program */
function ps(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('/bin/ps', args, { encoding: 'utf8' });
  return status === null ? undefined : stdout.split('\n');
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
 * Whether a group has a process that runs. A group of which all processes are zombies has none: in a container without
 * an init process they remain. Unknown is true.
 */
function hasRunning(group: number): boolean {
  if (!exists(-group)) return false;
  if (process.platform === 'linux') {
    const all = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
    return all.some((pid) => {
      const fields = statOf(pid);
      return fields?.[GROUP] === String(group) && fields[STATE] !== ZOMBIE;
    });
  }
  const lines = ps('-A', '-o', 'pgid=', '-o', 'stat=');
  if (lines === undefined) return true;
  return lines.some((line) => {
    const [its, state] = line.trim().split(/\s+/);
    return its === String(group) && !state?.startsWith(ZOMBIE);
  });
}

/**
 * Whether a process of an attempt may still run: the process itself, or another one of its group. Unknown is true.
 *
 * @param start as recorded; null if the system did not report it
 */
export function mayStillRun(pid: number, start: string | null, group: number): boolean {
  const now = processStart(pid);
  // A group keeps its id from being used for a new process: another process with the id shows that the group ended.
  if (now === undefined) return hasRunning(group);
  return now === null || start === null || now === start;
}
