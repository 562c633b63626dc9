import type { Connection, Parameter } from './connect.ts';

const ROWS_AT_ONCE = 10_000;

/**
 * Reads the rows of a query with a cursor, so that only some are in memory. The caller has opened a transaction, and reads
 * one query at a time.
 *
 * @throws AnalyzerError
 */
export async function* readRows<Row extends object>(
  connection: Connection,
  sql: string,
  parameters: readonly Parameter[] = [],
): AsyncGenerator<Row> {
  // All rows are read: the plan for the first ones is slower.
  await connection.query('SET LOCAL cursor_tuple_fraction = 1');
  await connection.query(`DECLARE analyzer_rows NO SCROLL CURSOR FOR ${sql}`, parameters);
  for (;;) {
    const rows = await connection.query<Row>(`FETCH ${ROWS_AT_ONCE} FROM analyzer_rows`);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await connection.query('CLOSE analyzer_rows');
}
