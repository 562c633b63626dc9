import { CHUNK, cell } from '@analyzer/core/index/postgres/copy-text.ts';
import type { Connection } from '@analyzer/core/postgres/connect.ts';
import { copyIn } from '@analyzer/core/postgres/copy.ts';
import { COLUMNS, KINDS } from '@analyzer/core/queue/copies/project-functions.ts';
import { wantedKinds, writeSums } from '@analyzer/core/queue/copies/stored-sums.ts';
import { computeGroups } from '@analyzer/core/queue/copies/verify-copies.ts';
import { type FunctionRow, PROJECTS } from './generated-rows.ts';

const INDEXES = ['copies_function_group', 'copies_function_project'];

/** From the definition of the tables, not with the statements that replace a project. */
const GROUPS = `
  INSERT INTO analyzer.copies_group
  SELECT
    kind, fingerprint, count(*), count(DISTINCT project), (array_agg(project ORDER BY project, path, start_byte))[1],
    (array_agg(path ORDER BY project, path, start_byte))[1], (array_agg(start_byte ORDER BY project, path, start_byte))[1]
  FROM analyzer.copies_function GROUP BY kind, fingerprint HAVING count(*) > 1`;

/** Fills the tables of copies of a server. @returns the root of the rows, as the program computes it */
export async function load(connection: Connection, rows: Iterable<FunctionRow>): Promise<string> {
  await connection.query("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'");
  const names = INDEXES.map((name) => `'${name}'`).join(', ');
  const indexes = await connection.query<{ sql: string }>(
    `SELECT indexdef AS sql FROM pg_indexes WHERE schemaname = 'analyzer' AND indexname IN (${names})`,
  );
  for (const name of INDEXES) await connection.query(`DROP INDEX analyzer.${name}`);
  await timed('rows', () => {
    const sql = `COPY analyzer.copies_function (project, ${COLUMNS}) FROM STDIN`;
    return copyIn(connection, sql, loadedLines(rows));
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
  const loaded = await timed('sums', () =>
    connection.transaction(async () => {
      const { lines, groups } = await computeGroups(connection);
      await writeSums(connection, lines);
      const root = lines.root(await wantedKinds(connection));
      await connection.query('UPDATE analyzer.copies_state SET root = $1', [root]);
      print(`${groups} groups, root ${root}`);
      return root;
    }),
  );
  const [bytes] = await connection.query<{ n: number }>('SELECT pg_database_size(current_database()) AS n');
  print(`${((bytes?.n ?? 0) / 1e9).toFixed(1)} GB`);
  return loaded;
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
