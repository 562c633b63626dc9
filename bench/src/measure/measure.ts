import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { awaitedCpu, sampleTree } from './process-tree.ts';

/** The cost of one command with all its processes. */
export interface Cost {
  /** Seconds. */
  wall: number;
  /** User and system seconds. */
  cpu: number;
  /** CPU time of the program's first process, from the last sample. */
  first_cpu: number;
  /** Highest sampled PSS of all processes at one moment, in bytes. */
  peak_pss: number;
  /** Highest resident set size of any one process, in bytes. */
  largest_rss: number;
  /** Highest sampled number of processes at one moment. */
  processes: number;
}

/** Short enough to find a peak. While PSS is read, the kernel delays processes that allocate memory. */
const MEMORY_SAMPLES_MS = 50;

export interface Measuring {
  /** What is run, instead of Node. */
  program?: string;
  /** Exit codes of success. */
  accepted?: readonly number[];
  /** Milliseconds between two memory samples: larger for long runs, because a sample takes milliseconds per GB. */
  sampleMs?: number;
  /** Whether it may kill processes that have children: their time is then the last sample. */
  mayKill?: boolean;
  /** Whether to sample memory, which would slow down a timed run; otherwise `peak_pss` is 0. */
  memory?: boolean;
}

/** Resolution of process times: hundredths of a second per process. */
const CPU_TOLERANCE = 0.1;

/**
 * Runs a Node program to its end, discards its output, and measures it: CPU as the kernel accounts it to the
 * program and the descendants that it waited for, memory by sampling.
 * @param args of Node: flags, file, arguments; or of another program
 * @throws if it fails, or if it did not wait for a descendant, whose CPU time is then unknown
 */
export async function measure(
  args: string[],
  {
    program = process.execPath,
    accepted = [0],
    sampleMs = MEMORY_SAMPLES_MS,
    memory = true,
    mayKill = false,
  }: Measuring = {},
): Promise<Cost> {
  const nowhere = openSync('/dev/null', 'w');
  const cpuBefore = awaitedCpu();
  const started = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', nowhere, 'pipe'] });
  closeSync(nowhere);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
  });
  const { pid } = child;
  let [peak, largest, processes, seenCpu, firstCpu] = [0, 0, 0, 0, 0];
  const timer = setInterval(() => {
    if (pid === undefined) return;
    const sample = sampleTree(pid, memory);
    peak = Math.max(peak, sample.pss);
    largest = Math.max(largest, sample.largest);
    processes = Math.max(processes, sample.processes);
    seenCpu = Math.max(seenCpu, sample.cpu);
    firstCpu = Math.max(firstCpu, sample.rootCpu);
  }, sampleMs);
  const [code, signal] = await once(child, 'close');
  clearInterval(timer);
  const wall = (performance.now() - started) / 1000;
  if (!accepted.includes(code)) {
    throw new Error(`${program} ${args.join(' ')} ended with ${signal ?? code}:\n${stderr}`);
  }
  const awaited = awaitedCpu() - cpuBefore;
  const cpu = mayKill ? Math.max(awaited, seenCpu) : awaited;
  if (cpu + CPU_TOLERANCE < seenCpu) {
    throw new Error(
      `${program} ${args.join(' ')} did not wait for its children: ${cpu} s of at least ${seenCpu} s are accounted`,
    );
  }
  return { wall, cpu, first_cpu: firstCpu, peak_pss: peak, largest_rss: largest, processes };
}
