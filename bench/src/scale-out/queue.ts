// Guards: one result for each of 3,000 jobs while 25 workers are killed and 5 stall. Takes: not measured.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { killWorkers, outcomeOf, writeProjects } from '../../../packages/analyzer/src/cli/queue/fixture.ts';
import { ANALYZER } from '../folders.ts';
import { startPostgres } from '../postgres-server.ts';
import { Random } from '../unbreakable/random.ts';

const SEED = 20_261_123;
const JOBS = 3_000;
const PLAN = { workers: 4, kills: 25, stalls: 5, leaseSeconds: 3, withinMs: 3_000 };
const FINE = 1_000_000;
const SOURCES_AT_ONCE = 500;

/**
 * Workers index 3,000 projects, while some are killed and some stall. Each job must have one result, and the index that is
 * published must have the snapshot of `workspace index`. `--jobs N` sets another number of projects.
 */
export async function queueCommand(): Promise<void> {
  const at = process.argv.indexOf('--jobs');
  const jobs = at < 0 ? JOBS : Number(process.argv[at + 1]);
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-queue-'));
  const server = await startPostgres();
  try {
    const url = await server.database();
    const folders = writeProjects(folder, jobs);
    const timed = clock();
    for (let start = 0; start < jobs; start += SOURCES_AT_ONCE) {
      analyzer(['enqueue', ...folders.slice(start, start + SOURCES_AT_ONCE), '--queue', url]);
    }
    console.log(`enqueued ${jobs} projects in ${timed()} s`);
    const random = new Random(SEED);
    const done = await killWorkers({ ...PLAN, launcher: ANALYZER, url, random: () => random.below(FINE) / FINE });
    analyzer(['worker', '--once', '--queue', url]);
    console.log(`${done.kills} kills, ${done.stalls} stalls, ${timed()} s`);
    const connection = await Connection.open(url);
    const outcome = await outcomeOf(connection);
    await connection.close();
    console.log(JSON.stringify(outcome));
    const published = analyzer(['queue', 'publish', '--queue', url, '--db', join(folder, 'queue.db')]);
    console.log(`published in ${timed()} s`);
    const direct = join(folder, 'direct.db');
    analyzer(['workspace', 'index', ...folders, '--db', direct]);
    const summary = analyzer(['workspace', 'query', '--db', direct, '--operation', 'summary']);
    const snapshot = /snapshot ([0-9a-f]{64})/.exec(published)?.[1] ?? 'none';
    const { done: closed, results, parts, stored } = outcome;
    const isRight = [closed, results, parts, stored].every((n) => n === jobs) && summary.includes(snapshot);
    console.log(isRight ? 'results = jobs; the index equals that of workspace index' : 'WRONG');
    if (!isRight || done.kills < PLAN.kills) process.exitCode = 1;
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns a function that returns the seconds since its previous call */
function clock(): () => string {
  let last = performance.now();
  return () => {
    const seconds = (performance.now() - last) / 1_000;
    last = performance.now();
    return seconds.toFixed(1);
  };
}

const MAX_OUTPUT = 64 * 1024 * 1024;

function analyzer(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ANALYZER, ...args], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) throw new Error(`analyzer ${args[0]}: ${stderr.slice(-2_000)}`);
  return stdout;
}
