import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphNdjson } from '#export/graph/write-graph.ts';
import { contentOf, forge } from '#index/fixture.ts';
import type { IndexReader } from '#index/port.ts';
import { OF_GROUP, OF_NODE, QUESTIONS } from '#index/postgres/questions-fixture.ts';
import { openIndex } from '#index/reader.ts';
import { STORED_TABLES } from '#index/stored/stored-tables.ts';
import { context } from '#packet/context.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { INDEX_OPERATIONS } from '#query/operations.ts';
import { createQuery } from '#query/query.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { exported, imported } from './fixture.ts';

const query = createQuery([...INDEX_OPERATIONS, context]);

let indexed: IndexedProjects;
beforeAll(async () => {
  indexed = await indexProjects();
  await indexed.reindex({
    'shop/src/\ufeffünï\t.ts': 'export function total(a, b) { return a.map((x) => x + b); }\n',
    'shop/src/once.js': 'export const once = (a, b) => a.map((x) => x + b);\n',
    'shop/src/twice.js': 'export const once = (a, b) => a.map((x) => x + b);\n',
    'shop/LICENSE': 'Free.\n',
    'shop/analyzer.contracts.yaml': 'version: "1"\ncontracts:\n  - scope: project\n    intent: Sell things.\n',
  });
});
afterAll(() => indexed?.remove());

test('an imported index has the rows of the exported one, and is exported with equal bytes', async () => {
  const folder = await exported(indexed.db);
  const db = await imported(folder);
  const content = await contentOf(indexed.db);
  expect(content.element_copy?.length).toBeGreaterThan(0);
  expect(await contentOf(db)).toEqual(content);
  const again = await exported(db);
  expect(readdirSync(join(folder, 'tables')).length).toBe(STORED_TABLES.length);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    expect([path, readFileSync(path.replace(folder, again)).equals(readFileSync(path))]).toEqual([path, true]);
  }
});

test('an imported index answers as the exported one', async () => {
  const readers = [await openIndex(indexed.db), await openIndex(await imported(await exported(indexed.db)))] as const;
  const both = (operation: string, params: object): string => {
    const ask = (reader: IndexReader) =>
      JSON.stringify(query(reader, { schema: 'analyzer.request.v1', operation, params }));
    const expected = ask(readers[0]);
    expect(ask(readers[1])).toBe(expected);
    return expected;
  };
  try {
    const all = Object.entries(QUESTIONS).flatMap(([operation, list]) => list.map((params) => both(operation, params)));
    const ids = (pattern: RegExp) => [...new Set(all.join().match(pattern))];
    const [groups, nodes] = [ids(/g_[0-9a-f]{20}/g), ids(/n_[0-9a-f]{20}/g)];
    expect(Math.min(groups.length, nodes.length)).toBeGreaterThan(10);
    for (const [index, node_id] of nodes.entries()) both('neighbors', { node_id, ...OF_NODE[index % OF_NODE.length] });
    for (const group_id of groups) {
      for (const [operation, list] of Object.entries(OF_GROUP)) {
        for (const params of list) both(operation, { group_id, ...params });
      }
      both('context', { group_ids: [group_id] });
    }
    const [first, second] = readers.map((reader) => reader.read((snapshot) => [...graphNdjson(snapshot)].join('')));
    expect(second).toBe(first);
    expect(first).toContain('\ufeffünï\\t.ts');
  } finally {
    for (const reader of readers) reader.close();
  }
});

test('the export has no path of this machine', async () => {
  const folder = await exported(indexed.db);
  const above = join(indexed.db, '..');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.parquet')) expect(readFileSync(join(folder, name)).includes(above)).toBe(false);
  }
});

test('large integers, texts with any character and empty values are read as written', async () => {
  const db = join(fixtureFolder({}), 'odd.db');
  cpSync(indexed.db, db);
  const text = "char(65279) || 'a' || char(9, 10, 13, 1114111) || char(65279)";
  await forge(
    db,
    `UPDATE file SET size = 9007199254740991 WHERE id IN (SELECT id FROM file LIMIT 3);
    UPDATE file SET size = -9007199254740991, reason = '', errors = -1 WHERE id = (SELECT max(id) FROM file);
    UPDATE import SET specifier = ${text}, reason = ${text};
    UPDATE file SET sha256 = x'', tree_hash = x'00' WHERE id = (SELECT max(id) FROM file)`,
  );
  expect(await contentOf(await imported(await exported(db)))).toEqual(await contentOf(db));
});
