import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningInGroup } from './processes.ts';
import type { Program } from './programs.ts';

/** Allowed time from the signal to the end of the last process. */
export const PATIENCE_MS = 1000;
const POLL_MS = 10;
const GIVEN_UP_MS = 30_000;
const STDERR_LIMIT = 2_000;
const INTERRUPTED = 130;

export interface Shot {
  /** From the signal to the end of the last process; undefined if the program ended before the signal. */
  ms: number | undefined;
  /** Violated rules. */
  problems: string[];
}

/**
 * Runs a program and interrupts it.
 *
 * @param after ms from its start; never when absent
 * @param whom all its processes, as from a terminal, or the first process only, as from `kill`
 */
export async function shoot(
  program: Program,
  scratch: string,
  after: number | undefined,
  whom: 'group' | 'first',
): Promise<Shot> {
  const before = new Set(readdirSync(scratch));
  const child = spawn(process.execPath, program.args(scratch), { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('the program does not start');
  if (program.read) child.stdout.resume();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_LIMIT);
  });
  const exit = once(child, 'exit');
  const late = after !== undefined && (await Promise.race([exit.then(() => true), sleep(after, false)]));
  if (after === undefined || late) {
    const [code] = await exit;
    return { ms: undefined, problems: code === 0 ? [] : [`ended with ${code}: ${stderr}`] };
  }

  const sent = performance.now();
  process.kill(whom === 'group' ? -pid : pid, 'SIGINT');
  while (runningInGroup(pid).length > 0 && performance.now() - sent < GIVEN_UP_MS) await sleep(POLL_MS);
  const ms = performance.now() - sent;
  const running = runningInGroup(pid);
  if (running.length > 0) process.kill(-pid, 'SIGKILL');
  const [code, signal] = await exit;

  const problems: string[] = [];
  if (running.length > 0) problems.push(`${running.length} processes still run after ${GIVEN_UP_MS / 1000} s`);
  else if (ms > PATIENCE_MS) problems.push(`ended after ${Math.round(ms)} ms`);
  // Before the program handles signals, the signal itself ends it; a shell reports 130 too.
  if (code !== INTERRUPTED && signal !== 'SIGINT') problems.push(`exit ${signal ?? code}: ${stderr}`);
  else if (stderr !== '' && stderr !== 'analyzer: interrupted\n') problems.push(`says: ${stderr}`);
  const left = readdirSync(scratch).filter((name) => !before.has(name) && !program.mayLeave.includes(name));
  if (left.length > 0) problems.push(`leaves ${left.join(', ')}`);
  return { ms, problems };
}
