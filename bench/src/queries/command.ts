// Guards: time and memory of each operation on an index of the large corpus. Takes: not measured.
import { parseArgs } from 'node:util';
import type { IndexReader } from '@analyzer/core/index/port.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import { table } from '../table.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { Random } from '../unbreakable/random.ts';
import { requireLargeIndex } from './large-index.ts';
import { growthOf } from './peak-memory.ts';
import { drawPools } from './pools.ts';
import { CLONES_PAGE, QUESTIONS, type Question } from './questions.ts';

const SEED = 20_261_121;
const ASKED = 400;
/** Queries before the measurement: code is compiled and the file is cached. */
const WARM_UP = 40;
const SLOWEST_SHOWN = 3;
const MIB = 2 ** 20;

const query = createQuery(INDEX_OPERATIONS);

interface Timed {
  kind: string;
  /** Wall-clock milliseconds, ascending. */
  times: number[];
  /** CPU milliseconds, ascending: independent of other load. */
  cpu: number[];
  slowest: { question: Question; ms: number }[];
  /** Bytes of the largest answer as JSON. */
  largest: number;
  /** Bytes by which the highest resident memory grew. */
  growth: number;
}

/** Sends real queries to an index of the large corpus and compares times and memory with the budgets. */
export async function queriesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { db: { type: 'string' }, seed: { type: 'string', default: String(SEED) }, slowest: { type: 'boolean' } },
  });
  const reader = await openIndex(values.db ?? (await requireLargeIndex()));
  try {
    const timed = time(reader, Number(values.seed));
    process.stdout.write(`${costs(timed)}\n`);
    if (values.slowest) process.stdout.write(`${slowest(timed)}\n`);
    const budgets = budgetsOf(timed);
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    reader.close();
  }
}

function time(reader: IndexReader, seed: number): Timed[] {
  const random = new Random(seed);
  const pools = reader.read((snapshot) => drawPools(snapshot, random));
  const kinds = Object.entries(QUESTIONS).map(([kind, make]) => ({
    kind,
    questions: Array.from({ length: WARM_UP + ASKED }, () => make(random, pools)),
  }));
  for (const { questions } of kinds) for (const question of questions.slice(0, WARM_UP)) ask(reader, question);
  return kinds.map(({ kind, questions }) => timeKind(reader, kind, questions.slice(WARM_UP)));
}

function timeKind(reader: IndexReader, kind: string, questions: readonly Question[]): Timed {
  const asked: Timed['slowest'] = [];
  const times: number[] = [];
  let largest = 0;
  const growth = growthOf(() => {
    for (const question of questions) {
      const started = performance.now();
      const used = process.cpuUsage();
      const data = ask(reader, question);
      const { user, system } = process.cpuUsage(used);
      times.push(performance.now() - started);
      asked.push({ question, ms: (user + system) / 1000 });
      largest = Math.max(largest, JSON.stringify(data).length);
    }
  });
  asked.sort((a, b) => b.ms - a.ms);
  return {
    kind,
    times: times.sort((a, b) => a - b),
    cpu: asked.map(({ ms }) => ms).reverse(),
    slowest: asked.slice(0, SLOWEST_SHOWN),
    largest,
    growth,
  };
}

function ask(reader: IndexReader, { operation, params }: Question): object {
  const outcome = query(reader, { schema: 'analyzer.request.v1', operation, params });
  if ('ok' in outcome) return outcome.ok;
  throw new Error(`${operation} ${JSON.stringify(params)}: ${outcome.error.message}`);
}

function costs(timed: readonly Timed[]): string {
  const rows = timed.map(({ kind, times, cpu, largest, growth }) => [
    kind,
    ...[0.5, 0.95, 0.99, 1].map((share) => quantile(cpu, share).toFixed(2)),
    quantile(times, 0.95).toFixed(2),
    (largest / 1024).toFixed(0),
    (growth / MIB).toFixed(1),
  ]);
  return table([['ms', 'p50', 'p95', 'p99', 'most', 'p95 clock', 'largest answer KiB', 'peak memory + MiB'], ...rows]);
}

function slowest(timed: readonly Timed[]): string {
  return timed
    .flatMap(({ slowest: found }) =>
      found.map(({ question, ms }) => `${ms.toFixed(1)} ms ${question.operation} ${JSON.stringify(question.params)}\n`),
    )
    .join('');
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function budgetsOf(timed: readonly Timed[]): Budget[] {
  return timed.flatMap(({ kind, cpu, growth }) => [
    atMost(kind, 'ms, p95', kind === CLONES_PAGE ? 3 : 20, quantile(cpu, 0.95)),
    atMost(`${kind}: memory`, 'MiB, growth of the peak', 64, growth / MIB),
  ]);
}
