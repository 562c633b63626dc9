import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexedProject } from '#conformance/indexed-project.ts';
import { chooseByRankAndScore, chooseForMap } from '#export/choose-groups.ts';
import { graphNdjson } from '#export/graph/write-graph.ts';
import { exportMap } from '#export/map/export-map.ts';
import { readView } from '#export/read-view.ts';
import { chooseForList } from '#index/lists/listed-groups.ts';
import { LIST_CLASSES } from '#lists/list-classes.ts';
import { context } from '#packet/context.ts';
import { Connection } from '#postgres/connect.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects, PROJECTS } from '#query/fixture.ts';
import { INDEX_OPERATIONS } from '#query/operations.ts';
import { createQuery } from '#query/query.ts';
import { writeFiles } from '#tree/fixture-folder.ts';
import { commitAll } from '#tree/git/git-fixture.ts';
import { storedBlocks, unpacked } from '../element-files.ts';
import { forge } from '../fixture.ts';
import { readOverview } from '../overview.ts';
import type { IndexReader, Snapshot } from '../port.ts';
import { openIndex } from '../reader.ts';
import { verifyRoot } from '../root/stored-root.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { createNodeTotals, NODE_TOTALS } from './node-totals.ts';
import { publishIndex } from './publish.ts';
import { OF_GROUP, OF_NODE, OF_SUBJECT, QUESTIONS } from './questions-fixture.ts';
import { GROUP_TOTALS } from './totals.ts';

const query = createQuery([...INDEX_OPERATIONS, context]);

const FORKED = Array.from({ length: 4 }, (_, at) => {
  const lines = Array.from(
    { length: 10 },
    (__, line) => `  const value${line} = read(key, ${at * 10 + line}) ?? key.size;\n`,
  );
  return `export function forked${at}(key) {\n${lines.join('')}  return [value0, value9];\n}\n`;
}).join('');

/** Commits a fix of one of two copies in a project. */
function commitHistory(folder: string): void {
  const lines = (guard: string) =>
    `def put(store, key, value):\n    encoded = store.encode(key)\n${guard}    found = store.lookup(encoded, value)\n${Array.from(
      { length: 6 },
      (_, n) => `    store.add(found, "${n}", encoded)\n`,
    ).join('')}    return found\n`;
  writeFiles(folder, { 'tools/one.py': lines(''), 'tools/two.py': lines('') });
  commitAll(folder);
  writeFiles(folder, { 'tools/one.py': lines('    if not encoded:\n        raise ValueError("key")\n') });
  commitAll(folder);
}

describe.skipIf(WITHOUT_POSTGRES !== undefined)('an index on a server', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  /** The published file: ids have gaps, other than in `indexed`. */
  let laidOut: IndexReader;
  let onServer: IndexReader;
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexProjects(PROJECTS, { history: true })]);
    commitHistory(join(dirname(indexed.db), 'projects/shop'));
    await indexed.reindex({
      // Longer than a key of an index.
      'shop/src/long.ts': `export function ${'long'.repeat(1000)}() { return 1; }\n`,
      'shop/LICENSE': 'Free.\n',
      // A relation of three files in two projects.
      'shop/src/forked.js': FORKED,
      'shop/src/other/forked.js': `${FORKED}export const other = 1;\n`,
      'admin/src/forked.js': FORKED,
      // A file passes on what two others declare.
      'shop/src/passed/one.js': 'export function passedOn() { return 1; }\n',
      'shop/src/passed/two.js': 'export function passedToo() { return 2; }\n',
      'shop/src/passed/index.js': "export * from './one.js';\nexport * from './two.js';\n",
      'shop/src/passed/user.js': "import { passedOn, passedToo } from './index.js';\npassedOn(passedToo());\n",
      'shop/analyzer.contracts.yaml': CONTRACTS,
    });
    // Characters with a meaning in COPY, and the one that escapes.
    const special = "'a' || char(9) || '\\t' || char(10) || char(13) || '\\.' || char(1114111)";
    const published = await indexed.laidOut();
    for (const db of [indexed.db, published]) await forge(db, `UPDATE import SET specifier = ${special} WHERE seq = 0`);
    // Its own order of texts is not that of bytes.
    const url = await server.database("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'");
    await publishIndex(published, url, { patienceMs: 0 });
    onServer = await openIndex(url, { bridge: bridge.path });
    [laidOut, indexed.reader] = [await openIndex(published), await openIndex(indexed.db)];
  });
  afterAll(async () => {
    onServer?.close();
    laidOut?.close();
    indexed?.remove();
    bridge?.remove();
  });

  /** Asks both indexes. */
  const both = (operation: string, params: object): unknown => {
    const request = { schema: 'analyzer.request.v1', operation, params };
    const expected = query(indexed.reader, request);
    expect(JSON.stringify(query(onServer, request)), JSON.stringify(request)).toBe(JSON.stringify(expected));
    if ('error' in expected) throw new Error(expected.error.message);
    return expected.ok.data;
  };

  /** Reads the index of the server and the file that was published, whose internal ids are the same. */
  const same = <T>(read: (snapshot: Snapshot) => T): T => {
    const expected = laidOut.read(read);
    expect(onServer.read(read)).toEqual(expected);
    return expected;
  };

  const ids = (operation: string, params: object, id: RegExp): string[] =>
    [...new Set(JSON.stringify(both(operation, params)).match(id))].sort();

  it.each(Object.entries(QUESTIONS))('answers as a file: %s', (operation, list) => {
    for (const params of list) both(operation, params);
  });

  it('answers as a file: importers of a file that another one passes on', () => {
    const { imported_by: importers } = Object(both('explore', { at: 'src/passed/one.js' }));
    expect(JSON.stringify(importers)).toContain('src/passed/user.js');
  });

  it('answers as a file: relations of two projects', () => {
    expect(both('relations', { at: 'src/other/forked.js', max_places: 1 })).toMatchObject({
      items: [
        {
          kind: 'file-family',
          sides: [{ project: 'admin' }, { project: 'shop' }, { project: 'shop', path: 'src/other/forked.js' }],
          pairs: [{ equal_lines: 48 }],
          more_pairs: 1,
        },
      ],
    });
    expect(both('summary', {})).toMatchObject({ relations: { total: 1 } });
  });

  it('answers as a file: ages of copies and a change that missed one', () => {
    const missed = both('missed', { project: 'shop' });
    expect(missed).toMatchObject({ items: [{ target: { project: 'shop', path: 'tools/two.py' } }] });
    const [group_id] = ids('clones', { path: '/tools/two.py', kind: 'near' }, /g_[0-9a-f]{20}/g);
    for (const operation of ['members', 'evidence']) {
      expect(both(operation, { group_id })).toMatchObject({ age: { together: 0, apart: 1, differ: true } });
    }
    expect(both('summary', {})).toMatchObject({ history: { missed: 1 } });
  });

  it('answers as a file: lists of a generation without totals, which an earlier version published', async () => {
    const url = await server.database();
    await publishIndex(await indexed.laidOut(), url, { patienceMs: 0 });
    const connection = await Connection.open(url);
    const tables = [...GROUP_TOTALS, ...NODE_TOTALS].map((name) => `analyzer_g1.${name}`);
    await connection.query(`DROP TABLE ${tables.join(', ')}`);
    await connection.close();
    const published = onServer;
    onServer = await openIndex(url, { bridge: bridge.path });
    try {
      for (const operation of ['clones', 'nodes'])
        for (const params of QUESTIONS[operation] ?? []) both(operation, params);
    } finally {
      onServer.close();
      onServer = published;
    }
  });

  it('answers as a file: lists of nodes with counts of each part of at least two paths', async () => {
    const earlier = { indexed, onServer };
    indexed = await indexProjects();
    try {
      // More declarations than are looked up one by one.
      const many = Array.from({ length: 2_100 }, (_, n) => `function many${n}() {}\n`).join('');
      await indexed.reindex({ 'shop/src/many.js': many });
      indexed.reader = await openIndex(indexed.db);
      const url = await server.database();
      await publishIndex(await indexed.laidOut(), url, { patienceMs: 0 });
      const connection = await Connection.open(url);
      await connection.query('SET search_path = analyzer_g1, pg_catalog');
      await connection.query(`DROP TABLE ${NODE_TOTALS.join(', ')}`);
      await createNodeTotals(connection, 2);
      const parts = await connection.query<{ pattern: string }>('SELECT pattern FROM path_part');
      expect(parts.map(({ pattern }) => pattern)).toEqual(expect.arrayContaining(['src/', '/package.json', '*.ts']));
      await connection.close();
      onServer = await openIndex(url, { bridge: bridge.path });
      for (const params of QUESTIONS.nodes ?? []) both('nodes', params);
    } finally {
      onServer.close();
      indexed.remove();
      ({ indexed, onServer } = earlier);
    }
  });

  it('answers as a file: neighbors of every node', () => {
    const nodes = ids('nodes', { limit: 200 }, /n_[0-9a-f]{20}/g);
    expect(nodes.length).toBeGreaterThan(60);
    for (const [index, node_id] of nodes.entries()) both('neighbors', { node_id, ...OF_NODE[index % OF_NODE.length] });
  });

  it('answers as a file: explore and impact of every file and declaration', () => {
    const nodes = [
      ...ids('nodes', { kind: 'file', limit: 200 }, /n_[0-9a-f]{20}/g),
      ...ids('nodes', { name: '*', limit: 200 }, /n_[0-9a-f]{20}/g),
    ];
    expect(nodes.length).toBeGreaterThan(50);
    for (const [index, at] of nodes.entries()) {
      both('explore', { at, ...OF_SUBJECT[index % OF_SUBJECT.length] });
      both('impact', { at, limit: 2, depth: (index % 3) + 1 });
    }
    for (const at of ['retry', 'RETRY', 'Outer.retry', 'src/retry.ts:3', 'retry.ts', 'nothing', '%', '_']) {
      const request = { schema: 'analyzer.request.v1', operation: 'explore', params: { at } };
      expect(query(onServer, request)).toEqual(query(indexed.reader, request));
    }
  });

  it.each(Object.entries(OF_GROUP))('answers as a file: %s of every group', (operation, list) => {
    const all = { limit: 100, include_tests: true, include_vendored: true, contained: true };
    const groups = ids('clones', all, /g_[0-9a-f]{20}/g);
    expect(groups.length).toBeGreaterThan(10);
    for (const group_id of groups) for (const params of list) both(operation, { group_id, ...params });
  });

  it('has the same packets, with licences and contracts', () => {
    const groups = ids('clones', { limit: 100 }, /g_[0-9a-f]{20}/g);
    for (const group of groups) both('context', { group_ids: [group] });
    expect(JSON.stringify(both('context', { group_ids: groups, max_chars: 400_000 }))).toContain('LICENSE');
  });

  it('has the same complete graph, by a cursor', () => {
    const expected = same((snapshot) => [...graphNdjson(snapshot)].join(''));
    expect(expected).toContain('"a\\t\\\\t\\n\\r\\\\.\u{10FFFF}"');
    expect(expected.split('\n').length).toBeGreaterThan(150);
  });

  it('has the same lists, totals, token records and control structures', () => {
    same((snapshot) => readView(snapshot, chooseByRankAndScore(snapshot, 10), 10));
    for (const include of [[], LIST_CLASSES]) {
      expect(same((snapshot) => readView(snapshot, chooseForList(snapshot, 10, include), 10)).projects).toBeGreaterThan(
        1,
      );
    }
    same((snapshot) => chooseForMap(snapshot, 20));
    same(readOverview);
    const units = same((snapshot) => [
      ...snapshot.iterate(
        'SELECT first_file_id, sizes, data FROM element_block ORDER BY first_file_id',
        [],
        storedBlocks,
      ),
    ]);
    expect(units.flatMap(unpacked).length).toBeGreaterThan(2);
    expect(same(verifyRoot)).toMatchObject({ ranges: [] });
    same((snapshot) => [...indexedProject(snapshot, 'shop').files]);
    const last =
      same((snapshot) => snapshot.first('SELECT max(id) AS n FROM node', [], (row) => row.integer('n'))) ?? 0;
    const records = same((snapshot) =>
      Array.from({ length: last }, (_, node) => [snapshot.tokens(node + 1), snapshot.control([node + 1])]),
    );
    expect(records.filter(([tokens]) => tokens !== undefined).length).toBeGreaterThan(10);
    expect([...onServer.read((snapshot) => onServer.roots(snapshot))]).toEqual([
      ...indexed.reader.read((snapshot) => indexed.reader.roots(snapshot)),
    ]);
  });

  it('has the same map', async () => {
    const page = {
      size: 0,
      packed: (part: object) => JSON.stringify(part),
      withData: (data: object) => JSON.stringify(data),
    };
    const request = { page, limit: 50, created: '2026-01-01T00:00:00Z', analyzer: '0' };
    const [expected, found] = await Promise.all(
      [indexed.reader, onServer].map((reader) => exportMap(reader.open().snapshot, request)),
    );
    expect(found).toEqual(expected);
  });
});

const CONTRACTS = `version: "1"
contracts:
  - scope: project
    intent: Sell things.
`;
