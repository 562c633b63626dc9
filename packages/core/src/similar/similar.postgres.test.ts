import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import type { IndexReader } from '#index/port.ts';
import { type BridgeFixture, buildBridge } from '#index/postgres/bridge/bridge-fixture.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import { openIndex } from '#index/reader.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects, PROJECTS } from '#query/fixture.ts';
import { createQuery } from '#query/query.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { hasExtension, kindOfName } from '#tree/kind.ts';
import { HELPER, WRITTEN_AGAIN } from './asked-code-fixture.ts';
import { CodeParser } from './code-parser.ts';
import { similar } from './similar.ts';

const query = createQuery([similar]);

const STATEMENTS = Array.from({ length: 4 }, (_, n) => `rows_${n} = table.select_${n}('${n}', limit=${n})\n`).join('');
const LONG = `def report(table):\n${STATEMENTS.replaceAll(/^(?=.)/gm, '    ')}    return [row.total for row in table.rows if row.total > 0]\n`;

describe.skipIf(WITHOUT_POSTGRES !== undefined)('an index on a server', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let onServer: IndexReader;
  let parser: CodeParser;
  beforeAll(async () => {
    [bridge, indexed] = await Promise.all([buildBridge(), indexProjects()]);
    const url = await server.database();
    await publishIndex(indexed.db, url, { patienceMs: 0 });
    onServer = await openIndex(url, { bridge: bridge.path });
    const engine = await engineOfThisProcess();
    parser = new CodeParser(() => engine);
  });
  afterAll(async () => {
    onServer?.close();
    indexed?.remove();
    bridge?.remove();
  });

  it('finds the same code as a file, for every source file of the projects', async () => {
    const files = readdirSync(PROJECTS, { recursive: true, encoding: 'utf8' }).filter((name) => {
      return hasExtension(name) && kindOfName(name.split('/').at(-1) ?? '')?.parsed === true;
    });
    let items = 0;
    for (const name of files) {
      const code = readFileSync(join(PROJECTS, name), 'utf8').trim();
      if (code === '') continue;
      for (const filter of [{}, { min_similarity: 900, without_classes: ['test'] }, { project: 'shop', limit: 2 }]) {
        const request = {
          schema: 'analyzer.request.v1',
          operation: 'similar',
          params: { code, file_name: name, ...filter },
        };
        const caller = { code: await parser.parse({ text: code, fileName: name }) };
        const [expected, found] = [query(indexed.reader, request, { caller }), query(onServer, request, { caller })];
        expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
        if ('ok' in expected) items += JSON.stringify(expected.ok.data).split('"match"').length - 1;
      }
    }
    expect(files.length).toBeGreaterThan(10);
    expect(items).toBeGreaterThan(20);
  });

  it('finds the same similar code, blocks and closest declarations as a file', async () => {
    const folder = join(fixtureFolder({ 'all/p/.git/HEAD': '', 'all/p/a.py': HELPER, 'all/p/b.py': LONG }), 'all');
    await indexFolder(folder, { engine: await engineOfThisProcess() });
    const url = await server.database();
    await publishIndex(dbOf(folder), url, { patienceMs: 0 });
    const readers = [await openIndex(dbOf(folder)), await openIndex(url, { bridge: bridge.path })];
    try {
      const codes = [HELPER.replace('*args)', '**args)'), WRITTEN_AGAIN, STATEMENTS + WRITTEN_AGAIN.repeat(3)];
      const matches: string[] = [];
      for (const code of codes) {
        const request = { schema: 'analyzer.request.v1', operation: 'similar', params: { code, language: 'python' } };
        const caller = { code: await parser.parse({ text: code, language: 'python' }) };
        const [expected, found] = readers.map((reader) => JSON.stringify(query(reader, request, { caller })));
        expect(found).toBe(expected);
        matches.push(...[...(expected ?? '').matchAll(/"match":"(\w+)"/g)].map(([, match = '']) => match));
      }
      expect(new Set(matches)).toEqual(new Set(['similar', 'closest', 'block']));
    } finally {
      for (const reader of readers) reader.close();
    }
  });
});
