import { readdirSync, readFileSync } from 'node:fs';
import { groupBy } from '../group-by.ts';

/** A sample of a process and all its descendants. */
export interface TreeSample {
  processes: number;
  /** Sum of the proportional set sizes, in bytes: shared pages count once. */
  pss: number;
  /** User and system time of running processes and of their ended children, in seconds. */
  cpu: number;
}

/** Linux counts process times in these, on every architecture (USER_HZ). */
const TICKS_PER_SECOND = 100;

/**
 * Processes that end during the sample are skipped.
 * @param memory whether to read PSS, for which the kernel walks all pages of each process; otherwise 0
 * @returns with the user and system time of the root alone, in seconds, and the highest resident set size that the
 *   kernel recorded for any running process, in bytes
 */
export function sampleTree(root: number, memory: boolean): TreeSample & { rootCpu: number; largest: number } {
  const children = childrenByParent();
  const sample = { processes: 0, pss: 0, largest: 0, cpu: 0, rootCpu: 0 };
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    pending.push(...(children.get(pid) ?? []));
    const stat = statFields(`/proc/${pid}/stat`);
    const rollup = memory ? tryRead(`/proc/${pid}/smaps_rollup`) : '';
    if (stat === undefined || rollup === undefined) continue;
    sample.processes++;
    sample.pss += kilobytes(rollup, 'Pss');
    sample.largest = Math.max(sample.largest, kilobytes(tryRead(`/proc/${pid}/status`) ?? '', 'VmHWM'));
    sample.cpu += seconds(stat, [UTIME, STIME, CUTIME, CSTIME]);
    if (pid === root) sample.rootCpu = seconds(stat, [UTIME, STIME]);
  }
  return sample;
}

/** User and system time of all ended and awaited descendants of this process, in seconds. */
export function awaitedCpu(): number {
  const stat = statFields('/proc/self/stat');
  if (stat === undefined) throw new Error('/proc is not there: the bench measures on Linux only');
  return seconds(stat, [CUTIME, CSTIME]);
}

// Indices of fields in /proc/<pid>/stat after the command's name (proc(5) numbers them from 3, the state).
const PPID = 1;
const UTIME = 11;
const STIME = 12;
const CUTIME = 13;
const CSTIME = 14;

function seconds(stat: readonly string[], fields: readonly number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0) / TICKS_PER_SECOND;
}

/** A line such as `Pss:  1234 kB`, in bytes. */
function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

function childrenByParent(): Map<number, number[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return groupBy(pids.map(Number), (pid) => Number(statFields(`/proc/${pid}/stat`)?.[PPID]));
}

/** The name is in parentheses and may contain any character, so fields are counted from the last parenthesis. */
function statFields(path: string): string[] | undefined {
  const text = tryRead(path);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
