// Guards: the index of 300 Git repositories while workers are killed, the server restarts and two programs publish. Takes: not measured.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { verifyRoot } from '@analyzer/core/index/root/stored-root.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import type { PostgresServer } from '@analyzer/core/postgres/server-fixture.ts';
import { killWorkers, outcomeOf } from '../../../packages/analyzer/src/cli/queue/fixture.ts';
import { ANALYZER, BRIDGE } from '../folders.ts';
import { writeManifest } from '../index/packages.ts';
import { startPostgres } from '../postgres-server.ts';
import { atLeast, atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { Random } from '../unbreakable/random.ts';
import { localPackages } from './packages.ts';
import { createRemotes } from './remotes.ts';

const SEED = 20_261_129;
const FINE = 1_000_000;
const WORKERS = { workers: 2, stalls: 0, leaseSeconds: 3, withinMs: 5_000 };
/** Longest time from the start of a server to its end. */
const RESTART_MS = 12_000;
const PAUSE_MS = 1_000;
/** Of a publication: done; no result yet; another program publishes, or the server does not answer. */
const EXPECTED = new Map([
  [0, 'done'],
  [3, 'empty'],
  [7, 'refused'],
]);
const KEEP_ALL = '1000';

/**
 * Workers index local Git repositories while some are killed and the server is restarted, and two programs publish all the time.
 * Each job must have one result, the last generation the snapshot and root of `workspace index`, and each generation its own.
 */
export async function outagesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      projects: { type: 'string', default: '300' },
      kills: { type: 'string', default: '20' },
      restarts: { type: 'string', default: '5' },
      packages: { type: 'string', multiple: true, default: [] },
    },
  });
  const [projects, kills, restarts] = [Number(values.projects), Number(values.kills), Number(values.restarts)];
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-outages-'));
  const server = await startPostgres();
  try {
    const remotes = createRemotes(folder, localPackages(projects, values.packages));
    const url = await server.database();
    const list = join(folder, 'sources.txt');
    writeFileSync(list, remotes.map((its) => `${its.url}\t${its.id}\n`).join(''));
    analyzer('enqueue', '--list', list, '--queue', url);
    const started = performance.now();
    const random = randomOf(SEED);
    const indexed = new AbortController();
    const publishing = [0, 1].map(() => publishUntil(indexed.signal, url));
    const restarting = restart(server, restarts, random);
    const done = await killWorkers({ ...WORKERS, kills, launcher: ANALYZER, url, random });
    await restarting;
    analyzer('worker', '--once', '--queue', url);
    indexed.abort();
    const tally = sum(await Promise.all(publishing));
    // Both at once: if neither ends well, the queue was not published.
    const last = sum(await Promise.all([publishOnce(url), publishOnce(url)]));
    const seconds = (performance.now() - started) / 1_000;
    console.log(`${done.kills} workers killed, ${restarts} restarts; publications ${JSON.stringify(tally)}`);
    console.log(`then two at once ${JSON.stringify(last)}; ${seconds.toFixed(0)} s`);

    const connection = await Connection.open(url);
    const outcome = await outcomeOf(connection);
    const generations = await connection.query<{ snapshot_id: string }>(
      'SELECT snapshot_id FROM analyzer.generation ORDER BY number',
    );
    const open = await connection.query<object>(
      "SELECT label, state, attempts, problem FROM analyzer.job WHERE state <> 'done'",
    );
    await connection.close();
    for (const job of open) console.log(JSON.stringify(job));
    console.log(`${JSON.stringify(outcome)}, ${generations.length} generations`);
    const own = await answerOf(url);
    const [manifest, direct] = [join(folder, 'workspace.json'), join(folder, 'direct.db')];
    writeManifest(manifest, remotes, { gitignore: false });
    analyzer('workspace', 'index', '--manifest', manifest, '--db', direct);
    const expected = await answerOf(direct);
    let unanswered = 0;
    for (const { snapshot_id } of generations) {
      const its = await answerOf(url, snapshot_id);
      if (its.id !== snapshot_id || !its.isWhole) unanswered++;
    }
    const { done: closed, results, parts, stored } = outcome;
    const budgets = [
      atLeast('killed', 'workers', kills, done.kills),
      atLeast('generations', 'that stay', 2, generations.length),
      atMost('other snapshot', 'than workspace index', 0, Number(own.id !== expected.id)),
      atMost('other root', 'than workspace index', 0, Number(own.root !== expected.root)),
      atMost('damaged or unanswered', 'generations', 0, unanswered),
      ...Object.entries({ closed, results, parts, stored }).map(([name, n]) =>
        atMost(name, 'more or fewer than projects', 0, Math.abs(n - projects)),
      ),
    ];
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function randomOf(seed: number): () => number {
  const random = new Random(seed);
  return () => random.below(FINE) / FINE;
}

/** Ends the server, with its connections or without a warning, and starts it again. */
async function restart(server: PostgresServer, times: number, random: () => number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await setTimeout(random() * RESTART_MS);
    await server.stop(random() < 0.5 ? 'SIGKILL' : 'SIGINT');
    await setTimeout(random() * PAUSE_MS);
    await server.start();
  }
}

type Tally = Record<string, number>;

async function publishUntil(over: AbortSignal, url: string): Promise<Tally> {
  const tallies: Tally[] = [];
  while (!over.aborted) {
    tallies.push(await publishOnce(url));
    await setTimeout(PAUSE_MS);
  }
  return sum(tallies);
}

/** Publishes to the database of the queue. @returns how it ended @throws if it failed in any other way */
async function publishOnce(url: string): Promise<Tally> {
  const args = ['queue', 'publish', '--queue', url, '--db', url, '--keep', KEEP_ALL];
  const child = spawn(process.execPath, [ANALYZER, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  const end = EXPECTED.get(code);
  if (end === undefined) throw new Error(`analyzer queue publish ended with ${code}: ${stderr.slice(-2_000)}`);
  return { [end]: 1 };
}

function sum(tallies: readonly Tally[]): Tally {
  const all: Tally = {};
  for (const tally of tallies) for (const [end, n] of Object.entries(tally)) all[end] = (all[end] ?? 0) + n;
  return all;
}

interface Answer {
  id: string;
  root: string;
  /** Its rows have the root that it stores. */
  isWhole: boolean;
}

async function answerOf(db: string, snapshotId?: string): Promise<Answer> {
  const reader = await openIndex(db, { bridge: BRIDGE, ...(snapshotId !== undefined && { snapshotId }) });
  try {
    return reader.read((snapshot) => {
      const { root, computed, ranges } = verifyRoot(snapshot);
      return { id: snapshot.id, root, isWhole: root === computed && ranges.length === 0 };
    });
  } finally {
    reader.close();
  }
}

const MAX_OUTPUT = 64 * 1024 * 1024;

function analyzer(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [ANALYZER, ...args], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) throw new Error(`analyzer ${args[0]}: ${stderr.slice(-2_000)}`);
}
