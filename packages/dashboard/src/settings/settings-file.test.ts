import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { afterEach, expect, it } from 'vitest';
import { ServiceRules } from '../store/service-rules.ts';
import { stopServers, testServer } from '../testing/test-server.ts';
import { readSettings } from './settings-file.ts';

afterEach(stopServers);

function fileOf(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'dashboard.json');
  writeFileSync(file, content);
  return file;
}

it('reads the settings of services, and for each setting the first matching rule decides', () => {
  const { services } = readSettings(
    fileOf(`{ "services": [
      { "match": "shop-cart", "owner": "carts" },
      { "match": "shop-*", "expect": "10m", "open_after": 2, "close_after": 3, "owner": "shop", "tags": ["web"] },
      { "match": "*", "expect": "1d" }
    ] }`),
  );
  const rules = new ServiceRules(services);
  expect(rules.of('shop-cart')).toEqual({
    expectMs: 600_000,
    openAfter: 2,
    closeAfter: 3,
    owner: 'carts',
    tags: ['web'],
  });
  expect(rules.of('shop-login')).toMatchObject({ owner: 'shop' });
  expect(rules.of('other')).toEqual({ expectMs: 86_400_000, openAfter: 1, closeAfter: 1, owner: '', tags: [] });
});

it.each([
  ['*', 'anything', true],
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['ab*bc', 'abc', false],
  ['*-web-*', 'shop-web-1', true],
  ['*-web-*', 'shop-web', false],
  ['a*b*c', 'a-c-b-c', true],
  ['a*b*c', 'a-c', false],
  ['a.c', 'abc', false],
])('the pattern %s for %s: %s', (match, service, result) => {
  expect(new ServiceRules([{ match, owner: 'x' }]).of(service).owner === 'x').toBe(result);
});

it.each([
  ['{', 'invalid JSON'],
  ['[]', '[] is not an object'],
  ['{"service": []}', 'unknown key "service"', 'Did you mean "services"?'],
  ['{"services": [{}]}', 'services[0]: "match" is missing'],
  ['{"services": [{"match": "a", "expect": "10"}]}', 'services[0].expect: "10" is not a duration'],
  ['{"services": [{"match": "a", "open_after": 0}]}', 'services[0].open_after: 0 is not an integer from 1 to 100'],
  ['{"services": [{"match": "a", "tags": "x"}]}', 'services[0].tags: "x" is not a list'],
])('refuses %s', (content, problem, hint = '') => {
  const file = fileOf(content);
  try {
    readSettings(file);
    expect.fail('accepted');
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    expect(error.message).toContain(file);
    expect(error.message).toContain(problem);
    expect(error.hint).toContain(hint);
  }
});

it('a service that the settings expect is on the page before its first event, with owner and tags', async () => {
  const services = [{ match: 'nightly', expectMs: 60_000, owner: 'ops', tags: ['batch'] }];
  const server = await testServer({ settings: { services } });
  const state = async () => JSON.parse(await (await server.get('/dashboard/state')).text());
  const { now, newestAt, services: rows } = await state();
  expect(newestAt).toBeNull();
  expect(rows).toMatchObject([{ service: 'nightly', state: 'unknown', owner: 'ops', tags: ['batch'], quietAt: null }]);
  expect(rows[0].lateAt).toBeLessThanOrEqual(now + 60_000);
});

it('a service fails after open_after failures and recovers after close_after passes', async () => {
  const server = await testServer({ settings: { services: [{ match: 'web', openAfter: 2, closeAfter: 2 }] } });
  const stateAfter = async (type: string): Promise<unknown> => {
    await server.post(JSON.stringify({ type, service: 'web' }));
    const rollup = server.store.services.find('web');
    return [
      rollup?.result,
      rollup?.incidents.filter(({ closedAt }) => closedAt === null).length,
      rollup?.incidents.length,
    ];
  };
  // A single failure between passes opens nothing.
  for (const type of ['PASS', 'REGRESSION', 'PASS', 'REGRESSION', 'PASS']) {
    expect(await stateAfter(type)).toEqual(['passing', 0, 0]);
  }
  await stateAfter('REGRESSION');
  expect(await stateAfter('REGRESSION')).toEqual(['failing', 1, 1]);
  // Flapping remains one incident.
  for (const type of ['PASS', 'REGRESSION', 'PASS', 'REGRESSION', 'PASS']) {
    expect(await stateAfter(type)).toEqual(['failing', 1, 1]);
  }
  expect(await stateAfter('PASS')).toEqual(['passing', 0, 1]);
});
