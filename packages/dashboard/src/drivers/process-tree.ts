import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it started, as the system knows them at this moment. */
export interface ProcessTree {
  pids: readonly number[];
  /**
   * Bytes of anonymous and swapped pages (`proc(5)`), so that a program which several processes share is not counted for
   * each. Zero where the system does not tell.
   */
  memory: number;
}

/** Reads `/proc`, which is no disk and does not wait; elsewhere the process stands for itself. */
export function processTree(pid: number): ProcessTree {
  const children = childrenOf(pid).map(processTree);
  return {
    pids: [pid, ...children.flatMap(({ pids }) => pids)],
    memory: children.reduce((sum, { memory }) => sum + memory, memoryOf(pid)),
  };
}

/** Ends a process and all that it started, at once: a browser whose parent is gone may go on for seconds. */
export function killTree(pid: number): void {
  for (const one of processTree(pid).pids) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Any thread may have started a process. */
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
