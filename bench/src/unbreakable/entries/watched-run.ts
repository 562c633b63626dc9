import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sampleTree } from '../../measure/process-tree.ts';

const SAMPLE_MS = 200;
const STDERR_CHARACTERS = 400;

export interface Limits {
  seconds: number;
  /** Of all processes together, in bytes. */
  memory: number;
}

export interface WatchedRun {
  stdout: string;
  /** Why the run counts as failed: killed at a limit, died, or said something on stderr. */
  failure?: string;
  /** Highest sampled PSS of all processes, in bytes. */
  peak: number;
  ms: number;
}

/** Runs a program to its end, or to a limit, at which it and all its descendants are killed. */
export async function watchedRun(command: readonly [string, ...string[]], limits: Limits): Promise<WatchedRun> {
  const [program, ...args] = command;
  const begin = performance.now();
  // A process group of its own: its workers are killed with it.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let [stdout, stderr, peak] = ['', '', 0];
  let killed: string | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS);
  });
  const timer = setInterval(() => {
    if (child.pid === undefined) return;
    peak = Math.max(peak, sampleTree(child.pid, true).pss);
    if (performance.now() - begin > limits.seconds * 1000) killed = `hang: no end after ${limits.seconds} s`;
    else if (peak > limits.memory) killed = `memory: ${Math.round(peak / 1e6)} MB`;
    if (killed !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, SAMPLE_MS);
  try {
    const [code, signal]: [number | null, string | null] = await closed(child);
    const died = code === 0 ? undefined : `crash: exit ${code ?? signal}: ${stderr.trim()}`;
    const failure = killed ?? died;
    return { stdout, peak, ms: performance.now() - begin, ...(failure !== undefined && { failure }) };
  } finally {
    clearInterval(timer);
  }
}

async function closed(child: ReturnType<typeof spawn>): Promise<[number | null, string | null]> {
  const [code, signal] = await once(child, 'close');
  return [code, signal];
}
