import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ANALYZER } from '../folders.ts';

/** Bytes of a page of an index. */
const PAGE = 4096;

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
 * Kills the process this long after its commit began.
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

/** @returns milliseconds from the beginning of the commit to the end of a complete run */
export async function timeAfterCommit(child: ChildProcess, db: string): Promise<number> {
  const ended = once(child, 'close');
  await beginOfCommit(child, db);
  const begin = performance.now();
  await ended;
  return performance.now() - begin;
}

/** A small index fits into the cache of its writer: only the commit writes more than the first page. */
async function beginOfCommit(child: ChildProcess, db: string): Promise<void> {
  // A killed process left a file that the next one removes.
  const start = Date.now();
  const isWritten = () => {
    const stat = statSync(`${db}-new`, { throwIfNoEntry: false });
    return stat !== undefined && stat.size > PAGE && stat.mtimeMs >= start;
  };
  while (child.exitCode === null && child.signalCode === null && !isWritten()) await pause(1);
}
