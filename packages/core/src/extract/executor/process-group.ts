import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { BoundedLog } from './bounded-log.ts';
import type { ExecutorRun, Handover } from './port.ts';
import { processStart } from './process-identity.ts';
import { RedactedOutput } from './redacted-output.ts';

/** Time between the request to end and the end by force. */
const GRACE_MS = 3_000;
/** Time for output that is still in the pipe after the process ended. */
const DRAIN_MS = 1_000;

export interface GroupCommand {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Standard input; empty if absent. */
  stdin?: string;
  /** Receives standard output, in pieces. */
  onOutput?: (piece: Uint8Array) => void;
}

type Ended = Pick<ExecutorRun, 'outcome' | 'exitCode' | 'problem'>;

/**
 * Runs a program without a shell in a process group of its own, in the folder of the project. At the time limit, at an
 * interrupt, and after the program itself ended, the complete group is ended, so that no process changes files later.
 */
export async function runGroup(command: GroupCommand, handover: Handover): Promise<Ended> {
  const { root, signal, timeoutMs, onStarted } = handover;
  if (signal?.aborted) return { outcome: 'interrupted', exitCode: null };
  const child = spawn(command.program, command.args, {
    cwd: root,
    // A new session and with it a new group.
    detached: true,
    env: { ...process.env, ...command.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const problem = new Promise<Error>((resolve) => child.on('error', resolve));
  const group = child.pid;
  if (group === undefined) {
    return { outcome: 'failed_to_start', exitCode: null, problem: (await problem).message };
  }
  const exit = once(child, 'exit');
  const close = once(child, 'close');
  // Also if this process is ended at once, by a second interrupt.
  const endWithUs = (): void => endGroup(group, 'SIGKILL');
  process.once('exit', endWithUs);
  let storeRest = (): void => undefined;
  try {
    onStarted({ pid: group, start: processStart(group) ?? null, group });
    storeRest = connect(child, command, handover);
    return await ended(exit, group, { signal, timeoutMs });
  } finally {
    process.removeListener('exit', endWithUs);
    endGroup(group, 'SIGKILL');
    await Promise.race([close, setTimeout(DRAIN_MS, undefined, { ref: false })]);
    storeRest();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }
}

/** Stores the output. @returns a function that stores the rest of it, after the end */
function connect(
  child: ChildProcessWithoutNullStreams,
  { stdin, onOutput }: GroupCommand,
  { log: file, secrets }: Handover,
): () => void {
  const log = new BoundedLog(file);
  // Each stream is text of its own.
  const outputs = [child.stdout, child.stderr].map((stream) => {
    const output = new RedactedOutput(secrets, (text) => log.add(Buffer.from(text)));
    stream.on('data', (piece: Buffer) => {
      if (!log.isFull) output.add(piece);
    });
    return output;
  });
  if (onOutput !== undefined) child.stdout.on('data', onOutput);
  // The program may end before it has read its input.
  child.stdin.on('error', () => undefined).end(stdin ?? '');
  return () => {
    for (const output of outputs) output.end();
  };
}

async function ended(
  exit: Promise<unknown[]>,
  group: number,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Ended> {
  const timer = new AbortController();
  const timeout = setTimeout(timeoutMs, 'timed_out' as const, { signal: timer.signal }).catch(() => 'ended' as const);
  const interrupt =
    signal === undefined
      ? []
      : [once(signal, 'abort', { signal: timer.signal }).then(interrupted, () => 'ended' as const)];
  try {
    const first = await Promise.race([exit, timeout, ...interrupt]);
    if (Array.isArray(first)) return { outcome: 'completed', exitCode: exitCodeOf(first) };
    endGroup(group, first === 'interrupted' ? 'SIGINT' : 'SIGTERM');
    const soft = await Promise.race([exit, setTimeout(GRACE_MS, undefined, { signal: timer.signal })]);
    if (soft === undefined) endGroup(group, 'SIGKILL');
    const status = await exit;
    return { outcome: first === 'interrupted' ? 'interrupted' : 'timed_out', exitCode: exitCodeOf(status) };
  } finally {
    timer.abort();
  }
}

function interrupted(): 'interrupted' {
  return 'interrupted';
}

/** Null if a signal ended the process. */
function exitCodeOf([code]: readonly unknown[]): number | null {
  return typeof code === 'number' ? code : null;
}

/** Sends a signal to all processes of a group; nothing if it has none. */
export function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}
