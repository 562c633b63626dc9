import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { Throttle } from './throttle.ts';
import { Tokens } from './tokens.ts';

afterEach(stopServers);

const RIGHT = 'a'.repeat(40);
const LIMITS = { burst: 3, perAttemptMs: 1_000, addresses: 100 };

it('allows an address a burst of wrong tokens, then one per interval', () => {
  let now = 0;
  const throttle = new Throttle(() => now, LIMITS);
  for (let i = 0; i < 3; i++) {
    expect(throttle.waitFor('192.0.2.1')).toBe(0);
    throttle.noteWrong('192.0.2.1');
  }
  expect(throttle.waitFor('::ffff:192.0.2.1')).toBe(1);
  expect(throttle.waitFor('192.0.2.2')).toBe(0);
  now = 1_000;
  expect(throttle.waitFor('192.0.2.1')).toBe(0);
  throttle.noteWrong('192.0.2.1');
  expect(throttle.waitFor('192.0.2.1')).toBe(1);
  now = 1_000_000;
  for (let i = 0; i < 3; i++) throttle.noteWrong('192.0.2.1');
  expect(throttle.waitFor('192.0.2.1')).toBe(1);
});

it('counts the addresses of one IPv6 /64 network together', () => {
  const throttle = new Throttle(() => 0, LIMITS);
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::ffff']) throttle.noteWrong(address);
  expect(throttle.waitFor('2001:db8:1:2:9::')).toBe(1);
  expect(throttle.waitFor('2001:db8:1:3::1')).toBe(0);
  expect(throttle.waitFor('::1')).toBe(0);
});

it('stores at most as many addresses as its limit', () => {
  const throttle = new Throttle(() => 0, LIMITS);
  const full = (address: string): void => {
    for (let i = 0; i < 3; i++) throttle.noteWrong(address);
  };
  full('first');
  for (let i = 0; i < 100; i++) full(`10.0.0.${i}`);
  expect(throttle.waitFor('first')).toBe(0);
  expect(throttle.waitFor('10.0.0.0')).toBe(1);
});

it('answers 429 to an address that sends wrong tokens, and accepts every valid token', async () => {
  const server = await testServer({ tokens: Tokens.read(undefined, RIGHT) });
  const status = async (token: string): Promise<number> =>
    (await server.get('/events', { Authorization: `Bearer ${token}` })).status;
  const session = (token: string): Promise<Response> =>
    fetch(`${server.address}/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push(await status(`wrong${i}`));
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const refused = await session('wrong');
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await status(RIGHT)).toBe(200);
  expect((await session(RIGHT)).status).toBe(204);
});
