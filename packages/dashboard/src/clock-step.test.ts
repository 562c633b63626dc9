import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageState } from '@analyzer/contracts/pages/dashboard';
import { afterEach, expect, it, vi } from 'vitest';
import { stopServers, type TestServer, testServer } from './testing/test-server.ts';

const HOUR_MS = 3_600_000;

// Replaces only the system clock: the monotonic clock and timers continue.
const stepSystemClock = (ms: number): void => {
  const time = Date.now() + ms;
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(time);
};
afterEach(async () => {
  vi.useRealTimers();
  await stopServers();
});
const stateOf = async (server: TestServer): Promise<PageState> =>
  JSON.parse(await (await server.get('/dashboard/state')).text());

it('shows an outage that begins after the system clock stepped back', async () => {
  const server = await testServer();
  await server.post('{"type":"PASS","service":"s"}');
  expect((await stateOf(server)).services).toMatchObject([{ state: 'passing' }]);
  stepSystemClock(-HOUR_MS);
  await server.post('{"type":"HEALTH_TRANSITION","service":"s","from":"up","to":"down"}');
  const state = await vi.waitFor(async () => {
    const shown = await stateOf(server);
    expect(shown.services).toMatchObject([{ state: 'failing', health: 'down' }]);
    return shown;
  });
  const [row] = state.services;
  // Ages are right: the times of the events differ by the elapsed time, not by the step.
  expect(row?.lastSeen).toBeGreaterThanOrEqual(row?.firstSeen ?? Number.POSITIVE_INFINITY);
  expect(state.now - (row?.healthSince ?? 0)).toBeLessThan(60_000);
  expect(state.losses.clockBehind).toBeGreaterThan(HOUR_MS - 60_000);
  expect((await (await server.get('/dashboard')).text()).replaceAll('&#39;', "'")).toContain(
    "The server's clock stepped back",
  );
});

it('notifies a subscription after the system clock stepped back', async () => {
  const server = await testServer();
  await fetch(`${server.address}/notifications/subscribe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"cooldown_seconds":0}',
  });
  const notified = async (): Promise<number> => {
    const answer: { notifications_sent: number } = JSON.parse(
      await (await server.post('{"type":"REGRESSION","service":"s"}')).text(),
    );
    return answer.notifications_sent;
  };
  expect(await notified()).toBe(1);
  stepSystemClock(-HOUR_MS);
  expect(await notified()).toBe(1);
});

it('detects at the start that the system clock stepped back since the last run', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dashboard-clock-'));
  const first = await testServer({ dataDir });
  await first.post('{"type":"PASS","service":"s"}');
  await first.stop();
  stepSystemClock(-HOUR_MS);
  const journal: string[] = [];
  const second = await testServer({ dataDir, journal: (event) => journal.push(event) });
  expect((await stateOf(second)).losses.clockBehind).toBeGreaterThan(HOUR_MS - 60_000);
  await vi.waitFor(() => expect(journal).toContain('clock-stepped-back'), { timeout: 5_000 });
});
