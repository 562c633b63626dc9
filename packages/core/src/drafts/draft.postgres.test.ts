import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexReader } from '#index/port.ts';
import { type BridgeFixture, buildBridge } from '#index/postgres/bridge/bridge-fixture.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import { openIndex } from '#index/reader.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { clones } from '#query/operations/clones.ts';
import { createQuery } from '#query/query.ts';
import { draft } from './draft.ts';
import { evidence } from './evidence.ts';
import { OTHER, SHOP } from './fixture.ts';

const query = createQuery([draft, evidence, clones]);

describe.skipIf(WITHOUT_POSTGRES !== undefined)('an index on a server', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let onServer: IndexReader;
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexProjects()]);
    await indexed.reindex({ 'billing/app/__init__.py': '', 'billing/app/a.py': SHOP, 'billing/app/b.py': OTHER });
    const url = await server.database();
    await publishIndex(indexed.db, url, { patienceMs: 0 });
    onServer = await openIndex(url, { bridge: bridge.path });
  });
  afterAll(() => {
    onServer?.close();
    indexed?.remove();
    bridge?.remove();
  });

  it('knows the same of all groups as a file', async () => {
    const local = await openIndex(indexed.db);
    const ask = (reader: IndexReader, operation: string, params: object) =>
      query(reader, { schema: 'analyzer.request.v1', operation, params }, { caller: { completesSource: true } });
    const listed = JSON.stringify(ask(local, 'clones', { limit: 200, contained: true }));
    const ids = new Set(listed.match(/g_[0-9a-f]{20}/g));
    expect(ids.size).toBeGreaterThan(5);
    const unwritten = new Set<string>();
    for (const group_id of ids) {
      for (const operation of ['draft', 'evidence']) {
        for (const include_source of [false, true]) {
          const expected = JSON.stringify(ask(local, operation, { group_id, include_source }));
          const found = JSON.stringify(ask(onServer, operation, { group_id, include_source }));
          expect(found).toBe(expected);
          if (expected.includes('"unwritten')) unwritten.add(operation);
        }
      }
    }
    expect([...unwritten].sort()).toEqual(['draft', 'evidence']);
    local.close();
  });
});
