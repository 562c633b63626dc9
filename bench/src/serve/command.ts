// Guards: latency, cancelled requests and memory of the REST and gRPC servers. Takes: more than 20 minutes: the memory of each server is watched for 10.
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requireLargeIndex } from '../queries/large-index.ts';
import { table } from '../table.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { type Client, openClient } from './clients.ts';
import { atRate, type Latency } from './load.ts';
import { cpuSeconds, type Protocol, prefer, residentMb, type Started, startBare, startServer } from './server.ts';

const PAGES = 20;
const PAGE = 50;
const WARM_UP_SECONDS = 5;
/** Questions abandoned in sequence; each would take longer than the question that follows. */
const CANCELLED = 100;

interface Options {
  db: string;
  rate: number;
  seconds: number;
  minutes: number;
  /** Requests per second while memory is measured. */
  memoryRate: number;
}

/** The servers under load, compared with the budgets. */
export async function serveCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    allowPositionals: true,
    options: {
      db: { type: 'string' },
      rate: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '30' },
      minutes: { type: 'string', default: '10' },
      'memory-rate': { type: 'string' },
    },
  });
  const [rate, seconds, minutes] = [Number(values.rate), Number(values.seconds), Number(values.minutes)];
  const memoryRate = Number(values['memory-rate'] ?? rate / 3);
  const options: Options = { db: values.db ?? (await requireLargeIndex()), rate, seconds, minutes, memoryRate };
  prefer(process.pid);
  process.stdout.write(`load of the machine ${loadavg()[0]?.toFixed(1)} before\n`);
  const budgets: Budget[] = [];
  for (const protocol of ['rest', 'grpc'] as const) {
    if (positionals.length > 0 && !positionals.includes(protocol)) continue;
    budgets.push(...(await measured(protocol, options)));
  }
  process.stdout.write(`load of the machine ${loadavg()[0]?.toFixed(1)} after\n${budgetTable(budgets)}`);
  const missed = budgets.filter(({ held }) => !held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}

async function measured(protocol: Protocol, options: Options): Promise<Budget[]> {
  const server = await startServer(protocol, options.db);
  const client = openClient(protocol, server.port);
  try {
    return [
      ...(await pages(protocol, server, client, options)),
      await cancelled(protocol, client),
      ...(options.minutes === 0 ? [] : [await memory(protocol, server, client, options)]),
    ];
  } finally {
    client.close();
    await server.stop();
  }
}

const requestFor = (operation: string, params: object): Buffer =>
  Buffer.from(JSON.stringify({ schema: 'analyzer.request.v1', operation, params }));

const CLONES = Array.from({ length: PAGES }, (_, n) => requestFor('clones', { limit: PAGE, offset: n * PAGE }));

async function pages(protocol: Protocol, { child }: Started, { ask }: Client, options: Options): Promise<Budget[]> {
  await atRate(ask, CLONES, { rate: options.rate, seconds: WARM_UP_SECONDS });
  const before = cpuSeconds(child);
  const found = await atRate(ask, CLONES, options);
  const cpu = cpuSeconds(child) - before;
  const floor = await bare(Math.round((found.megabytes * 1e6) / Math.max(1, found.answers)), options);
  const head = ['', 'answers', 'failed', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms of the server', 'MB/s'];
  const rows = [row(protocol, found, cpu, options), row('bare HTTP, then', floor.found, floor.cpu, options)];
  process.stdout.write(`${table([head, ...rows])}\n`);
  return [
    atMost(`${protocol}: p95 of a page of ${PAGE} groups at ${options.rate}/s`, 'ms', 20, found.p95),
    atMost(`${protocol}: failed requests`, '', 0, found.failed),
  ];
}

function row(
  name: string,
  { answers, failed, p50, p95, p99, megabytes }: Latency,
  cpu: number,
  { seconds }: Options,
): string[] {
  const times = [p50, p95, p99].map((ms) => ms.toFixed(1));
  const cost = ((1000 * cpu) / Math.max(1, answers)).toFixed(2);
  return [name, String(answers), String(failed), ...times, cost, (megabytes / seconds).toFixed(1)];
}

/** The same requests to a server that answers at once: the current latency of this machine. */
async function bare(bytes: number, options: Options): Promise<{ found: Latency; cpu: number }> {
  const server = await startBare(bytes);
  const client = openClient('rest', server.port);
  try {
    await atRate(client.ask, CLONES, { rate: options.rate, seconds: WARM_UP_SECONDS });
    const before = cpuSeconds(server.child);
    const found = await atRate(client.ask, CLONES, options);
    return { found, cpu: cpuSeconds(server.child) - before };
  } finally {
    client.close();
    await server.stop();
  }
}

/** Matches no name, so all names are read. */
const LONG = requestFor('nodes', { name: '[x]y*[z]*q*[k]' });
const SHORT = requestFor('projects', { limit: 1 });

/** A cancelled request frees its thread: the next question does not wait for the abandoned ones. */
async function cancelled(protocol: Protocol, { ask }: Client): Promise<Budget> {
  const whole = performance.now();
  await ask(LONG);
  const longMs = performance.now() - whole;
  const times: number[] = [];
  for (let n = 0; n < CANCELLED; n++) {
    const controllers = [new AbortController(), new AbortController()];
    const abandoned = controllers.map(({ signal }) => ask(LONG, signal).catch(() => undefined));
    await wait(Math.min(20, longMs / 4));
    for (const controller of controllers) controller.abort();
    const started = performance.now();
    await ask(SHORT);
    times.push(performance.now() - started);
    await Promise.all(abandoned);
  }
  const median = times.sort((a, b) => a - b)[CANCELLED / 2] ?? 0;
  process.stdout.write(`${protocol}: the abandoned question takes ${longMs.toFixed(0)} ms to its end\n`);
  return atMost(`${protocol}: answer after two abandoned questions, of their time`, '%', 50, (100 * median) / longMs);
}

/** Resident memory in the middle, when heaps have their size, and at the end. On a busy machine they grow for minutes. */
async function memory(
  protocol: Protocol,
  { child }: Started,
  { ask }: Client,
  { memoryRate, minutes }: Options,
): Promise<Budget> {
  const samples: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    await atRate(ask, CLONES, { rate: memoryRate, seconds: 60 });
    samples.push(residentMb(child));
  }
  process.stdout.write(`${protocol}: resident MB by minute ${samples.map((mb) => mb.toFixed(0)).join(' ')}\n`);
  const middle = samples[Math.floor((minutes - 1) / 2)] ?? 0;
  return atMost(
    `${protocol}: growth of resident memory in the second half of ${minutes} minutes at ${memoryRate}/s`,
    '%',
    5,
    (100 * (samples.at(-1) ?? 0)) / middle - 100,
  );
}
