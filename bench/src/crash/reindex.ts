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
 * Kills the process this long after its commit began: it writes the new file only then, because a small index fits into its cache.
 *
 * @returns false if the process ended before the kill
 */
export async function killedInCommit(child: ChildProcess, db: string, milliseconds: number): Promise<boolean> {
  const ended = once(child, 'close');
  await beginOfCommit(child, db);
  await Promise.race([ended, pause(milliseconds)]);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}

/** @returns how long the commit of a complete run takes, in milliseconds */
export async function commitTime(child: ChildProcess, db: string): Promise<number> {
  const ended = once(child, 'close');
  await beginOfCommit(child, db);
  const begin = performance.now();
  while (isRunning(child) && writtenSince(`${db}-new`, 0)) await pause(1);
  const time = performance.now() - begin;
  await ended;
  return time;
}

async function beginOfCommit(child: ChildProcess, db: string): Promise<void> {
  // A killed process left a file that the next one removes.
  const start = Date.now();
  while (isRunning(child) && !writtenSince(`${db}-new`, start)) await pause(1);
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

function writtenSince(file: string, time: number): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.size > 0 && stat.mtimeMs >= time;
}
