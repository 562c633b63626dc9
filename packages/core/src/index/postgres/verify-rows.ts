import { Connection } from '#postgres/connect.ts';
import { VALUES_OF_CHUNK } from './changed-rows.ts';
import { type Dialect, rowSql } from './copy-text.ts';
import { SHARED, schemaOf } from './generation.ts';
import { definedColumns, FIND_SHARED, SHARED_TABLES, type SharedTable } from './shared-tables.ts';
import { DIGESTS_OF_TOTALS } from './totals.ts';

/** A table with rows that are not as they were published. */
export interface ChangedTable {
  table: string;
  /** Ranges of its rows, the first ones; empty for a table that is compared as one. */
  ranges: string[];
  moreRanges: number;
}

const MAX_RANGES = 5;

const POSTGRES: Dialect = { char: 'chr', hex: (column) => `encode(${column}, 'hex')` };

/** The ranges whose digest is not the one that was stored with their rows. */
function changedRanges(table: SharedTable): string {
  const { name, source, rangeBy, hasTextRange } = table;
  const row = rowSql(definedColumns(table), POSTGRES);
  const chunk = hasTextRange ? rangeBy : `floor(${rangeBy} / ${VALUES_OF_CHUNK}.0)::bigint::text`;
  return `
    SELECT DISTINCT chunk FROM (
      SELECT ${chunk} AS chunk, since, until,
        sha256(convert_to(string_agg(${row}, chr(10) ORDER BY ${source.key.join(', ')}), 'UTF8')) AS digest
      FROM ${SHARED}.${name} GROUP BY 1, 2, 3
    ) AS its
    FULL JOIN (SELECT chunk, since, until, digest FROM ${SHARED}.chunk WHERE table_name = '${name}') AS stored
      USING (chunk, since, until)
    WHERE its.digest IS DISTINCT FROM stored.digest`;
}

/** Generations whose entries in the tables of all generations contradict each other, or their rows. */
const STATES = `
  SELECT number, rows_schema, snapshot_id, number = (SELECT generation FROM analyzer.current) AS is_current,
    (SELECT current.snapshot_id FROM analyzer.current) AS current_id
  FROM analyzer.generation WHERE rows_schema = $1 ORDER BY number`;

interface State {
  number: number;
  snapshot_id: string | null;
  is_current: boolean;
  current_id: string;
}

/**
 * Compares all rows on a server with the digests that were stored when they were published, of all generations.
 *
 * @returns undefined if an earlier version of this program published the index, without digests
 * @throws AnalyzerError errors of the server; `unreadable` if the user may not read the tables
 */
export async function verifyRows(url: string): Promise<ChangedTable[] | undefined> {
  const connection = await Connection.open(url);
  try {
    return await connection.transaction(async () => {
      const [shared] = await connection.query<{ found: boolean }>(FIND_SHARED);
      if (shared?.found !== true) return undefined;
      const changed: ChangedTable[] = [];
      for (const table of SHARED_TABLES) {
        const rows = await connection.query<{ chunk: string }>(changedRanges(table));
        const ranges = rows.map(({ chunk }) => chunk).sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
        if (ranges.length === 0) continue;
        changed.push({
          table: table.name,
          ranges: ranges.slice(0, MAX_RANGES).map((chunk) => rangeOf(table, chunk)),
          moreRanges: Math.max(0, ranges.length - MAX_RANGES),
        });
      }
      const states = await connection.query<State>(STATES, [SHARED]);
      for (const state of states) {
        for (const table of await changedTotals(connection, state)) changed.push({ table, ranges: [], moreRanges: 0 });
      }
      return changed;
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  } finally {
    await connection.close();
  }
}

function rangeOf({ rangeBy, hasTextRange }: SharedTable, chunk: string): string {
  if (hasTextRange) return `${rangeBy} ${JSON.stringify(chunk)}`;
  const first = Number(chunk) * VALUES_OF_CHUNK;
  return `${rangeBy} ${first} to ${first + VALUES_OF_CHUNK - 1}`;
}

/** The tables of one generation that are not as they were published. */
async function changedTotals(connection: Connection, { number, ...state }: State): Promise<string[]> {
  const schema = schemaOf(number);
  await connection.query(`SET LOCAL search_path = ${schema}, pg_catalog`);
  const sql = `
    SELECT coalesce(its.name, stored.name) AS name FROM (${DIGESTS_OF_TOTALS}) AS its
    FULL JOIN total_digest AS stored USING (name) WHERE its.digest IS DISTINCT FROM stored.digest ORDER BY 1`;
  const totals = await connection.query<{ name: string }>(sql);
  const [snapshot] = await connection.query<{ snapshot_id: string }>('SELECT snapshot_id FROM snapshot');
  const id = snapshot?.snapshot_id;
  return [
    ...totals.map(({ name }) => `${schema}.${name}`),
    ...(state.snapshot_id === id ? [] : ['analyzer.generation']),
    ...(state.is_current && state.current_id !== id ? ['analyzer.current'] : []),
  ];
}
