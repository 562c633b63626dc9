import type { ChangesData } from '@analyzer/contracts/query/changes.data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IndexReader } from '#index/port.ts';
import { changes } from '../operations/changes.ts';
import { createQuery, type Outcome } from '../query.ts';
import { indexTwice } from './changes-fixture.ts';

const query = createQuery([changes]);

let indexed: Awaited<ReturnType<typeof indexTwice>>;
beforeAll(async () => {
  indexed = await indexTwice();
});
afterAll(() => {
  indexed.before.remove();
  indexed.now.remove();
});

function ask(params: object, since: IndexReader = indexed.before.reader): Outcome {
  const caller = { readEarlier: since.read.bind(since) };
  return query(indexed.now.reader, { schema: 'analyzer.request.v1', operation: 'changes', params }, { caller });
}

function answer(params: object, since?: IndexReader): ChangesData {
  const outcome = ask(params, since);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return JSON.parse(JSON.stringify(outcome.ok.data));
}

const shown = ({ items }: ChangesData) =>
  items.map(({ change, node, before: earlier, target, cycle, group }) =>
    [
      change,
      node && `${node.project}/${node.path}${node.qualified_name ? `#${node.qualified_name}` : ''}`,
      earlier && `from ${earlier.path}`,
      target && `to ${target.path}`,
      cycle && `${cycle.kind} ${cycle.paths.join(' ')}`,
      group && `${group.kind} ${group.copies_before ?? ''} ${group.copies}`,
    ]
      .filter((one) => one !== undefined)
      .join(' '),
  );

test('changes lists declarations that were added, removed, edited and moved, and those of a removed project', () => {
  const data = answer({ kind: 'declaration' });
  expect(shown(data)).toEqual([
    'removed old/o.ts#o',
    'changed shop/src/a.ts#edited from src/a.ts',
    'removed shop/src/b.ts#gone',
    'moved shop/src/c.ts#b from src/b.ts',
    'added shop/src/c.ts#fresh',
  ]);
  expect(data.declarations).toEqual({ added: 1, removed: 2, changed: 1, moved: 1 });
});

test('changes lists imports, cycles and groups that were added, removed or changed', () => {
  expect(shown(answer({ kind: 'import' }))).toEqual([
    'removed shop/src/a.ts to src/b.ts',
    'added shop/src/a.ts to src/c.ts',
    'added shop/src/c.ts to src/a.ts',
  ]);
  expect(shown(answer({ kind: 'cycle' }))).toEqual(['added load src/a.ts src/c.ts']);
  expect(shown(answer({ kind: 'group' }))).toEqual(['changed shop/src/a.ts#kept near 3 4']);
});

test('changes of all kinds has pages, and the filters change and project', () => {
  const all = answer({});
  expect(all.page.total).toBe(all.items.length);
  const pages = [0, 4, 8, 12].map((offset) => answer({ offset, limit: 4 }).items);
  expect(pages.flat()).toEqual(all.items.slice(0, 16));
  expect(shown(answer({ change: 'moved' }))).toEqual(['moved shop/src/c.ts#b from src/b.ts']);
  expect(shown(answer({ project: 'old' }))).toEqual(['removed old/o.ts#o']);
  expect(answer({ project: 'tool' }).items).toEqual([]);
});

test('changes against the same index is empty', () => {
  expect(answer({}, indexed.now.reader)).toMatchObject({ items: [], page: { total: 0 } });
});

test('changes without an earlier index, and of an unknown project, is not_found with a remedy', () => {
  const request = { schema: 'analyzer.request.v1', operation: 'changes' };
  const hint = expect.stringContaining('--since');
  expect(query(indexed.now.reader, request)).toMatchObject({ error: { code: 'not_found', hint } });
  expect(ask({ project: 'shp' })).toMatchObject({ error: { code: 'not_found', hint: 'Did you mean shop?' } });
});
