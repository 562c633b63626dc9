import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants at this moment. */
export interface ProcessTree {
  pids: readonly number[];
  /**
   * Bytes of anonymous and swapped pages (`proc(5)`): the code of a program, which several processes share, does not
   * count. Zero if the system does not report it.
   */
  memory: number;
}

/** Reads `/proc`, which is in memory and does not block; on other systems the result is the process alone. */
export function processTree(pid: number): ProcessTree {
  const children = childrenOf(pid).map(processTree);
  return {
    pids: [pid, ...children.flatMap(({ pids }) => pids)],
    memory: children.reduce((sum, { memory }) => sum + memory, memoryOf(pid)),
  };
}

/** Kills a process and its descendants: a browser without its parent may run for seconds. */
export function killTree(pid: number): void {
  for (const one of processTree(pid).pids) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}

/** Children of all threads: any thread may have started a process. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
    );
  } catch {
    return [];
  }
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (kilobytes(status, 'RssAnon') + kilobytes(status, 'VmSwap')) * 1024;
  } catch {
    return 0;
  }
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
}
