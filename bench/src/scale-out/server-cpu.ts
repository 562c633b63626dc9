import { readFileSync } from 'node:fs';
import { Connection } from '@analyzer/core/postgres/connect.ts';

/** Milliseconds of one tick of the times in /proc: `sysconf(_SC_CLK_TCK)` is 100 on Linux. */
const TICK_MS = 10;

/** Numbers of the processes that serve the connections to a database. */
export async function serverProcesses(url: string): Promise<number[]> {
  const connection = await Connection.open(url);
  try {
    // Processes of the server itself, such as those of a vacuum, end at any time.
    const sql = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
    return (await connection.query<{ pid: number }>(sql)).map(({ pid }) => pid);
  } finally {
    await connection.close();
  }
}

/** CPU milliseconds that these processes used so far; undefined if they are on another machine. */
export function cpuOf(processes: readonly number[]): number | undefined {
  let ticks = 0;
  for (const pid of processes) {
    const [name, times] = statOf(pid);
    if (name !== 'postgres') return undefined;
    ticks += Number(times[11]) + Number(times[12]);
  }
  return ticks * TICK_MS;
}

/** The name of a process, and the fields after it (proc(5)); fields 11 and 12 are its times. */
function statOf(pid: number): [name: string | undefined, fields: string[]] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return [stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), stat.slice(stat.lastIndexOf(')') + 2).split(' ')];
  } catch {
    return [undefined, []];
  }
}
