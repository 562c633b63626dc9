import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery } from '../query.ts';

const query = createQuery(INDEX_OPERATIONS);
let indexed: IndexedProjects;
beforeAll(async () => {
  indexed = await indexProjects();
});
afterAll(() => indexed.remove());

function ask(operation: string, params: object): unknown {
  const outcome = query(indexed.reader, { schema: 'analyzer.request.v1', operation, params });
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

/** `name path:line` of callers or callees. */
function linksOf(occurrence: object, side: string): string[] {
  const items: object[] = Reflect.get(Object(Reflect.get(occurrence, side)), 'items');
  return items.map((item) => {
    const { node, line } = Object(item);
    return `${node.qualified_name} ${node.path}:${line}`;
  });
}

test('a block at the top of a file has the imports of the file, and the calls of the functions in it', () => {
  const { items } = Object(ask('clones', { kind: 'block', language: 'typescript' }));
  const { occurrences } = Object(ask('evidence', { group_id: items[0].group_id }));
  expect(occurrences).toHaveLength(2);
  const [admin, shop] = occurrences;
  expect(admin).toMatchObject({ node: { kind: 'file', project: 'admin', path: 'src/retry.ts' } });
  expect(admin.imports).toMatchObject({
    items: [{ specifier: './sleep', names: ['sleep'], path: 'src/sleep.ts' }],
    omitted: 0,
    of_file: true,
  });
  expect(linksOf(admin, 'callers')).toEqual(['loadOrders src/orders.js:9']);
  expect(linksOf(admin, 'callees')).toEqual(['sleep src/sleep.ts:14']);
  expect(linksOf(shop, 'callers')).toEqual([]);
  expect(linksOf(shop, 'callees')).toEqual(['sleep src/sleep.ts:14']);
});
