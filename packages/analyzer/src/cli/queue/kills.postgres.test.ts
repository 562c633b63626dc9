import { join } from 'node:path';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '@analyzer/core/postgres/postgres-fixture.ts';
import { expect, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { analyzer, folderWith, launcher } from '../fixture.ts';
import { killWorkers, outcomeOf, writeProjects } from './fixture.ts';

const SEED = 20_261_123;
const JOBS = inputSize({ quick: 15, deep: 60 });

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.skipIf(WITHOUT_POSTGRES !== undefined)(
  'a queue loses no job, and stores no result twice, when workers are killed or stall',
  { timeout: 120_000 },
  async () => {
    const url = await sharedPostgres().database();
    const root = folderWith({});
    const folders: string[] = [];
    const run = async (...args: string[]) => {
      const { code, stdout } = await analyzer(args);
      expect(code).toBe(0);
      return stdout;
    };
    const refill = async (): Promise<void> => {
      const added = writeProjects(root, JOBS, folders.length);
      folders.push(...added);
      await run('enqueue', ...added, '--queue', url);
    };
    await refill();
    const plan = { workers: 2, kills: 5, stalls: 1, leaseSeconds: 2, withinMs: 700 };
    const done = await killWorkers({ ...plan, launcher, url, random: randomFrom(SEED), refill });
    expect(done).toEqual({ kills: plan.kills, stalls: plan.stalls });
    // A killed worker can leave the last job.
    await run('worker', '--once', '--lease', '2', '--queue', url);
    const connection = await Connection.open(url);
    const outcome = await outcomeOf(connection);
    await connection.close();
    const jobs = folders.length;
    expect(outcome).toMatchObject({ jobs, done: jobs, results: jobs, parts: jobs, stored: jobs });
    const published = await run('queue', 'publish', '--db', join(root, 'queue.db'), '--queue', url);
    await run('workspace', 'index', ...folders, '--db', join(root, 'direct.db'));
    const summary = await run('workspace', 'query', '--db', join(root, 'direct.db'), '--operation', 'summary');
    const snapshot = /snapshot ([0-9a-f]{64})/.exec(published)?.[1];
    expect(snapshot).toBeDefined();
    expect(summary).toContain(snapshot);
  },
);
