import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ANALYZER } from '../folders.ts';

/** A running `workspace index` process. */
export function startReindex(manifest: string, db: string): ChildProcess {
  const args = [ANALYZER, 'workspace', 'index', '--manifest', manifest, '--db', db, '--jobs', '1', '--replace'];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @returns milliseconds */
export async function reindex(manifest: string, db: string): Promise<number> {
  const started = performance.now();
  const [code, signal] = await once(startReindex(manifest, db), 'close');
  if (code !== 0) throw new Error(`a reindex ended with ${signal ?? code}`);
  return performance.now() - started;
}

/** @returns false if the process ended before the kill */
export async function killedAfter(child: ChildProcess, milliseconds: number): Promise<boolean> {
  const ended = once(child, 'close');
  await Promise.race([ended, pause(milliseconds)]);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}

/**
 * Kills the process this long after the write-ahead log starts to grow, which is at the commit.
 *
 * @returns false if the process ended before the kill
 */
export async function killedInCommit(child: ChildProcess, db: string, milliseconds: number): Promise<boolean> {
  const ended = once(child, 'close');
  const log = () => statSync(`${db}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const before = log();
  while (child.exitCode === null && child.signalCode === null && log() <= before) await pause(2);
  await Promise.race([ended, pause(milliseconds)]);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}
