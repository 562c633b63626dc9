import { describe, expect, it } from 'vitest';
import { Connection } from '../connect.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '../postgres-fixture.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

describe.skipIf(WITHOUT_POSTGRES !== undefined)('migrations', () => {
  const server = sharedPostgres();

  it('have numbers without gaps', () => {
    expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  it('run once, also when several programs start them', async () => {
    const url = await server.database();
    const connections = await Promise.all([1, 2, 3, 4].map(() => Connection.open(url)));
    const [first] = connections;
    if (first === undefined) throw new Error('no connection');
    await Promise.all(connections.map((one) => migrate(one)));
    const applied = await first.query<{ number: number }>('SELECT number FROM analyzer.migration ORDER BY number');
    expect(applied.map(({ number }) => number)).toEqual(MIGRATIONS.map(({ number }) => number));
    await Promise.all(connections.map((one) => one.close()));
  });

  it('remove the groups of an earlier queue, and keep its jobs and projects', async () => {
    const connection = await Connection.open(await server.database());
    await migrate(connection, MIGRATIONS.slice(0, 7));
    await connection.query(`
      INSERT INTO analyzer.job (key, label, source, revision, versions, options, state)
      VALUES ('k', 'api', '/api', '1', 'v', '{}', 'ready');
      INSERT INTO analyzer.project (label, source, job_id) SELECT label, source, id FROM analyzer.job;
      CREATE TABLE analyzer.copies_project (label text COLLATE "C" PRIMARY KEY);
      INSERT INTO analyzer.copies_project VALUES ('api')`);
    await migrate(connection);
    expect(await connection.query("SELECT to_regclass('analyzer.copies_project') AS found")).toEqual([{ found: null }]);
    expect(await connection.query('SELECT label, state FROM analyzer.project JOIN analyzer.job USING (label)')).toEqual(
      [{ label: 'api', state: 'ready' }],
    );
    await connection.close();
  });

  it('leave nothing of one that fails', async () => {
    const connection = await Connection.open(await server.database());
    const broken = { number: MIGRATIONS.length + 1, name: 'broken', sql: 'CREATE TABLE analyzer.half (); SELECT 1/0' };
    await expect(migrate(connection, [...MIGRATIONS, broken])).rejects.toThrow('division by zero');
    expect(await connection.query("SELECT to_regclass('analyzer.half') AS found")).toEqual([{ found: null }]);
    await migrate(connection);
    expect(await connection.query('SELECT max(number) AS last FROM analyzer.migration')).toEqual([
      { last: MIGRATIONS.length },
    ]);
    await connection.close();
  });

  it('refuse a database of a newer version', async () => {
    const connection = await Connection.open(await server.database());
    await migrate(connection);
    await connection.query(`INSERT INTO analyzer.migration VALUES (${MIGRATIONS.length + 1}, 'future')`);
    const refusal = { code: 'unusable_index', message: expect.stringContaining('newer version') };
    await expect(migrate(connection)).rejects.toMatchObject(refusal);
    await connection.close();
  });
});
