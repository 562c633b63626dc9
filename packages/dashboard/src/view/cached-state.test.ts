import type { PageState } from '@analyzer/contracts/pages/dashboard';
import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { CachedState } from './cached-state.ts';
import { pageState } from './page-state.ts';

afterEach(stopServers);

it('is serialized once for simultaneous requests, and again after a short time', async () => {
  const server = await testServer();
  let time = 1_000;
  let computed = 0;
  const cached = new CachedState(
    (mayAdminister) => {
      computed++;
      return pageState(
        server.store,
        { newest: new Map(), toReview: 0 },
        { unprotected: false, links: [] },
        mayAdminister,
        time,
      );
    },
    () => time,
  );
  const now = (mayAdminister: boolean): number => JSON.parse(cached.text(mayAdminister).toString()).now;
  expect([now(true), now(true), computed]).toEqual([1_000, 1_000, 1]);
  time = 1_249;
  expect([now(true), now(false), computed]).toEqual([1_000, 1_249, 2]);
  time = 1_250;
  expect(now(true)).toBe(1_250);
  time = 1_300;
  cached.invalidate();
  expect(now(true)).toBe(1_300);
});

it('contains an acknowledgement at once', async () => {
  const server = await testServer();
  await server.post('{"type":"REGRESSION","service":"s"}');
  const owner = async (): Promise<unknown> => {
    const state: PageState = JSON.parse(await (await server.get('/dashboard/state')).text());
    return state.services[0]?.acknowledged?.owner;
  };
  expect(await owner()).toBeUndefined();
  await fetch(`${server.address}/dashboard/acknowledgements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"service":"s","owner":"me","hours":1}',
  });
  expect(await owner()).toBe('me');
});
