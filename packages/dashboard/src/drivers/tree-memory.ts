import { readdir, readFile } from 'node:fs/promises';

/**
 * Memory of a process and all that it started, in bytes: anonymous and swapped pages (`proc(5)`), so that a program
 * which several processes share is not counted for each. Zero where the system does not tell.
 */
export async function treeMemory(pid: number): Promise<number> {
  try {
    const [status, threads] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readdir(`/proc/${pid}/task`),
    ]);
    // Any thread may have started a process.
    const lists = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8')));
    const children = lists.flatMap((list) => list.match(/\d+/g) ?? []);
    const others = await Promise.all(children.map((child) => treeMemory(Number(child))));
    return others.reduce(
      (sum, bytes) => sum + bytes,
      (kilobytes(status, 'RssAnon') + kilobytes(status, 'VmSwap')) * 1024,
    );
  } catch {
    // Gone meanwhile, or a system without /proc.
    return 0;
  }
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
}
