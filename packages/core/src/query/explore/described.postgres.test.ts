import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Bridge } from '#index/postgres/bridge/bridge.ts';
import { type BridgeFixture, buildBridge } from '#index/postgres/bridge/bridge-fixture.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import { openIndex } from '#index/reader.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { explore } from '../operations/explore.ts';
import { impact } from '../operations/impact.ts';

describe.skipIf(WITHOUT_POSTGRES !== undefined)('lists of a subject on a server', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let url: string;
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexProjects()]);
    url = await server.database();
    await publishIndex(indexed.db, url, { patienceMs: 0 });
  });
  afterAll(() => {
    indexed?.remove();
    bridge?.remove();
  });

  it.each([explore, impact])('describes the nodes of all lists by one statement: $name', async (operation) => {
    const runAll = vi.spyOn(Bridge.prototype, 'runAll');
    const reader = await openIndex(url, { bridge: bridge.path });
    try {
      const prepared = operation.prepare({ at: 'retry' });
      if ('errors' in prepared) throw new Error(JSON.stringify(prepared.errors));
      const data = Object(reader.read((snapshot) => prepared.answer(snapshot, {})));
      expect([data.callers.items, data.copies.items].map(({ length }) => length)).not.toContain(0);
      const sent = runAll.mock.calls.flatMap(([statements]) => statements.map(({ sql }) => sql));
      expect(sent.filter((sql) => sql.includes('described_node.*'))).toHaveLength(1);
    } finally {
      reader.close();
      runAll.mockRestore();
    }
  });
});
