import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '#postgres/connect.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { INDEX_OPERATIONS } from '#query/operations.ts';
import { createQuery } from '#query/query.ts';
import { openIndex } from '../reader.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { SHARED, schemaOf } from './generation.ts';
import { publishIndex } from './publish.ts';
import { verifyRows } from './verify-rows.ts';

const query = createQuery(INDEX_OPERATIONS);

/** Tables of rows and of one generation; `chunk` and `total_digest` have the digests of the others. */
const CELLS = `
  SELECT its.oid::regclass::text AS table, array_agg(attname::text ORDER BY attnum) AS columns,
    array_agg(format_type(atttypid, NULL) ORDER BY attnum) AS types
  FROM pg_class AS its JOIN pg_attribute ON attrelid = its.oid AND attnum > 0
  WHERE relkind = 'r' AND relnamespace::regnamespace::text = ANY ($1::text[]) AND relname NOT IN ('chunk', 'total_digest')
  GROUP BY its.oid ORDER BY 1`;

interface Table {
  table: string;
  columns: string[];
  types: string[];
}

interface Changed {
  table: string;
  column: string;
  ctid: string;
  before: string | null;
}

/** Another value of a column. */
function other(column: string, type: string): string {
  if (type === 'text') return `coalesce(${column}, '') || '!'`;
  return type === 'bytea' ? `coalesce(${column}, '') || '\\x00'` : `coalesce(${column}, 0) - 1000`;
}

describe.skipIf(WITHOUT_POSTGRES !== undefined)('rows on a server that another program changed', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let states: IndexedProjects[];
  let url: string;
  let connection: Connection;
  let published: string;
  beforeAll(async () => {
    [bridge, ...states] = await Promise.all([
      buildBridge(),
      indexProjects(),
      indexProjects(undefined, { scan: { min_nodes: 30 } }),
    ]);
    const template = await server.database();
    for (const { db } of states) await publishIndex(db, template, { patienceMs: 0, keep: { newest: 2, days: 0 } });
    published = new URL(template).pathname.slice(1);
  });
  beforeEach(async () => {
    url = await server.database(`TEMPLATE ${published}`);
    connection = await Connection.open(url);
    return () => connection.close();
  });
  afterAll(() => {
    for (const state of states ?? []) state.remove();
    bridge?.remove();
  });

  const found = async () => (await verifyRows(url))?.map(({ table }) => table).sort();
  const nameOf = (table: string) => table.replace(`${SHARED}.`, '');

  async function change({ table, columns, types }: Table, row: number, column: number): Promise<Changed | undefined> {
    const at = column % columns.length;
    const [name = '', type = ''] = [columns[at], types[at]];
    const [its] = await connection.query<{ ctid: string; before: string | null }>(
      `SELECT ctid::text, ${name}::text AS before FROM ${table} ORDER BY ctid
      OFFSET $1::bigint % greatest((SELECT count(*) FROM ${table}), 1) LIMIT 1`,
      [row],
    );
    if (its === undefined) return undefined;
    const [changed] = await connection.query<{ ctid: string }>(
      `UPDATE ${table} SET ${name} = ${other(name, type)} WHERE ctid = $1::text::tid RETURNING ctid::text`,
      [its.ctid],
    );
    return { table, column: name, ctid: changed?.ctid ?? '', before: its.before };
  }

  it('are found in each table, in any cell, of each generation', async () => {
    const tables = await connection.query<Table>(CELLS, [[SHARED, schemaOf(1), schemaOf(2)]]);
    const types = new Map(
      tables.flatMap((its) => its.columns.map((name, at) => [`${its.table}.${name}`, its.types[at]])),
    );
    expect(await found()).toEqual([]);
    const cell = fc.tuple(fc.nat(), fc.nat());
    const cells = fc.array(cell, { minLength: tables.length, maxLength: tables.length });
    await fc.assert(
      fc.asyncProperty(cells, async (chosen) => {
        const all: Changed[] = [];
        for (const [at, table] of tables.entries()) {
          const [row = 0, column = 0] = chosen[at] ?? [];
          all.push(...[await change(table, row, column)].filter((its) => its !== undefined));
        }
        expect(all.length).toBeGreaterThan(50);
        // The row of `snapshot` is compared with the generation too.
        const expected = new Set(all.map(({ table }) => nameOf(table)));
        const reported = (await found())?.filter((table) => !table.startsWith('analyzer.'));
        expect(reported).toEqual([...expected].sort());
        for (const { table, column, ctid, before } of all) {
          const type = types.get(`${table}.${column}`);
          const sql = `UPDATE ${table} SET ${column} = $1::text::${type} WHERE ctid = $2::text::tid`;
          await connection.query(sql, [before, ctid]);
        }
        expect(await found()).toEqual([]);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  it.each([
    [`DELETE FROM ${SHARED}.node WHERE ctid = (SELECT min(ctid) FROM ${SHARED}.node)`, ['node']],
    [
      `DELETE FROM ${SHARED}.chunk WHERE ctid = (SELECT min(ctid) FROM ${SHARED}.chunk WHERE table_name = 'edge')`,
      ['edge'],
    ],
    [`UPDATE ${SHARED}.chunk SET digest = '\\x00' WHERE table_name = 'name'`, ['name']],
    [`UPDATE ${SHARED}.node SET since = 2 WHERE id = 1`, ['node']],
    [`INSERT INTO ${SHARED}.full_file (file_id, since) VALUES (2, 1)`, ['full_file']],
    [`UPDATE ${schemaOf(1)}.total_digest SET digest = '0' WHERE name = 'path_part'`, [`${schemaOf(1)}.path_part`]],
    // Not compared: the times of both tables, and `content`, which only decides whether a queue publishes again.
    [`UPDATE analyzer.generation SET snapshot_id = 'x' WHERE number = 1`, ['analyzer.generation']],
    [`UPDATE analyzer.current SET snapshot_id = 'x'`, ['analyzer.current']],
    [`UPDATE analyzer.current SET generation = 1`, ['analyzer.current']],
  ])('are found: %s', async (sql, tables) => {
    await connection.query(sql);
    expect(await found()).toEqual(tables);
  });

  it.each([
    ['clones', {}, `UPDATE ${SHARED}.group_detail SET names = '{'`],
    ['clones', {}, `UPDATE ${SHARED}.clone_group SET kind = 99`],
    ['search', { text: 'retry' }, `UPDATE ${SHARED}.word_block SET data = '\\x0102'`],
    ['projects', {}, `UPDATE ${SHARED}.project SET workspaces = '['`],
    ['explore', { at: 'retry' }, `UPDATE ${SHARED}.call_block SET data = '\\x0102'`],
  ])('answer %s with the remedy if nothing can be read: %s %s', async (operation, params, sql) => {
    await connection.query(sql);
    const reader = await openIndex(url, { bridge: bridge.path });
    try {
      const outcome = query(reader, { schema: 'analyzer.request.v1', operation, params });
      const hint = expect.stringContaining('workspace verify');
      expect(outcome).toMatchObject({ error: { code: 'unreadable', hint } });
    } finally {
      reader.close();
    }
  });
});
