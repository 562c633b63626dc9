import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { pythonFloat } from './anomaly.ts';

afterEach(stopServers);

it.each([
  [1500, '1500.0'],
  [1e20, '1e+20'],
  [1e16, '1e+16'],
  [123456789012345680, '1.2345678901234568e+17'],
  [1e15, '1000000000000000.0'],
  [0.00001, '1e-05'],
  [0.0001, '0.0001'],
  [0.1, '0.1'],
  [-0, '-0.0'],
  [-2.5, '-2.5'],
])('prints %d as Python does', (number, text) => {
  expect(pythonFloat(number)).toBe(text);
});

it('stores an anomaly as an event', async () => {
  const server = await testServer();
  const report = (body: unknown): Promise<Response> =>
    fetch(`${server.address}/drivers/anomaly/report`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await report({
    service: 'api',
    metric: 'p95_ms',
    value: '1500',
    threshold: 800,
    timestamp: 1730000000,
  });
  expect([answer.status, await answer.json()]).toEqual([201, { accepted: true, service: 'api' }]);
  const listed = await (await server.get('/events')).json();
  expect(listed).toMatchObject({
    items: [
      {
        type: 'ANOMALY',
        service: 'api',
        status: 'anomaly',
        reason: 'p95_ms=1500.0 > threshold=800.0',
        timestamp: 1730000000,
      },
    ],
  });
  // A value within its limits is a measurement, not an anomaly.
  await report({ service: 'api', metric: 'p95_ms', value: 379.8, threshold: 1000 });
  await report({ service: 'api', metric: 'free_gb', value: 3, threshold: 5, direction: 'below', clear: 8 });
  await report({ service: 'api', metric: 'free_gb', value: 6, threshold: 5, direction: 'below', clear: 8 });
  const { items } = JSON.parse(await (await server.get('/events')).text());
  const texts = items.map(({ status, reason }: { status: string; reason: string }) => `${status}: ${reason}`);
  expect(texts.slice(0, 3)).toEqual([
    'normal: free_gb=6.0 >= threshold=5.0',
    'anomaly: free_gb=3.0 < threshold=5.0',
    'normal: p95_ms=379.8 <= threshold=1000.0',
  ]);
  const { services } = JSON.parse(await (await server.get('/dashboard/state')).text());
  expect(services).toMatchObject([
    {
      failures: [{ what: 'metric', subject: 'free_gb' }],
      anomaly: { reason: 'free_gb=3.0 < threshold=5.0' },
      measurements: [
        {
          name: 'p95_ms',
          limit: 1000,
          direction: 'above',
          values: [
            [expect.any(Number), 1500],
            [expect.any(Number), 379.8],
          ],
        },
        { name: 'free_gb', limit: 5, direction: 'below' },
      ],
    },
  ]);
  expect(services[0].hours.at(-1)).toEqual({ bad: 2, all: 4 });
  const badCommit = await report({ service: 'api', metric: 'm', value: 1, threshold: 1, commit: 'HEAD' });
  expect(badCommit.status).toBe(422);
  const wrong = await report({ service: 'api', metric: 'm', value: 1, threshold: 1, direction: 'up' });
  expect(wrong.status).toBe(422);
  const refused = await report({ service: 1, metric: 'm', value: 'x' });
  expect(refused.status).toBe(422);
  const { detail } = JSON.parse(await refused.text());
  expect(detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc[1]])).toEqual([
    ['string_type', 'service'],
    ['float_parsing', 'value'],
    ['missing', 'threshold'],
  ]);
});

it('lists the drivers, and why one is unavailable', async () => {
  const drivers = { origins: [], browser: '/nowhere/chromium', sandbox: true, remote: undefined };
  const server = await testServer({ drivers });
  expect(await (await server.get('/drivers/health')).json()).toMatchObject({
    events: true,
    anomaly: true,
    dom_diff: false,
    playwright: true,
    browserless_url: '',
    problem: 'There is no browser at /nowhere/chromium: set another --browser',
  });
});

it('answers 503 with the remedy if there is no browser, before it checks the URL', async () => {
  const drivers = { origins: [], browser: '/nowhere/chromium', sandbox: true, remote: undefined };
  const server = await testServer({ drivers });
  const answer = await fetch(`${server.address}/drivers/dom-diff/capture`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"url":"http://169.254.169.254/"}',
  });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { detail: 'There is no browser at /nowhere/chromium: set another --browser' },
  ]);
  expect(await (await server.get('/events')).json()).toMatchObject({ total: 0 });
});
