import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Connection } from '@analyzer/core/postgres/connect.ts';

/** Creates small projects of which many share functions. @param from number of the first one @returns their folders */
export function writeProjects(root: string, count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const folder = join(root, `p${String(n).padStart(5, '0')}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'own.js'), functionOf(`own_${n}`, n));
    writeFileSync(join(folder, 'shared.js'), functionOf('shared', n % 17));
    return folder;
  });
}

const functionOf = (name: string, n: number) => `export function ${name}(list, start) {
  let total = start + ${n};
  for (const item of list) {
    if (item.weight > ${n % 5}) total += item.weight * ${n};
    else total -= item.height${n % 2 === 0 ? '' : ' + list.length'};
  }
  return { total, mean: total / list.length };
}
`;

export interface KillRun {
  /** The installed program. */
  launcher: string;
  url: string;
  workers: number;
  kills: number;
  stalls: number;
  leaseSeconds: number;
  /** From 0 to 1. */
  random: () => number;
  /** Longest time between two kills. */
  withinMs: number;
  /** Adds jobs. Without it, a queue that is empty too early ends the run with fewer kills. */
  refill?: () => Promise<void>;
}

/**
 * Runs workers until the queue is empty. Meanwhile it kills random ones with SIGKILL at random moments and starts others,
 * and stops some with SIGSTOP for longer than their lease. A worker that ends with an error, because the server did, is started
 * again.
 *
 * @returns the kills of workers that ran
 */
export async function killWorkers(run: KillRun): Promise<{ kills: number; stalls: number }> {
  const workers = Array.from({ length: run.workers }, () => startWorker(run));
  const done = { kills: 0, stalls: 0 };
  const resumed: Promise<void>[] = [];
  while (done.kills < run.kills || done.stalls < run.stalls) {
    await setTimeout(run.random() * run.withinMs);
    const at = Math.floor(run.random() * workers.length);
    const worker = workers[at];
    if (worker?.exitCode) {
      // The server did not answer.
      workers[at] = startWorker(run);
      continue;
    }
    if (worker === undefined || worker.exitCode !== null) {
      if (workers.some(({ exitCode }) => exitCode === null)) continue;
      if (run.refill === undefined) break;
      await run.refill();
      for (const i of workers.keys()) workers[i] = startWorker(run);
      continue;
    }
    const isStall = done.stalls < run.stalls && run.random() < run.stalls / (run.kills + run.stalls);
    worker.kill(isStall ? 'SIGSTOP' : 'SIGKILL');
    if (isStall) {
      done.stalls++;
      resumed.push(
        setTimeout(run.leaseSeconds * 1_000 + 1_500).then(() => {
          worker.kill('SIGCONT');
        }),
      );
      workers.push(startWorker(run));
    } else {
      done.kills++;
      workers[at] = startWorker(run);
    }
  }
  await Promise.all(resumed);
  await Promise.all(workers.map(ended));
  return done;
}

function startWorker({ launcher, url, leaseSeconds }: KillRun): ChildProcess {
  const args = [launcher, 'worker', '--queue', url, '--once', '--lease', String(leaseSeconds)];
  return spawn(process.execPath, args, { stdio: 'ignore' });
}

function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}

const OUTCOME = `
  SELECT
    (SELECT count(*) FROM analyzer.job) AS jobs,
    (SELECT count(*) FROM analyzer.job WHERE state = 'done') AS done,
    (SELECT count(*) FROM analyzer.job_result) AS results,
    (SELECT count(*) FROM analyzer.project JOIN analyzer.part ON part.key = part_key) AS parts,
    (SELECT count(*) FROM analyzer.part) AS stored,
    (SELECT coalesce(sum(attempts - 1), 0) FROM analyzer.job) AS again`;

export interface Outcome {
  jobs: number;
  done: number;
  results: number;
  /** Projects with a part. */
  parts: number;
  /** All parts; more than projects have means that one was stored for nothing. */
  stored: number;
  /** Attempts after the first one. */
  again: number;
}

export async function outcomeOf(connection: Connection): Promise<Outcome> {
  const [outcome] = await connection.query<Outcome>(OUTCOME);
  if (outcome === undefined) throw new RangeError('an aggregate has no row');
  return outcome;
}
