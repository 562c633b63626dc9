import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexReader } from '#index/port.ts';
import { type BridgeFixture, buildBridge } from '#index/postgres/bridge/bridge-fixture.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import { openIndex } from '#index/reader.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { changes } from '../operations/changes.ts';
import { createQuery } from '../query.ts';
import { indexTwice } from './changes-fixture.ts';

const query = createQuery([changes]);

describe.skipIf(WITHOUT_POSTGRES !== undefined)('two indexes on a server', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: Awaited<ReturnType<typeof indexTwice>>;
  let onServer: { before: IndexReader; now: IndexReader };
  const published = async (file: string): Promise<IndexReader> => {
    const url = await server.database();
    await publishIndex(file, url, { patienceMs: 0 });
    return openIndex(url, { bridge: bridge.path });
  };
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexTwice()]);
    onServer = { before: await published(indexed.before.db), now: await published(indexed.now.db) };
  });
  afterAll(() => {
    onServer?.before.close();
    onServer?.now.close();
    indexed?.before.remove();
    indexed?.now.remove();
    bridge?.remove();
  });

  it('have the same changes as two files, and as a file and a server', () => {
    const { before, now } = indexed;
    for (const params of [{}, { limit: 3, offset: 2 }, { kind: 'import' }, { project: 'shop', change: 'added' }]) {
      const request = { schema: 'analyzer.request.v1', operation: 'changes', params };
      const asked = (reader: IndexReader, since: IndexReader) =>
        JSON.stringify(query(reader, request, { caller: { readEarlier: since.read.bind(since) } }));
      const expected = asked(now.reader, before.reader);
      expect(expected).toContain('"items":[{');
      expect(asked(onServer.now, onServer.before)).toBe(expected);
      expect(asked(onServer.now, before.reader)).toBe(expected);
    }
  });
});
