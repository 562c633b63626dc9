import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { translated } from './translator.ts';

afterEach(stopServers);

it('describes every route', async () => {
  const server = await testServer();
  const description = JSON.parse(await (await server.get('/openapi.json')).text());
  expect(description.openapi).toBe('3.1.0');
  const paths = Object.keys(description.paths);
  for (const path of ['/events', '/events/stats', '/drivers/anomaly/report', '/drivers/health'])
    expect(paths).toContain(path);
  const ids = Object.values<Record<string, { operationId: string }>>(description.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const path of paths.filter((one) => !/[{]|stream/.test(one))) {
    expect((await fetch(`${server.address}${path}`, { method: 'PATCH' })).status, path).toBe(405);
  }
  for (const path of ['/docs', '/redoc']) {
    const page = await (await server.get(path)).text();
    expect(page).toContain('POST /events/batch');
    expect(page).not.toMatch(/(src|href)="https?:/);
  }
});

it('exports metrics for Prometheus without names of services', async () => {
  const server = await testServer();
  await server.post('{"type":"REGRESSION","service":"secret\\nname"}');
  await server.post('{"type":"NO"}');
  const text = await (await server.get('/metrics')).text();
  expect(text).toContain('dashboard_events_accepted_total 1\n');
  expect(text).toContain('dashboard_requests_refused_total{status="422"} 1\n');
  expect(text).toContain('dashboard_services{state="failing"} 1\n');
  expect(text).not.toContain('secret');
  for (const line of text.trim().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) dashboard_\w+ .+|dashboard_\w+(\{\w+="[^"]*"\})? -?\d+(\.\d+)?)$/);
  }
});

it('translates the older notification objects of the agent', async () => {
  const error = {
    type: 'wup_testql_error',
    service: 'users-web',
    stage: 'quick',
    track_file: '/tmp/track.json',
    scenario: null,
    message: 'TestQL command failed',
  };
  expect(translated(error)).toMatchObject({
    type: 'REGRESSION',
    status: 'fail',
    stage: 'quick',
    reason: error.message,
  });
  const change = {
    type: 'wup_service_health_change',
    service: 'users-web',
    status: 'down',
    previous_status: 'up',
    stage: 'quick',
    message: 'TestQL exit code 1',
    track_file: '/tmp/track.json',
    timestamp: 1_730_000_000,
  };
  expect(translated(change)).toMatchObject({
    type: 'HEALTH_TRANSITION',
    from: 'up',
    to: 'down',
    timestamp: 1_730_000_000,
  });
  const server = await testServer();
  const send = (value: object): Promise<Response> =>
    fetch(`${server.address}/events/from-notification`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(value),
    });
  expect((await send(error)).status).toBe(201);
  expect((await send({ type: 'other' })).status).toBe(422);
  expect(server.store.services.find('users-web')?.result).toBe('failing');
});
