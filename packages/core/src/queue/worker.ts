import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import type { Engine } from '#parse/engine.ts';
import { Connection } from '#postgres/connect.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { claim, complete, fail, type LeasedJob, LostLease, openJobs, release, renew } from './lease.ts';
import { pruneJobs } from './prune.ts';
import { runJob } from './run-job.ts';
import { RefusedSource } from './source/limits.ts';

export type WorkerEvent =
  | { type: 'done'; label: string; milliseconds: number }
  | { type: 'failed'; label: string; problem: string; isFinal: boolean }
  /** Another worker has the job, or it was removed. */
  | { type: 'lost'; label: string };

export interface WorkerContext {
  /** Name of the worker in the queue. */
  name: string;
  /** Jobs at once; each has a connection and an engine. */
  jobs: number;
  /** Opens an engine that returns token records; closed by the worker. */
  openEngine: () => Engine;
  /** Folder of the engines' parse cache. */
  cacheDir?: string | undefined;
  /** Time for which a job is taken, renewed while it runs. */
  leaseSeconds: number;
  /** Days after which a finished job that no project wants is removed. */
  keepJobs: number;
  /** End when all jobs are finished, also those of other workers. */
  once: boolean;
  /** Called with 1 when a job starts, and with -1 when it ends in any way. */
  onRunning?: (change: 1 | -1) => void;
  onEvent: (event: WorkerEvent) => void;
  /** Stops the worker; its jobs become ready again. */
  signal: AbortSignal;
}

const POLL_MS = 500;
const PRUNE_MS = 600_000;
/** Renewals in the time of a lease, so that one that is late does not lose it. */
const RENEWALS = 4;

/**
 * Takes jobs from the queue, indexes their projects and stores the parts, until it is stopped.
 *
 * @param url of the queue
 * @throws {AnalyzerError} errors of the server
 */
export async function work(url: string, context: WorkerContext): Promise<void> {
  WorkFolder.removeAbandoned('worker');
  // One slot that fails ends the others.
  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const slots = Array.from({ length: context.jobs }, async () => {
    try {
      await runSlot(url, { ...context, signal });
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  for (const slot of await Promise.allSettled(slots)) {
    if (slot.status === 'rejected' && !context.signal.aborted) throw failure.signal.reason;
  }
}

async function runSlot(url: string, context: WorkerContext): Promise<void> {
  const { signal, once } = context;
  const connection = await Connection.open(url);
  // Statements of a transaction must not be mixed with renewals.
  const renewing = await Connection.open(url).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  let engine: Engine | undefined;
  let pruneAt = 0;
  try {
    while (!signal.aborted) {
      if (performance.now() >= pruneAt) {
        await pruneJobs(connection, context.keepJobs);
        pruneAt = performance.now() + PRUNE_MS;
      }
      const job = await claim(connection, context.name, context.leaseSeconds);
      if (job !== undefined) {
        engine ??= context.openEngine();
        await runLeased({ connection, renewing, engine }, job, context);
        continue;
      }
      if (once && (await openJobs(connection)) === 0) return;
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await engine?.close();
    await Promise.all([connection.close(), renewing.close()]);
  }
}

interface Slot {
  connection: Connection;
  renewing: Connection;
  engine: Engine;
}

async function runLeased(slot: Slot, job: LeasedJob, context: WorkerContext): Promise<void> {
  const { connection, renewing, engine } = slot;
  const { leaseSeconds, onEvent, cacheDir } = context;
  const { label } = job;
  const ending = new AbortController();
  const stop = (): void => ending.abort(context.signal.reason);
  context.signal.addEventListener('abort', stop, { once: true });
  const heart = setHeartbeat(renewing, job, leaseSeconds, ending);
  const folder = WorkFolder.create('worker');
  const started = performance.now();
  context.onRunning?.(1);
  try {
    const result = await runJob(job, { engine, folder: folder.path, cacheDir, signal: ending.signal });
    await complete(connection, job, result);
    onEvent({ type: 'done', label, milliseconds: performance.now() - started });
  } catch (error) {
    if (error instanceof LostLease || ending.signal.reason instanceof LostLease)
      return onEvent({ type: 'lost', label });
    if (context.signal.aborted) return await release(connection, job);
    // The renewal failed, because the server did.
    if (ending.signal.aborted) throw ending.signal.reason;
    if (isOfServer(error)) throw error;
    const problem = described(error);
    const isFinal = error instanceof RefusedSource;
    onEvent({ type: 'failed', label, problem, isFinal });
    await fail(connection, job, { problem, isFinal }).catch((failure: unknown) => {
      if (!(failure instanceof LostLease)) throw failure;
    });
  } finally {
    context.onRunning?.(-1);
    heart.stop();
    context.signal.removeEventListener('abort', stop);
    folder.remove();
  }
}

/** With the remedy, because the message is all that the queue stores. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof AnalyzerError && error.hint !== undefined ? `${error.message}. ${error.hint}` : error.message;
}

/** The queue itself cannot be used; its jobs are not the cause. */
function isOfServer(error: unknown): boolean {
  return error instanceof AnalyzerError && error.code === 'unavailable';
}

/** Renews the lease until it is stopped; aborts the job when the lease is lost or the server fails. */
function setHeartbeat(
  connection: Connection,
  job: LeasedJob,
  seconds: number,
  ending: AbortController,
): { stop(): void } {
  let pending = false;
  const timer = setInterval(
    () => {
      if (pending || ending.signal.aborted) return;
      pending = true;
      renew(connection, job, seconds)
        .catch((error: unknown) => ending.abort(error))
        .finally(() => {
          pending = false;
        });
    },
    (seconds * 1_000) / RENEWALS,
  );
  return { stop: () => clearInterval(timer) };
}
