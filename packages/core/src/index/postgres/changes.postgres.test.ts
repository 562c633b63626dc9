import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import { context } from '#packet/context.ts';
import type { Engine } from '#parse/engine.ts';
import { Connection } from '#postgres/connect.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { PROJECTS } from '#query/fixture.ts';
import { INDEX_OPERATIONS } from '#query/operations.ts';
import { createQuery } from '#query/query.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { IdLayout } from '../ids/id-layout.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { openIndex } from '../reader.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { readEarlierIds } from './earlier-ids.ts';
import { SHARED } from './generation.ts';
import { publishIndex } from './publish.ts';
import { QUESTIONS } from './questions-fixture.ts';
import { SHARED_TABLES } from './shared-tables.ts';

const query = createQuery([...INDEX_OPERATIONS, context]);

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a publication of a changed project', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let engine: Engine;
  let url: string;
  let folder: string;
  beforeAll(async () => {
    [bridge, engine] = await Promise.all([buildBridge(), engineOfThisProcess()]);
  });
  beforeEach(async () => {
    url = await server.database();
    folder = fixtureFolder({});
    cpSync(PROJECTS, folder, { recursive: true });
  });
  afterAll(() => bridge?.remove());

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  /** Publishes the projects. */
  async function publish(): Promise<void> {
    const { projects } = discover([folder], { discover: true, split: false, scan: {} });
    const laidOut = join(folder, '..', 'laid-out.db');
    const layout = new IdLayout(await readEarlierIds(url));
    await indexWorkspace(projects, { db: laidOut, engine, layout, mayRemoveProjects: true });
    await publishIndex(laidOut, url, { patienceMs: 0, mayRemoveProjects: true });
  }

  /** Compares all answers with those of a file whose ids have no gaps. */
  async function compare(): Promise<void> {
    const { projects } = discover([folder], { discover: true, split: false, scan: {} });
    const dense = join(folder, '..', 'dense.db');
    await indexWorkspace(projects, { db: dense, engine, mayRemoveProjects: true });
    const [onServer, inFile] = [await openIndex(url, { bridge: bridge.path }), await openIndex(dense)];
    try {
      for (const [operation, list] of Object.entries(QUESTIONS)) {
        for (const params of list) {
          const request = { schema: 'analyzer.request.v1', operation, params };
          const expected = JSON.stringify(query(inFile, request));
          expect(JSON.stringify(query(onServer, request)), JSON.stringify(request)).toBe(expected);
        }
      }
    } finally {
      onServer.close();
      inFile.close();
    }
  }

  async function ask<Row extends object>(sql: string): Promise<Row[]> {
    const connection = await Connection.open(url);
    try {
      return await connection.query<Row>(sql);
    } finally {
      await connection.close();
    }
  }

  /** The rows of each table that the newest generation has alone, without tables that have none. */
  async function newRows(): Promise<Record<string, number>> {
    const counts = SHARED_TABLES.map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) AS n FROM ${SHARED}.${name} WHERE since = (SELECT generation FROM analyzer.current)`,
    );
    const rows = await ask<{ name: string; n: number }>(counts.join(' UNION ALL '));
    return Object.fromEntries(rows.flatMap(({ name, n }) => (n === 0 ? [] : [[name, n]])));
  }

  test('writes rows of that project only, and all answers are those of a file', async () => {
    await publish();
    const first = await newRows();
    expect(first.node).toBeGreaterThan(60);
    write('admin/zz.js', 'export const limits = { rows: 10, columns: 20 };\n');
    await publish();
    const labels = `
      SELECT DISTINCT label FROM ${SHARED}.node JOIN ${SHARED}.project ON project.id = project_id
      WHERE node.since = (SELECT generation FROM analyzer.current)`;
    expect(await ask(labels)).toEqual([{ label: 'admin' }]);
    const rows = await newRows();
    for (const name of ['clone_group', 'occurrence', 'group_detail', 'call_block', 'token_block', 'edge']) {
      expect([name, rows[name] ?? 0]).toEqual([name, 0]);
    }
    expect(rows.file).toBeLessThan(20);
    await compare();
  });

  test('writes nothing if nothing changed, and the current generation stays', async () => {
    await publish();
    const state = 'SELECT number, published_at, generation FROM analyzer.generation, analyzer.current';
    const before = await ask(state);
    await publish();
    expect(await ask(state)).toEqual(before);
    expect(before).toHaveLength(1);
  });

  test('also of one that is added or removed, with groups that change', async () => {
    await publish();
    write('before/package.json', '{}');
    const retry =
      'export function again(work, times) {\n  let n = 0;\n  while (n < times) { n += work(n) ?? 1; }\n  return n;\n}\n';
    write('before/src/a.js', retry);
    write('middle/src/b.js', retry.replace('again', 'other'));
    write('middle/package.json', '{}');
    await publish();
    const nodes = await newRows();
    expect(nodes.node).toBeLessThan(20);
    rmSync(join(folder, 'billing'), { recursive: true });
    await publish();
    const kept = await ask(`SELECT 1 FROM ${SHARED}.project WHERE label = 'billing'`);
    expect(kept).toEqual([]);
    await compare();
  });

  test('with a name that is too long for a key of the tables', async () => {
    await publish();
    write('shop/src/long.ts', `export function ${'long'.repeat(1000)}() { return 1; }\n`);
    await publish();
    await compare();
    write('shop/src/long.ts', 'export function short() { return 1; }\n');
    await publish();
    await compare();
  });
});
