import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IndexReader } from '#index/port.ts';
import { type BridgeFixture, buildBridge } from '#index/postgres/bridge/bridge-fixture.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import { openIndex } from '#index/reader.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import type { Plan } from '../plan/model.ts';
import { completeConfig, DEFAULT_OPTIONS } from '../plan/options.ts';
import { planOf } from '../plan/plan.ts';
import { configSkeleton } from '../plan/skeleton.ts';
import { indexedCopies } from './indexed-copies.ts';

const CONFIG = completeConfig(configSkeleton('billing', ['admin', 'billing', 'reports', 'shop']));

describe.skipIf(WITHOUT_POSTGRES !== undefined)('the copies of a plan', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let onServer: IndexReader;
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexProjects()]);
    const url = await server.database();
    await publishIndex(await indexed.laidOut(), url, { patienceMs: 0 });
    onServer = await openIndex(url, { bridge: bridge.path });
  });
  afterAll(() => {
    onServer?.close();
    indexed?.remove();
    bridge?.remove();
  });

  /** What an index says about each copy of a plan, and about one that moved and one that is gone; without integer ids. */
  function copiesIn(reader: IndexReader, { families, ...plan }: Plan): unknown[] {
    return reader.read((snapshot) => {
      const current = indexedCopies(snapshot, { families, ...plan });
      return families.map((family) => {
        const found = family.occurrences.map((copy) => current.copyOf(copy, family));
        const [first] = family.occurrences;
        const elsewhere = first && [
          current.copyOf({ ...first, path: 'gone.py' }, family),
          current.copyOf({ ...first, qualified_name: 'gone' }, family),
        ];
        const related = current.related(found.flatMap((copy) => copy ?? []));
        return [found, elsewhere, related, current.familyOf(family.family_id)?.group_ids].map(withoutNodes);
      });
    });
  }

  test('are the same in a file and on a server', () => {
    const plan = indexed.reader.read((snapshot) => planOf(snapshot, CONFIG, DEFAULT_OPTIONS));
    const expected = copiesIn(indexed.reader, plan);
    expect(expected.length).toBeGreaterThan(2);
    expect(JSON.stringify(expected)).toContain('"digest"');
    expect(copiesIn(onServer, plan)).toEqual(expected);
  });
});

/** The integer ids of a published index have gaps. */
function withoutNodes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (key, its) => (key === 'node' ? undefined : its)));
}
