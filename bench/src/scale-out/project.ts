import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { PartFunction } from '@analyzer/core/index/part/part-functions.ts';
import { CHUNK, cell } from '@analyzer/core/index/postgres/copy-text.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { copyIn } from '@analyzer/core/postgres/copy.ts';
import { migrate } from '@analyzer/core/postgres/migrations/migrate.ts';
import { startPostgres } from '@analyzer/core/postgres/postgres-fixture.ts';
import { COLUMNS, KINDS } from '@analyzer/core/queue/copies/project-functions.ts';
import { replaceStaged, stageFunctions } from '@analyzer/core/queue/copies/replace-project.ts';
import { wantedKinds, writeSums } from '@analyzer/core/queue/copies/stored-sums.ts';
import { computeGroups, verifyCopies } from '@analyzer/core/queue/copies/verify-copies.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { type FunctionRow, generatedRow, generatedRows, PROJECTS } from './generated-rows.ts';

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
    await load(connection, size);
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

const INDEXES = ['copies_function_group', 'copies_function_project'];

/** From the definition of the tables, not with the statements that replace a project. */
const GROUPS = `
  INSERT INTO analyzer.copies_group
  SELECT
    kind, fingerprint, count(*), count(DISTINCT project), (array_agg(project ORDER BY project, path, start_byte))[1],
    (array_agg(path ORDER BY project, path, start_byte))[1], (array_agg(start_byte ORDER BY project, path, start_byte))[1]
  FROM analyzer.copies_function GROUP BY kind, fingerprint HAVING count(*) > 1`;

async function load(connection: Connection, { rows, seed }: Size): Promise<void> {
  await connection.query("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'");
  const names = INDEXES.map((name) => `'${name}'`).join(', ');
  const indexes = await connection.query<{ sql: string }>(
    `SELECT indexdef AS sql FROM pg_indexes WHERE schemaname = 'analyzer' AND indexname IN (${names})`,
  );
  for (const name of INDEXES) await connection.query(`DROP INDEX analyzer.${name}`);
  await timed('rows', () => {
    const sql = `COPY analyzer.copies_function (project, ${COLUMNS}) FROM STDIN`;
    return copyIn(connection, sql, loadedLines(generatedRows(seed, rows, 0, 'ranges')));
  });
  await timed('indexes', async () => {
    for (const { sql } of indexes) await connection.query(sql);
  });
  await connection.query(
    `INSERT INTO analyzer.copies_project SELECT 'project-' || number, '', '', '${KINDS.join(',')}'
     FROM generate_series(0, ${PROJECTS - 1}) AS number`,
  );
  await timed('groups', () => connection.query(GROUPS));
  await timed('statistics', () => connection.query('VACUUM (ANALYZE, FREEZE) analyzer.copies_function'));
  await connection.query('VACUUM (ANALYZE, FREEZE) analyzer.copies_group');
  await timed('sums', () =>
    connection.transaction(async () => {
      const { lines, groups } = await computeGroups(connection);
      await writeSums(connection, lines);
      const root = lines.root(await wantedKinds(connection));
      await connection.query('UPDATE analyzer.copies_state SET root = $1', [root]);
      print(`${groups} groups, root ${root}`);
    }),
  );
  const [bytes] = await connection.query<{ n: number }>('SELECT pg_database_size(current_database()) AS n');
  print(`${((bytes?.n ?? 0) / 1e9).toFixed(1)} GB`);
}

/** Rows in the text format of COPY. */
function* loadedLines(rows: Iterable<FunctionRow>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    const { start_byte, end_byte, start_line, end_line, nodes } = row;
    const numbers = [Number(start_byte), Number(end_byte), start_line, end_line, nodes];
    const code = row.kind === 'function-body' ? 0 : 1;
    chunk += `${[row.project, code, row.fingerprint, row.path, ...numbers, row.name].map(cell).join('\t')}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  print(`${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return result;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
