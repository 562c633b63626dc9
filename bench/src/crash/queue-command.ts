// Guards: one result for each job and one complete index of a queue while workers and publications are killed. Takes: not measured.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contentOf } from '@analyzer/core/index/fixture.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { killWorkers, outcomeOf, writeProjects } from '../../../packages/analyzer/src/cli/queue/fixture.ts';
import { ANALYZER, BRIDGE } from '../folders.ts';
import { startPostgres } from '../postgres-server.ts';
import { table } from '../table.ts';
import { Random } from '../unbreakable/random.ts';
import { killedAfter } from './reindex.ts';

const SEED = 20_261_129;
const FINE = 1_000_000;
const WORKERS = { workers: 2, stalls: 3, leaseSeconds: 3, withinMs: 1_500 };
/** After this number of kills a publication completes; the others start from the state after the previous kill. */
const COMPLETE_EVERY = 10;
const END = 0.8;
/** If a run ends before its kill, later kills come earlier. */
const SHORTER = 0.95;

/**
 * `bench crash queue`: kills workers until a queue is done, then publications of two queues in turn to one index: a file and a
 * PostgreSQL database. Each job must have one result; after each kill the index must be the earlier or the new one, byte for byte.
 */
export async function crashQueueCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      jobs: { type: 'string', default: '300' },
      kills: { type: 'string', default: '60' },
    },
  });
  const [jobs, kills] = [Number(values.jobs), Number(values.kills)];
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-crash-'));
  const server = await startPostgres();
  try {
    const folders = writeProjects(folder, jobs);
    const url = await server.database();
    analyzer('enqueue', ...folders, '--queue', url);
    const workers = await killedWorkers(url, jobs, kills);
    const other = await server.database();
    analyzer('enqueue', ...folders.slice(jobs / 2), '--queue', other);
    analyzer('worker', '--once', '--queue', other);
    const rows = [['', 'kills', 'earlier', 'new', 'ended before'], workers];
    for (const db of [join(folder, 'index.db'), await server.database()]) {
      rows.push(await killedPublications([url, other], db, kills));
    }
    process.stdout.write(table(rows));
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killedWorkers(url: string, jobs: number, kills: number): Promise<string[]> {
  const random = new Random(SEED);
  const done = await killWorkers({
    ...{ ...WORKERS, kills, launcher: ANALYZER, url },
    random: () => random.below(FINE) / FINE,
  });
  analyzer('worker', '--once', '--queue', url);
  const connection = await Connection.open(url);
  const { done: closed, results, parts, stored, again } = await outcomeOf(connection);
  await connection.close();
  if ([closed, results, parts, stored].some((n) => Number(n) !== jobs)) {
    throw new Error(`of ${jobs} jobs: ${JSON.stringify({ closed, results, parts, stored })}`);
  }
  return [`workers, ${done.stalls} stalled, ${again} jobs again`, `${done.kills}`, '', '', ''];
}

/** @param queues with different projects, published in turn, so that each publication changes the index */
async function killedPublications(queues: readonly string[], db: string, kills: number): Promise<string[]> {
  const states = new Map<string, string>();
  let duration = 0;
  for (const queue of queues) {
    const started = performance.now();
    analyzer(...publishing(queue, db));
    duration = performance.now() - started;
    const { id, content } = await stateOf(db);
    states.set(id, content);
  }
  const ids = [...states.keys()];
  const tally = { earlier: 0, new: 0, late: 0 };
  for (let kill = 0; kill < kills; ) {
    const before = (await stateOf(db)).id;
    const queue = queues[before === ids[0] ? 1 : 0] ?? '';
    const child = spawn(process.execPath, [ANALYZER, ...publishing(queue, db)], { stdio: 'ignore' });
    const wasKilled = await killedAfter(child, duration * momentOf(kill, kills));
    const { id, content } = await stateOf(db);
    if (states.get(id) !== content) throw new Error(`after kill ${kill} the index of ${id} is not complete`);
    if (!wasKilled) {
      tally.late++;
      duration *= SHORTER;
      continue;
    }
    tally[id === before ? 'earlier' : 'new']++;
    kill++;
    if (kill % COMPLETE_EVERY === 0) await publishCompletely(queue, db, ids[queues.indexOf(queue)]);
  }
  const target = db.includes('://') ? 'PostgreSQL' : 'a file';
  return [`publications to ${target}`, `${kills}`, `${tally.earlier}`, `${tally.new}`, `${tally.late}`];
}

/** Spread over the complete run, every second one over its end, when the index is replaced. As a share of the time. */
function momentOf(kill: number, kills: number): number {
  const share = (((kill * 7) % kills) + 0.5) / kills;
  return kill % 2 === 0 ? share : END + (1 - END) * share;
}

/** What a killed publication holds ends with it, a lock of the server only when the server notices. */
async function publishCompletely(queue: string, db: string, expected: string | undefined): Promise<void> {
  const child = spawn(process.execPath, [ANALYZER, ...publishing(queue, db)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the next publication ended with ${code}`);
  if ((await stateOf(db)).id !== expected) throw new Error('the next publication wrote another index');
}

const publishing = (queue: string, db: string) => ['queue', 'publish', '--queue', queue, '--db', db];

async function stateOf(db: string): Promise<{ id: string; content: string }> {
  const reader = await openIndex(db, { bridge: BRIDGE });
  let id: string;
  try {
    id = reader.read((snapshot) => snapshot.id);
  } finally {
    reader.close();
  }
  // On a server the command compares the rows with the root of the snapshot.
  if (db.includes('://')) return { id, content: analyzer('workspace', 'verify', '--kinds', 'all', '--db', db) };
  return { id, content: JSON.stringify(await contentOf(db)) };
}

function analyzer(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ANALYZER, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`analyzer ${args[0]}: ${stderr.slice(-2_000)}`);
  return stdout;
}
