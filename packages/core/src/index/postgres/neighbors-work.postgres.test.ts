import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { stoppable } from '#query/answer/stop.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { neighbors } from '#query/operations/neighbors.ts';
import { nodeId } from '../keys.ts';
import type { IndexReader, Snapshot, Value } from '../port.ts';
import { openIndex } from '../reader.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { publishIndex } from './publish.ts';
import { OF_NODE } from './questions-fixture.ts';

const SIBLINGS = 2_100;
/** A plan that compares each sibling with each of the others reads 4 million rows. */
const MAX_ROWS = 20 * SIBLINGS;
/** Of a line of a plan: rows of each loop, rows that a condition removed in each, and number of loops. */
const LOOPS = /actual rows=(\d+) loops=(\d+)/;
const REMOVED = /Rows Removed by .*: (\d+)/;

describe.skipIf(WITHOUT_POSTGRES !== undefined)('neighbors of a function with 2,100 siblings', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let reader: IndexReader;
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexProjects()]);
    const many = Array.from({ length: SIBLINGS }, (_, n) => `function many${n}() {}\n`).join('');
    await indexed.reindex({ 'shop/src/many.js': many });
    const url = await server.database();
    await publishIndex(indexed.db, url, { patienceMs: 0 });
    reader = await openIndex(url, { bridge: bridge.path });
  });
  afterAll(async () => {
    reader?.close();
    indexed?.remove();
    bridge?.remove();
  });

  it.each(OF_NODE.map((params) => [JSON.stringify(params), params] as const))('reads few rows: %s', (_, params) => {
    const rows = reader.read((snapshot) => {
      const node = snapshot.first(
        "SELECT key FROM node JOIN name ON name.id = name_id WHERE text = 'many1000'",
        [],
        (row) => nodeId(row.bytes('key')),
      );
      const sent: [string, readonly Value[]][] = [];
      const prepared = neighbors.prepare({ node_id: node, ...params });
      if ('errors' in prepared) throw new Error(JSON.stringify(prepared.errors));
      prepared.answer(recording(snapshot, sent), {});
      return sent.map(([sql, values]) => rowsOf(snapshot, sql, values));
    });
    expect(rows.length).toBeGreaterThan(2);
    expect(Math.max(...rows)).toBeLessThan(MAX_ROWS);
  });
});

function recording(snapshot: Snapshot, sent: [string, readonly Value[]][]): Snapshot {
  return {
    ...stoppable(snapshot, {}),
    all(sql, values, read) {
      sent.push([sql, values]);
      return snapshot.all(sql, values, read);
    },
    first(sql, values, read) {
      sent.push([sql, values]);
      return snapshot.first(sql, values, read);
    },
  };
}

/** The rows that all steps of the plan of a statement read. */
function rowsOf(snapshot: Snapshot, sql: string, values: readonly Value[]): number {
  const explain = `EXPLAIN (ANALYZE, TIMING OFF) ${sql}`;
  let total = 0;
  let loops = 1;
  for (const line of snapshot.all(explain, values, (row) => row.text('QUERY PLAN'))) {
    const step = LOOPS.exec(line);
    const removed = REMOVED.exec(line);
    if (step !== null) {
      loops = Number(step[2]);
      total += Number(step[1]) * loops;
    } else if (removed !== null) total += Number(removed[1]) * loops;
  }
  return total;
}
