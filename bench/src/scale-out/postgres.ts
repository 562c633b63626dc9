// Guards: the time of each operation on an index on PostgreSQL that eight clients ask at once. Takes: not measured.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { BRIDGE } from '../folders.ts';
import { drawPools, type Pools } from '../queries/pools.ts';
import { CLONES_PAGE, QUESTIONS, type Question } from '../queries/questions.ts';
import { table } from '../table.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { Random } from '../unbreakable/random.ts';
import { Clients } from './clients.ts';
import { cpuOf, serverProcesses } from './server-cpu.ts';

const SEED = 20_261_121;
const CLIENTS = 8;
/** Questions of all clients together each second: a question every 80 ms of each of eight. */
const RATE = 100;
/** Questions of each kind to each client, and those before the measurement. */
const [ASKED, WARM_UP] = [100, 20];
/** The limits of operations, and of those with another one. */
const MAX_MS = 20;
const OTHER_MAX_MS: Readonly<Record<string, number>> = { [CLONES_PAGE]: 10, context: 60 };
const SHARES = [0.5, 0.95, 0.99];

/** The times of a kind of question. */
interface Timed {
  kind: string;
  /** Milliseconds, ascending, with clients that never pause. */
  closed: number[];
  /** CPU milliseconds of a question, of the clients and of the server. */
  clientCpu: number;
  serverCpu: number | undefined;
  /** Milliseconds, ascending, at the rate. */
  open: number[];
}

/**
 * Eight clients at once ask an index on a server, each with a connection and the operations of the product. First they
 * never pause, one kind of question after the other. Then questions of all kinds are due at random times, so many a
 * second, and a time counts from when the question was due: these times are compared with the limits.
 */
export async function postgresCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      db: { type: 'string' },
      clients: { type: 'string', default: String(CLIENTS) },
      rate: { type: 'string', default: String(RATE) },
      seed: { type: 'string', default: String(SEED) },
      without: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.db === undefined) throw new Error('--db must be the URL of an index on PostgreSQL');
  const number = Number(values.clients);
  const kinds = Object.keys(QUESTIONS).filter((kind) => !values.without.includes(kind));
  const reader = await openIndex(values.db, { bridge: BRIDGE });
  const random = new Random(Number(values.seed));
  const pools = reader.read((snapshot) => drawPools(snapshot, random));
  reader.close();
  const clients = await Clients.start(values.db, number);
  const timed: Timed[] = [];
  try {
    const server = await serverProcesses(values.db);
    for (const kind of kinds)
      timed.push({ ...(await withoutPause(clients, { kind, number, random, pools }, server)), open: [] });
    const open = await atRate(clients, { number, random, pools, all: kinds }, Number(values.rate));
    for (const its of timed) its.open = ascending(open.get(its.kind) ?? []);
  } finally {
    await clients.stop();
  }
  report(timed, Number(values.rate), number);
}

interface Asked {
  number: number;
  random: Random;
  pools: Pools;
}

async function withoutPause(
  clients: Clients,
  { kind, number, random, pools }: Asked & { kind: string },
  server: readonly number[],
): Promise<Omit<Timed, 'open'>> {
  const questions = (n: number) =>
    Array.from({ length: number }, () => ({
      questions: Array.from({ length: n }, () => questionOf(kind, random, pools)),
    }));
  await clients.ask(questions(WARM_UP));
  const [own, others] = [process.cpuUsage(), cpuOf(server)];
  const times = (await clients.ask(questions(ASKED))).flat();
  const { user, system } = process.cpuUsage(own);
  const now = cpuOf(server);
  return {
    kind,
    closed: ascending(times),
    clientCpu: (user + system) / 1000 / times.length,
    serverCpu: now === undefined || others === undefined ? undefined : (now - others) / times.length,
  };
}

/** @returns times by kind */
async function atRate(
  clients: Clients,
  { number, random, pools, all }: Asked & { all: readonly string[] },
  rate: number,
): Promise<Map<string, number[]>> {
  const start = performance.timeOrigin + performance.now() + 100;
  const rounds = Array.from({ length: number }, () => {
    const kinds = random.shuffled(all.flatMap((kind) => Array.from({ length: ASKED }, () => kind)));
    let time = start;
    // Times between independent questions have an exponential distribution.
    const due = kinds.map(() => (time += (-Math.log(1 - random.below(2 ** 30) / 2 ** 30) * 1000 * number) / rate));
    return { kinds, round: { questions: kinds.map((kind) => questionOf(kind, random, pools)), due } };
  });
  const times = await clients.ask(rounds.map(({ round }) => round));
  const byKind = new Map<string, number[]>(all.map((kind) => [kind, []]));
  for (const [client, { kinds }] of rounds.entries()) {
    for (const [at, kind] of kinds.entries()) byKind.get(kind)?.push(times[client]?.[at] ?? Number.POSITIVE_INFINITY);
  }
  return byKind;
}

function questionOf(kind: string, random: Random, pools: Pools): Question {
  const make = QUESTIONS[kind];
  if (make === undefined) throw new RangeError(`there are no questions ${kind}`);
  return make(random, pools);
}

function ascending(times: readonly number[]): number[] {
  return times.toSorted((a, b) => a - b);
}

function report(timed: readonly Timed[], rate: number, number: number): void {
  const rows = timed.map(({ kind, closed, open, clientCpu, serverCpu }) => [
    kind,
    ...SHARES.map((share) => quantile(closed, share).toFixed(1)),
    ...SHARES.map((share) => quantile(open, share).toFixed(1)),
    clientCpu.toFixed(2),
    serverCpu?.toFixed(2) ?? '-',
  ]);
  const head = [
    'ms',
    ...SHARES.map(percent),
    ...SHARES.map((share) => `${percent(share)} at rate`),
    'CPU client',
    'server',
  ];
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(
    `${number} clients, ${rate} questions a second; ${cpus().length} cores, load ${load} at the end\n\n`,
  );
  process.stdout.write(`${table([head, ...rows])}\n`);
  const budgets = timed.map(({ kind, open }) => {
    return atMost(kind, 'ms, p95 at the rate', OTHER_MAX_MS[kind] ?? MAX_MS, quantile(open, 0.95));
  });
  process.stdout.write(budgetTable(budgets));
  const missed = budgets.filter(({ held }) => !held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}

function percent(share: number): string {
  return `p${100 * share}`;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
