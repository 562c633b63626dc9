import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { PartFunction } from '@analyzer/core/index/part/part-functions.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { migrate } from '@analyzer/core/postgres/migrations/migrate.ts';
import { startPostgres } from '@analyzer/core/postgres/postgres-fixture.ts';
import { KINDS } from '@analyzer/core/queue/copies/project-functions.ts';
import { replaceStaged, stageFunctions } from '@analyzer/core/queue/copies/replace-project.ts';
import { verifyCopies } from '@analyzer/core/queue/copies/verify-copies.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { type FunctionRow, generatedRow, generatedRows } from './generated-rows.ts';
import { load, print, timed } from './load-postgres.ts';

const MOST_SECONDS = 2;
/** 1,650 functions, each with the hash of its body and that of its shape. */
const CHANGED = 3_300;
const LABEL = 'changed';

interface Size {
  rows: number;
  seed: number;
}

/**
 * Fills a server with generated functions, then replaces a project of 1,650 functions again and again, each time with other
 * functions at other positions. The root at the end must be that of all rows.
 */
export async function projectCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      rows: { type: 'string', default: '20000000' },
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
    },
  });
  const size = { rows: Number(values.rows), seed: Number(values.seed) };
  print(`${availableParallelism()} CPUs, load ${loadavg()[0]?.toFixed(1)}; ${size.rows} rows, seed ${size.seed}`);
  const server = await startPostgres();
  try {
    const connection = await Connection.open(await server.database());
    await migrate(connection);
    await load(connection, generatedRows(size.seed, size.rows, 0, 'ranges'));
    // From here the server writes as durably as one of users.
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await connection.query(`ALTER SYSTEM SET ${name} = on`);
    }
    await connection.query('SELECT pg_reload_conf()');
    await connection.query('CHECKPOINT');
    const seconds: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) seconds.push(await replace(connection, size, round));
    print(`seconds of each publication: ${seconds.map((one) => one.toFixed(2)).join(' ')}`);
    const sorted = seconds.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(2);
    print(`p50 ${at(0.5)} s, p95 ${at(0.95)} s, most ${at(1)} s`);
    const verified = await timed('computed from all rows', () => verifyCopies(connection));
    print(
      `root ${verified.root}, computed ${verified.computed}, ${verified.groups} groups, ${verified.functions} rows`,
    );
    const budgets = [
      atMost('publication of a project', 'seconds', MOST_SECONDS, Math.max(...seconds)),
      atMost('ranges that differ', 'from all rows', 0, verified.ranges.length),
    ];
    process.stdout.write(budgetTable(budgets));
    const isRight = verified.root === verified.computed && budgets.every(({ held }) => held);
    if (!isRight) process.exitCode = 1;
    await connection.close();
  } finally {
    await server.remove();
  }
}

/** Replaces the project. @returns the seconds until the new state is committed */
async function replace(connection: Connection, { rows, seed }: Size, round: number): Promise<number> {
  const first = rows + round * CHANGED;
  const functions = Array.from({ length: CHANGED }, (_, at) => functionOf(generatedRow(seed, first + at, rows)));
  const started = performance.now();
  await connection.transaction(async () => {
    await stageFunctions(connection, functions);
    await replaceStaged(connection, { label: LABEL, partKey: String(round) }, { versions: '', kinds: KINDS });
  });
  return (performance.now() - started) / 1_000;
}

function functionOf({ kind, fingerprint, ...row }: FunctionRow): PartFunction {
  return {
    kind: kind === 'function-body' ? kind : 'function-shape',
    fingerprint: Buffer.from(fingerprint).toString('hex'),
    path: row.path,
    startByte: Number(row.start_byte),
    endByte: Number(row.end_byte),
    startLine: row.start_line,
    endLine: row.end_line,
    nodes: row.nodes,
    name: row.name,
  };
}
