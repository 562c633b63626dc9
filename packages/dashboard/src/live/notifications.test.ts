import { afterEach, expect, it } from 'vitest';
import { Tokens } from '../http/tokens.ts';
import { stopServers, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

it('creates, changes and ends a subscription, and notifies with a cooldown', async () => {
  const server = await testServer();
  const ask = async (method: string, path: string, body?: unknown): Promise<[number, Record<string, unknown>]> => {
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.address}/notifications${path}`, init);
    return [response.status, JSON.parse(await response.text())];
  };
  const [status, subscription] = await ask('POST', '/subscribe');
  expect(status).toBe(200);
  expect(subscription).toMatchObject({
    subscription_id: expect.stringMatching(/^[0-9a-f]{8}$/),
    config: { enabled: true, visual_diff_new: false, cooldown_seconds: 5, services_exclude: [] },
    last_notification_at: null,
  });
  const id = String(subscription.subscription_id);

  const stop = new AbortController();
  const stream = await fetch(`${server.address}/notifications/stream?subscription_id=${id}`, { signal: stop.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);

  const sent = async (event: object): Promise<unknown> =>
    JSON.parse(await (await server.post(JSON.stringify(event))).text()).notifications_sent;
  expect(await sent({ type: 'VISUAL_DIFF', service: 'a' })).toBe(0);
  expect(await sent({ type: 'REGRESSION', service: 'a', reason: 'broke' })).toBe(1);
  expect(await sent({ type: 'REGRESSION', service: 'a' })).toBe(0);
  await ask('PUT', `/subscriptions/${id}`, { cooldown_seconds: 0, services_exclude: ['b'] });
  expect(await sent({ type: 'REGRESSION', service: 'b' })).toBe(0);
  expect(await sent({ type: 'HEALTH_TRANSITION', service: 'a', from: 'up', to: 'down' })).toBe(1);
  await expect.poll(() => text).toContain('"notification_type":"HEALTH_CHANGE"');
  expect(text.startsWith(`data: {"type":"connected","subscription_id":"${id}"}\n\n`)).toBe(true);
  expect(text).toContain('"notification_type":"REGRESSION_NEW"');
  stop.abort();
  await reading;

  expect((await ask('PUT', `/subscriptions/${id}`, { enabled: 'yes' }))[0]).toBe(422);
  expect(await ask('DELETE', `/subscriptions/${id}`)).toEqual([200, { status: 'unsubscribed', subscription_id: id }]);
  expect(await ask('GET', `/subscriptions/${id}`)).toEqual([404, { detail: 'Subscription not found' }]);
  expect(Object.keys((await ask('GET', '/types'))[1])).toHaveLength(7);
  expect(Object.keys((await ask('GET', '/status-transitions'))[1])).toHaveLength(3);
});

it('notifies of a recovery when the failed test passes, not when another one does', async () => {
  const server = await testServer();
  const body = JSON.stringify({ cooldown_seconds: 0, regression_new: false });
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${server.address}/notifications/subscribe`, { method: 'POST', headers, body });
  const sent = async (event: object): Promise<unknown> =>
    JSON.parse(await (await server.post(JSON.stringify({ service: 'a', ...event }))).text()).notifications_sent;
  expect(await sent({ type: 'REGRESSION', file: 'cart.spec', status: 'fail' })).toBe(0);
  expect(await sent({ type: 'PASS', file: 'login.spec', status: 'ok' })).toBe(0);
  expect(await sent({ type: 'PASS', file: 'cart.spec', status: 'ok' })).toBe(1);
});

it('limits the subscriptions of a sender, and ends none of another sender and none with a reader', async () => {
  const [mine, theirs] = ['m', 't'].map((letter) => letter.repeat(32));
  const server = await testServer({ tokens: Tokens.read(`read ${mine}\nread ${theirs}`, undefined) });
  const subscribe = async (token: string | undefined, body?: object): Promise<[number, string]> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.address}/notifications/subscribe`, init);
    return [response.status, JSON.parse(await response.text()).subscription_id ?? ''];
  };
  const ids = async (): Promise<string[]> => {
    const response = await server.get('/notifications/subscriptions', { Authorization: `Bearer ${theirs}` });
    return JSON.parse(await response.text()).map(({ subscription_id }: { subscription_id: string }) => subscription_id);
  };
  const [, other] = await subscribe(theirs);
  const [, read] = await subscribe(mine);
  const stop = new AbortController();
  const headers = { Authorization: `Bearer ${mine}` };
  await fetch(`${server.address}/notifications/stream?subscription_id=${read}`, { headers, signal: stop.signal });
  for (let i = 0; i < 120; i++) expect((await subscribe(mine))[0]).toBe(200);
  const left = await ids();
  expect(left).toHaveLength(51);
  expect(left).toEqual(expect.arrayContaining([other, read]));
  expect((await subscribe(mine, { services_include: ['x'.repeat(401)] }))[0]).toBe(422);
  stop.abort();
});
