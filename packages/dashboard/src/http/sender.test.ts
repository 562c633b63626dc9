import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { Tokens } from './tokens.ts';

afterEach(stopServers);

const [first, second] = ['1', '2'].map((digit) => digit.repeat(40));

it('identifies a sender by a digest of its token if tokens are checked', async () => {
  const server = await testServer({ tokens: Tokens.read(`ingest ${first}\ningest ${second}\n`, undefined) });
  for (const [service, token] of [
    ['a', first],
    ['b', second],
    ['c', first],
  ]) {
    await server.post(`{"type":"PASS","service":"${service}"}`, { Authorization: `Bearer ${token}` });
  }
  const senders = ['a', 'b', 'c'].map((service) => server.store.services.find(service)?.sender ?? '');
  expect(senders[0]).toMatch(/^token [0-9a-f]{16}$/);
  expect(senders[1]).not.toBe(senders[0]);
  expect(senders[2]).toBe(senders[0]);
});

it('identifies a sender by its address if no tokens are checked', async () => {
  const server = await testServer();
  await server.post('{"type":"PASS","service":"a"}', { Authorization: `Bearer ${first}` });
  expect(server.store.services.find('a')?.sender).toBe('address 127.0.0.1');
});
