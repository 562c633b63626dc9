import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { DriverPool } from '../drivers/driver-pool.ts';
import type { Job, Outcome } from '../drivers/jobs.ts';
import { acceptEvent } from '../event/accept.ts';
import { agentsDay, type Fault, RULES } from '../testing/agents-day.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { DELIVERY_DEFAULTS, Deliveries } from './deliveries.ts';
import { Outbox } from './outbox.ts';

const STEP_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** Time until a fault is notified. */
const MAX_DELAY_MS = 60_000;
const START = 1_800_000_000_000;

/** Receives messages in this process, and writes down the services of messages, and their times. */
class Receiver extends DriverPool {
  readonly told: Fault[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    super(new URL('file:///unused'));
    this.#now = now;
  }

  override run<J extends Job>(job: J): Promise<Outcome<J['kind']>>;
  override async run(job: Job): Promise<Outcome<Job['kind']>> {
    if (job.kind !== 'webhook') throw new Error('another job');
    const { type, data } = JSON.parse(job.body);
    this.told.push({ service: data.service, type, at: this.#now() });
    return { result: { status: 204 } };
  }
}

afterEach(() => vi.useRealTimers());

/** Simulates a day. @returns the notified changes, in order; times in milliseconds after its start */
async function simulated(seed: number): Promise<{ told: readonly Fault[]; faults: readonly Fault[] }> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-day-'));
  const clock = { time: START };
  const { store } = memoryStore(1_000, undefined, clock, RULES);
  const pool = new Receiver(() => clock.time - START);
  const outbox = await Outbox.open(join(folder, 'outbox.json'), () => undefined);
  const channels = [{ name: 'ops', type: 'webhook' as const, url: 'http://127.0.0.1:9/', secret: 'x' }];
  const settings = { ...DELIVERY_DEFAULTS, channels, origins: [] };
  const deliveries = new Deliveries(settings, { store, pool, journal: () => undefined, outbox });
  const { events, faults } = agentsDay(seed, START);
  for (let next = 0; clock.time < START + DAY_MS; ) {
    clock.time += STEP_MS;
    const accepting: Promise<unknown>[] = [];
    for (let one = events[next]; one !== undefined && START + one.at <= clock.time; one = events[++next]) {
      const accepted = acceptEvent(Buffer.from(JSON.stringify(one.event)));
      if ('complaints' in accepted) throw new Error(JSON.stringify(accepted.complaints));
      accepting.push(store.accept(accepted, clock.time, one.sender));
    }
    await Promise.all(accepting);
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  await deliveries.close();
  rmSync(folder, { recursive: true });
  return { told: pool.told, faults };
}

const DAYS = inputSize({ quick: 1, deep: 20 });

it('on a day of 20 bursty agents, each of six faults is notified within a minute, and nothing else', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const { told, faults } = await simulated(seed);
      const names = (some: readonly Fault[]): string[] => some.map(({ service, type }) => `${service}: ${type}`).sort();
      expect(names(told)).toEqual(names(faults));
      expect(faults).toHaveLength(6);
      for (const { service, at } of told) {
        const after = at - (faults.find((one) => one.service === service)?.at ?? 0);
        expect(after, service).toBeGreaterThanOrEqual(0);
        expect(after, service).toBeLessThanOrEqual(MAX_DELAY_MS);
      }
    }),
    { numRuns: DAYS },
  );
});
