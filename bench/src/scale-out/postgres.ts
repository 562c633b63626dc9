import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { BRIDGE } from '../folders.ts';
import { drawPools } from '../queries/pools.ts';
import { CLONES_PAGE, QUESTIONS } from '../queries/questions.ts';
import { table } from '../table.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { Random } from '../unbreakable/random.ts';
import type { ClientData, Timed } from './client.ts';

const SEED = 20_261_121;
const CLIENTS = 8;
/** Questions of each kind to each client, and those before the measurement. */
const [ASKED, WARM_UP] = [100, 20];
const [MOST_MS, MOST_PAGE_MS] = [20, 10];
const SHARES = [0.5, 0.95, 0.99, 1];

/**
 * Eight clients at once ask an index on a server, each with a connection and the operations of the product, and the times
 * of each operation are compared with the limits.
 */
export async function postgresCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      db: { type: 'string' },
      clients: { type: 'string', default: String(CLIENTS) },
      seed: { type: 'string', default: String(SEED) },
    },
  });
  if (values.db === undefined) throw new Error('--db must be the URL of an index on PostgreSQL');
  const reader = await openIndex(values.db, { bridge: BRIDGE });
  const random = new Random(Number(values.seed));
  const pools = reader.read((snapshot) => drawPools(snapshot, random));
  reader.close();
  const url = values.db;
  const clients = Array.from({ length: Number(values.clients) }, () =>
    timesOf({
      url,
      bridge: BRIDGE,
      warmUp: WARM_UP,
      questions: Object.entries(QUESTIONS).map(([kind, make]) => [
        kind,
        Array.from({ length: WARM_UP + ASKED }, () => make(random, pools)),
      ]),
    }),
  );
  const byKind = new Map<string, number[]>();
  for (const [kind, times] of (await Promise.all(clients)).flat()) {
    byKind.set(kind, [...(byKind.get(kind) ?? []), ...times]);
  }
  report(byKind);
}

function timesOf(workerData: ClientData): Promise<Timed> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./postgres-client.js', import.meta.url), { workerData });
    worker.once('message', done);
    worker.once('error', fail);
  });
}

function report(byKind: ReadonlyMap<string, number[]>): void {
  const sorted = [...byKind].map(([kind, times]) => ({ kind, times: times.sort((a, b) => a - b) }));
  const rows = sorted.map(({ kind, times }) => [kind, ...SHARES.map((share) => quantile(times, share).toFixed(2))]);
  process.stdout.write(`${table([['ms', 'p50', 'p95', 'p99', 'most'], ...rows])}\n`);
  const budgets = sorted.map(({ kind, times }) => {
    return atMost(kind, 'ms, p95', kind === CLONES_PAGE ? MOST_PAGE_MS : MOST_MS, quantile(times, 0.95));
  });
  process.stdout.write(budgetTable(budgets));
  const missed = budgets.filter(({ held }) => !held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
