import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';
import { startServer } from './fixture.ts';

const total = (name: string, least: number) => `def ${name}(items):
    total = 0
    for item in items:
        if item.count > ${least}:
            total += item.price * item.count
    total = round(total, 2)
    return total
`;

const folder = mkdtempSync(join(tmpdir(), 'analyzer-draft-'));
const db = join(folder, 'index.db');
const shop = join(folder, 'shop');

beforeAll(async () => {
  mkdirSync(shop);
  writeFileSync(join(shop, 'shop.py'), `${total('small', 3)}\n\n${total('large', 90)}`);
  expect(await analyzer(['workspace', 'index', shop, '--db', db])).toMatchObject({ code: 0 });
});

async function draftOf(more: string[]): Promise<Record<string, unknown>> {
  const { port } = await startServer('rest', db, {}, more);
  const params = { at: { project: 'shop', path: 'shop.py', symbol: 'small' }, include_source: true };
  const body = JSON.stringify({ schema: 'analyzer.request.v1', operation: 'draft', params });
  const headers = { 'Content-Type': 'application/json' };
  return Object(await (await fetch(`http://127.0.0.1:${port}/v1/query`, { method: 'POST', body, headers })).json());
}

test('a server that may read sources writes the patch that the command draft writes', async () => {
  const { data } = await draftOf(['--allow-source']);
  const { group, patch } = Object(data);
  const { stdout } = await analyzer(['draft', group.group_id, shop, '--format', 'patch']);
  expect(stdout).toContain('+    return _');
  expect(patch).toBe(stdout);
  expect(JSON.stringify(data)).not.toContain(folder);
});

test('a server that may not read sources writes no function', async () => {
  expect(await draftOf([])).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/params/include_source' }] });
});
