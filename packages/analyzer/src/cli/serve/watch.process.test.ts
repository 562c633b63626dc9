import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureFolder } from '@analyzer/core/tree/fixture-folder.ts';
import { expect, test } from 'vitest';
import { startProgram, startServer } from './fixture.ts';

const CODE = 'export function total(rows: number[]) {\n  return rows.length;\n}\n';

interface Answer {
  data?: { items: { node: { qualified_name: string } }[] };
  behind_ms?: number;
  hint?: string;
}

/** A server that watches a project, and a question for the declarations of a name. */
async function watching(): Promise<{ folder: string; ask: (name: string) => Promise<Answer> }> {
  const folder = fixtureFolder({ 'shop/src/total.ts': CODE });
  const db = join(folder, 'index.db');
  const { port } = await startServer('rest', db, {}, ['--watch', join(folder, 'shop')]);
  return { folder, ask: (name) => askNodes(port, name) };
}

async function askNodes(port: number, name: string): Promise<Answer> {
  const body = JSON.stringify({ schema: 'analyzer.request.v1', operation: 'nodes', params: { name } });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/v1/query`, { method: 'POST', headers, body });
  const answer: Answer = JSON.parse(await response.text());
  return answer;
}

const namesOf = ({ data }: Answer) => data?.items.map((it) => it.node.qualified_name);

test('a server that watches answers from files as they are, without a separate index step', async () => {
  const { folder, ask } = await watching();
  expect(namesOf(await ask('total'))).toEqual(['total']);

  mkdirSync(join(folder, 'shop/src/new'));
  writeFileSync(join(folder, 'shop/src/new/more.ts'), CODE.replace('total', 'sum'));
  await expect.poll(async () => namesOf(await ask('sum')), { timeout: 20_000 }).toEqual(['sum']);
  writeFileSync(join(folder, 'shop/src/new/more.ts'), CODE.replace('total', 'count'));
  await expect.poll(async () => namesOf(await ask('count')), { timeout: 20_000 }).toEqual(['count']);
  rmSync(join(folder, 'shop/src/total.ts'));
  await expect.poll(async () => namesOf(await ask('total')), { timeout: 20_000 }).toEqual([]);
  expect(await ask('count')).not.toHaveProperty('behind_ms');
}, 90_000);

test('two processes that watch for one index: the second waits, and takes over', async () => {
  const folder = fixtureFolder({ 'shop/a.ts': CODE });
  const args = ['workspace', 'index', join(folder, 'shop'), '--watch', '--db', join(folder, 'index.db')];
  const first = startProgram(args);
  const indexed = async (program: typeof first, times: number) => {
    let text = '';
    program.child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await expect.poll(() => text.split('snapshot ').length - 1, { timeout: 20_000 }).toBeGreaterThanOrEqual(times);
  };
  await indexed(first, 2);
  const second = startProgram(args);
  await second.says(/another process keeps/);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(130);
  // Its own first index, and one after it has taken over.
  await indexed(second, 1);
  writeFileSync(join(folder, 'shop/b.ts'), CODE.replace('total', 'sum'));
  await indexed(second, 1);
}, 90_000);

test('an indexer that ends is reported, and answers say that they are behind', async () => {
  const folder = fixtureFolder({ 'shop/a.ts': CODE });
  const missing = join(folder, 'missing');
  const { port, says } = await startServer('rest', join(folder, 'index.db'), {}, ['--watch', missing]);
  await says(/The index of --watch is not updated any more.*missing/s);
  expect((await askNodes(port, 'total')).hint).toMatch(/For \d+ ms files have changed/);
}, 60_000);

test('the indexer ends with the server, also when that is killed', async () => {
  const folder = fixtureFolder({ 'shop/a.ts': CODE });
  const db = join(folder, 'index.db');
  const server = await startServer('rest', db, {}, ['--watch', join(folder, 'shop')]);
  const hasIndexer = () => existsSync(`${db}.watch`);
  await expect.poll(hasIndexer, { timeout: 20_000 }).toBe(true);
  server.child.kill('SIGKILL');
  await expect.poll(hasIndexer, { timeout: 20_000 }).toBe(false);
}, 90_000);
