import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { sampleTree } from '../../measure/process-tree.ts';

const SAMPLE_MS = 200;
const STDERR_CHARACTERS = 400;

export interface Limits {
  /** Limit of CPU time of all processes, and of wall-clock time without CPU progress: a busy machine is not a hang. */
  seconds: number;
  /** Memory limit of all processes, in bytes. */
  memory: number;
}

export interface WatchedRun {
  stdout: string;
  /** Why the run failed: it exceeded a limit, died, or wrote to stderr. */
  failure?: string;
  /** Highest sampled PSS of all processes, in bytes. */
  peak: number;
  ms: number;
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** What a run differs in from one that reads no input and ends with 0. */
export interface Expected {
  /** Exit codes of a success. */
  codes?: readonly number[];
  /** Writes the input of the program and reads its answers until the program may end. */
  talk?(child: Child): void;
}

/** Runs a program to its end; at a limit, kills it and all its descendants. */
export async function watchedRun(
  command: readonly [string, ...string[]],
  limits: Limits,
  { codes = [0], talk }: Expected = {},
): Promise<WatchedRun> {
  const [program, ...args] = command;
  const begin = performance.now();
  // A separate process group: its workers are killed with it.
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  // It may have ended.
  child.stdin.on('error', () => undefined);
  if (talk === undefined) child.stdin.end();
  else talk(child);
  let [stdout, stderr, peak] = ['', '', 0];
  let killed: string | undefined;
  let progress = { cpu: 0, at: begin };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS);
  });
  const timer = setInterval(() => {
    if (child.pid === undefined || killed !== undefined) return;
    const { pss, cpu } = sampleTree(child.pid, true);
    const now = performance.now();
    peak = Math.max(peak, pss);
    if (cpu > progress.cpu) progress = { cpu, at: now };
    if (cpu > limits.seconds) killed = `hang: no end after ${limits.seconds} s of CPU time`;
    else if (now - progress.at > limits.seconds * 1000) killed = `hang: no CPU time used for ${limits.seconds} s`;
    else if (peak > limits.memory) killed = `memory: ${Math.round(peak / 1e6)} MB`;
    if (killed !== undefined) killGroup(child.pid);
  }, SAMPLE_MS);
  try {
    const [code, signal]: [number | null, string | null] = await closed(child);
    const died = code !== null && codes.includes(code) ? undefined : `crash: exit ${code ?? signal}: ${stderr.trim()}`;
    const failure = killed ?? died;
    return { stdout, peak, ms: performance.now() - begin, ...(failure !== undefined && { failure }) };
  } finally {
    clearInterval(timer);
  }
}

/** Ends a process and its descendants. They may have ended while their output is still open elsewhere. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function closed(child: Child): Promise<[number | null, string | null]> {
  const [code, signal] = await once(child, 'close');
  return [code, signal];
}
