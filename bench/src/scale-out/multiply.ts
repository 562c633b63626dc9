import { parseArgs } from 'node:util';
import { schemaOf } from '@analyzer/core/index/postgres/generation.ts';
import { createIndexes } from '@analyzer/core/index/postgres/publish.ts';
import { COPIED_TABLES, POSTGRES_TABLES } from '@analyzer/core/index/postgres/tables.ts';
import { vacuumTotals } from '@analyzer/core/index/postgres/totals.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { merkleRoot } from '@analyzer/core/index/root/merkle-root.ts';
import { sumsText } from '@analyzer/core/index/root/stored-root.ts';
import { sumGroups } from '@analyzer/core/index/root/sum-groups.ts';
import { SCHEMA_VERSION } from '@analyzer/core/index/schema/released.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { BRIDGE } from '../folders.ts';
import { copyOf, counts, groups, ONCE, PREPARED } from './multiply-sql.ts';

/**
 * Makes the index on a server many times as large, as a new generation: copies of its projects in which most groups and
 * rare names are new ones. Blocks that only exports and packets read are left out.
 */
export async function multiplyCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { db: { type: 'string' }, functions: { type: 'string', default: '20000000' } },
  });
  if (values.db === undefined) throw new Error('--db must be the URL of an index on PostgreSQL');
  const connection = await Connection.open(values.db);
  try {
    await multiply(connection, Number(values.functions));
  } finally {
    await connection.close();
  }
  await storeRoot(values.db);
}

async function multiply(connection: Connection, functions: number): Promise<void> {
  const one = async <Row extends object>(sql: string, parameters: number[] = []): Promise<Row> => {
    const [row] = await connection.query<Row>(sql, parameters);
    if (row === undefined) throw new Error(`no row of ${sql}`);
    return row;
  };
  const { generation: source } = await one<{ generation: number }>('SELECT generation FROM analyzer.current');
  const { n } = await one<{ n: number }>(`SELECT sum(functions)::bigint AS n FROM ${schemaOf(source)}.project`);
  const copies = Math.ceil(functions / n);
  if (copies < 2) throw new Error(`the index has ${n} functions already`);
  const { number } = await one<{ number: number }>(
    'INSERT INTO analyzer.generation (schema_version) VALUES ($1) RETURNING number',
    [SCHEMA_VERSION],
  );
  const schema = schemaOf(number);
  const tables = COPIED_TABLES.filter(({ name }) => name !== 'local_root');
  const statement = async (what: string, sql: string): Promise<void> => {
    const started = performance.now();
    await connection.query(sql.replaceAll('src.', `${schemaOf(source)}.`));
    process.stderr.write(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  };
  await connection.query(
    "SET maintenance_work_mem = '1GB'; SET work_mem = '512MB'; SET synchronous_commit = off; SET jit = off",
  );
  // Rows of tables of the same transaction need no log, where the server allows it.
  await connection.transaction(async () => {
    await connection.query(
      `CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}, pg_catalog; ${POSTGRES_TABLES}`,
    );
    const keys = await withoutKeys(connection, schema);
    await statement('prepared', `${PREPARED}; ${ONCE}`);
    for (let copy = 0; copy < copies; copy++) await statement(`copy ${copy + 1} of ${copies}`, copyOf(copy, tables));
    await statement('groups', groups(copies));
    for (const key of keys) await statement(key, key);
    await statement('counts', counts(copies));
    await createIndexes(connection);
  });
  for (const { name } of tables) await statement(`vacuum ${name}`, `VACUUM (FREEZE, ANALYZE) ${schema}.${name}`);
  await vacuumTotals(connection, schema);
  await connection.query(
    `UPDATE analyzer.current SET generation = $1, published_at = now(), snapshot_id = (SELECT snapshot_id FROM ${schema}.snapshot)`,
    [number],
  );
}

/** Removes the primary keys; creating them after all rows costs less. */
async function withoutKeys(connection: Connection, schema: string): Promise<string[]> {
  const keys = await connection.query<{ name: string; own: string; definition: string }>(
    `SELECT conrelid::regclass::text AS name, conname AS own, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE connamespace = '${schema}'::regnamespace AND contype = 'p'`,
  );
  for (const { name, own } of keys) await connection.query(`ALTER TABLE ${name} DROP CONSTRAINT ${own}`);
  return keys.map(({ name, own, definition }) => `ALTER TABLE ${name} ADD CONSTRAINT ${own} ${definition}`);
}

/** Computes the root of the new groups and stores it, as a publication does. */
async function storeRoot(url: string): Promise<void> {
  const reader = await openIndex(url, { bridge: BRIDGE });
  const sums = reader.read((snapshot) => sumGroups(snapshot));
  reader.close();
  const connection = await Connection.open(url);
  try {
    const [row] = await connection.query<{ generation: number }>('SELECT generation FROM analyzer.current');
    if (row === undefined) throw new Error('the database has no index');
    const schema = schemaOf(row.generation);
    await connection.transaction(async () => {
      await connection.query(`DELETE FROM ${schema}.root_range`);
      for (const its of sums) {
        if (its.lines === 0n) continue;
        await connection.query(`INSERT INTO ${schema}.root_range VALUES ($1, $2, $3)`, [
          its.range,
          Number(its.lines),
          sumsText(its),
        ]);
      }
      await connection.query(`UPDATE ${schema}.snapshot SET root = $1`, [merkleRoot(sums)]);
    });
  } finally {
    await connection.close();
  }
}
