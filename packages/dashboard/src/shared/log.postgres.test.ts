import { Connection } from '@analyzer/core/postgres/connect.ts';
import { startPostgres, WITHOUT_POSTGRES } from '@analyzer/core/postgres/postgres-fixture.ts';
import { expect, it } from 'vitest';
import { PostgresLog } from './postgres-log.ts';

it.skipIf(WITHOUT_POSTGRES !== undefined)('needs only the permissions that the documentation names', async () => {
  const postgres = await startPostgres();
  try {
    const url = new URL(await postgres.database());
    const owner = await Connection.open(url.href);
    const database = url.pathname.slice(1);
    for (const [name, grant] of [
      ['creator', `GRANT CREATE ON DATABASE ${database} TO creator`],
      ['writer', ''],
    ]) {
      await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x'; ${grant}`);
    }
    await owner.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    const as = (name: string): string => {
      [url.username, url.password] = [name, 'x'];
      return url.href;
    };
    const creator = new PostgresLog(as('creator'));
    expect(await creator.open('aaaaaaaaaaaa')).toBe(0);
    await creator.add([{ seq: 4, at: null, cut: 0, raw: Buffer.from('{"type":"PASS"}') }]);
    await owner.query(
      'GRANT USAGE ON SCHEMA analyzer TO writer; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA analyzer TO writer',
    );
    const writer = new PostgresLog(as('writer'));
    await writer.open('bbbbbbbbbbbb');
    expect(await writer.act({ kind: 'acknowledge', service: 's', given: null, by: 'me' })).toBe(1);
    const { entries, cursor } = await writer.read('', 10);
    expect(entries).toMatchObject([
      { kind: 'event', event: { seq: 4, at: null } },
      { kind: 'action', seq: 1 },
    ]);
    expect(await writer.read(cursor, 10)).toEqual({ entries: [], cursor });
    await Promise.all([creator.close(), writer.close(), owner.close()]);
  } finally {
    await postgres.remove();
  }
});

it.skipIf(WITHOUT_POSTGRES !== undefined)('reads entries by the numbers of their transactions', async () => {
  const postgres = await startPostgres();
  try {
    const url = await postgres.database();
    const log = new PostgresLog(url);
    await log.open('aaaaaaaaaaaa');
    const connection = await Connection.open(url);
    const xids = [100, 9, 10, 99, 8];
    for (const xid of xids) {
      await connection.query(
        `INSERT INTO analyzer.event (instance, kind, seq, xid, cut, body) VALUES ('bbbbbbbbbbbb', 0, ${xid}, '${xid}', 0, '{}')`,
      );
    }
    const read: number[] = [];
    for (let cursor = ''; read.length < xids.length; ) {
      const page = await log.read(cursor, 2);
      read.push(...page.entries.map((entry) => (entry.kind === 'event' ? entry.event.seq : Number.NaN)));
      cursor = page.cursor;
    }
    expect(read).toEqual([8, 9, 10, 99, 100]);
    const { entries } = await log.read(await log.newest(2), 10);
    expect(entries).toMatchObject([{ event: { seq: 99 } }, { event: { seq: 100 } }]);
    await Promise.all([log.close(), connection.close()]);
  } finally {
    await postgres.remove();
  }
});
