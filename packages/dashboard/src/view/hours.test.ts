import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

it.each([
  [{ type: 'HEALTH_TRANSITION', from: 'up', to: 'down' }, 1],
  [{ type: 'VISUAL_DIFF', url: 'http://x/', diff: { status: 'issue' } }, 1],
  [{ type: 'REGRESSION' }, 1],
  [{ type: 'ANOMALY', metric: 'ms', value: 9, threshold: 5 }, 1],
  [{ type: 'ANOMALY', metric: 'ms', value: 4, threshold: 5 }, 0],
  [{ type: 'HEALTH_TRANSITION', from: 'down', to: 'up' }, 0],
  [{ type: 'VISUAL_DIFF', url: 'http://x/', diff: { status: 'changed' } }, 0],
  [{ type: 'PASS' }, 0],
])('of 24 hours, the event %j is counted as failing %d times', async (event, bad) => {
  const server = await testServer();
  await server.post(JSON.stringify({ service: 's', ...event }));
  const { services } = JSON.parse(await (await server.get('/dashboard/state')).text());
  // The hour may have ended since.
  const hours: { all: number }[] = services[0].hours;
  expect(hours.findLast(({ all }) => all > 0)).toEqual({ bad, all: 1 });
});
