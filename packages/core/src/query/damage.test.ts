import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseByRankAndScore } from '#export/choose-groups.ts';
import { graphJson, graphNdjson } from '#export/graph/write-graph.ts';
import { buildMap } from '#export/map/export-map.ts';
import { readView } from '#export/read-view.ts';
import { openIndex } from '#index/reader.ts';
import { renderWorkspaceDot } from '#render/workspace/dot.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { packed } from '../../../web/src/map/embed.ts';
import { problemOf } from './answer/problem.ts';
import { type IndexedProjects, indexProjects } from './fixture.ts';
import { INDEX_OPERATIONS } from './operations.ts';
import { createQuery } from './query.ts';

const query = createQuery(INDEX_OPERATIONS);

let indexed: IndexedProjects;
let intact: Buffer;
let whole: string;
/** Ids that `members`, `evidence` and `neighbors` need. */
let ids: { group_id: string; node_id: string };

beforeAll(async () => {
  indexed = await indexProjects();
  intact = readFileSync(indexed.db);
  const { reader } = indexed;
  const idOf = (operation: string, member: string): string => {
    const outcome = query(reader, { schema: 'analyzer.request.v1', operation });
    const { items } = JSON.parse(JSON.stringify('ok' in outcome ? outcome.ok.data : {}));
    return items[0][member];
  };
  ids = { group_id: idOf('clones', 'group_id'), node_id: idOf('projects', 'node_id') };
  whole = await everything();
});
afterAll(() => indexed.remove());

/** The answers of all operations and all exports, or the code of the error of the first that fails. */
async function everything(): Promise<string> {
  try {
    const reader = await openIndex(indexed.db);
    try {
      const answers = INDEX_OPERATIONS.map(({ name, params }) => {
        const { at, ...named } = params.properties;
        const its = Object.entries(ids).filter(([id]) => at !== undefined && id in named);
        const subject = params.required?.includes('at') ? { at: 'retry' } : {};
        const sides = params.required?.includes('a') ? { a: 'billing', b: 'reports' } : {};
        const text = params.required?.includes('text') ? { text: 'retry amount' } : {};
        const given = { ...subject, ...sides, ...text, ...Object.fromEntries(its) };
        return query(reader, { schema: 'analyzer.request.v1', operation: name, params: given });
      });
      const failed = answers.flatMap((outcome) => ('error' in outcome ? [outcome.error.code] : []));
      if (failed[0] !== undefined) return failed[0];
      const { snapshot, close } = reader.open();
      const map = await buildMap(snapshot, {
        page: { size: 0, packed, withData: () => '' },
        limit: 200,
        created: '',
        analyzer: '',
      });
      const exported = [
        ...graphJson(snapshot),
        ...graphNdjson(snapshot),
        ...renderWorkspaceDot(readView(snapshot, chooseByRankAndScore(snapshot, 50), 50)),
      ];
      close();
      return JSON.stringify([answers, map, exported.join('')]);
    } finally {
      reader.close();
    }
  } catch (error) {
    return problemOf(error).code;
  }
}

test('all operations and exports answer', () => {
  expect(whole).toMatch(/^\[/);
  for (const { name } of INDEX_OPERATIONS) expect(whole).toContain(`"operation":"${name}"`);
});

test('an index that is damaged anywhere gives no answer: it is unusable, in every operation and export', async () => {
  const position = fc.oneof(
    fc.nat(intact.length - 1),
    fc.nat(200),
    fc.nat(199).map((n) => intact.length - 1 - n),
  );
  const length = fc.oneof(fc.constantFrom(1, 512, 4096), fc.integer({ min: 1, max: 20_000 }));
  const damaged = fc.oneof(
    fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
      const bytes = Buffer.from(intact);
      bytes[at] = (bytes[at] ?? 0) ^ mask;
      return bytes;
    }),
    position.filter((end) => end > 0).map((end) => intact.subarray(0, end)),
    fc
      .tuple(position, length, fc.constantFrom(0, 0xff, 0xa5))
      .map(([at, n, value]) => Buffer.from(intact).fill(value, at, Math.min(at + n, intact.length))),
    fc.tuple(position, position, length).map(([from, to, n]) => {
      const bytes = Buffer.from(intact);
      intact.copy(bytes, to, from, Math.min(from + n, intact.length));
      return bytes;
    }),
    fc.uint8Array({ minLength: 1, maxLength: 5000 }).map((more) => Buffer.concat([intact, more])),
  );
  await fc.assert(
    fc.asyncProperty(damaged, async (bytes) => {
      writeFileSync(indexed.db, bytes);
      expect(await everything()).toBe(bytes.equals(intact) ? whole : 'unusable_index');
    }),
    { numRuns: searchRuns(600) },
  );
  writeFileSync(indexed.db, intact);
  expect(await everything()).toBe(whole);
}, 60_000);
