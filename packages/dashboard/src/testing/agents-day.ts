import type { StateChange } from '../delivery/state-changes.ts';
import type { ServiceRule } from '../store/service-rules.ts';

/** An event of the simulated day. */
export interface Sent {
  /** Time of receipt, in milliseconds after the start of the day. */
  at: number;
  sender: string;
  event: Readonly<Record<string, unknown>>;
}

/** A fault that must be notified. */
export interface Fault {
  service: string;
  type: StateChange['type'];
  /** When it can be known, in milliseconds after the start of the day. */
  at: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FILES = ['cart.spec', 'login.spec', 'search.spec'];
const CI_EXPECTED = 90 * MINUTE;
const BACKUP_EXPECTED = 20 * HOUR;

/** The settings of the day. Developers' agents have none. */
export const RULES: readonly ServiceRule[] = [
  { match: 'ci-*', expectMs: CI_EXPECTED },
  { match: 'nightly', expectMs: 26 * HOUR },
  { match: 'backup', expectMs: BACKUP_EXPECTED },
  { match: 'flapping', openAfter: 3, closeAfter: 3 },
];

/** Numbers from 0 to 1. Source of the algorithm: mulberry32 by Tommy Ettinger, public domain. */
function numbersOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A day of 20 agents, of which 14 run tests in bursts with hours between them, whose clocks differ by up to four minutes,
 * and which send some events twice or late. One expected agent never reports.
 *
 * @param start Unix time in milliseconds
 * @returns events by time of receipt, and the six planted faults
 */
export function agentsDay(seed: number, start: number): { events: Sent[]; faults: Fault[] } {
  const random = numbersOf(seed);
  const between = (from: number, to: number): number => from + Math.floor(random() * (to - from));
  const events: Sent[] = [];
  const faults: Fault[] = [];
  const send = (service: string, at: number, event: object, skew = 0, delay = 0): void => {
    const one = { service, ...event, timestamp: Math.floor((start + at + skew) / 1_000) };
    if (at + delay < DAY) events.push({ at: at + delay, sender: `agent of ${service}`, event: one });
    // The agent did not get the answer.
    if (random() < 0.03)
      events.push({ at: at + delay + between(1_000, 120_000), sender: `agent of ${service}`, event: one });
  };
  const fault = (service: string, at: number, event?: object): void => {
    if (event !== undefined) send(service, at, event);
    faults.push({ service, type: event === undefined ? 'service.late' : 'service.regression', at });
  };

  const [broken, down, lookedAt] = ['app-3', 'app-7', 'app-11'];
  const brokenAt = between(9 * HOUR, 15 * HOUR);
  for (let number = 0; number < 14; number++) {
    const service = `app-${number}`;
    const skew = between(-4 * MINUTE, 4 * MINUTE);
    for (let at = between(0, 4 * HOUR); at < DAY; at += between(HOUR, 9 * HOUR)) {
      const end = at + between(5 * MINUTE, HOUR);
      if (service !== down) send(service, at, { type: 'HEALTH_TRANSITION', from: 'unknown', to: 'up' }, skew);
      for (; at < end; at += between(20_000, 3 * MINUTE)) {
        for (const file of FILES) {
          const fails = service === broken && file === FILES[0] && at >= brokenAt;
          const check = { stage: 'quick', file };
          const sentAt = at + between(0, 9_000);
          if (fails && !faults.some((one) => one.service === service)) {
            fault(service, at, { type: 'REGRESSION', ...check, reason: 'TypeError: total is undefined' });
          } else if (fails)
            send(service, sentAt, { type: 'REGRESSION', ...check, reason: 'TypeError: total is undefined' });
          // A failure that was repaired arrives long after the report that says so. With a fast clock it looks newer than
          // that report, but not than those of the next minutes.
          else if (random() < 0.005 && at < end - 6 * MINUTE) {
            send(
              service,
              sentAt,
              { type: 'REGRESSION', ...check, reason: 'was repaired' },
              skew,
              between(15 * MINUTE, HOUR),
            );
            send(service, sentAt + 10_000, { type: 'PASS', ...check }, skew);
          } else send(service, sentAt, { type: 'PASS', ...check }, skew, random() < 0.02 ? between(0, HOUR) : 0);
        }
      }
    }
  }
  fault(down, between(9 * HOUR, 20 * HOUR), { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' });
  fault(lookedAt, between(9 * HOUR, 20 * HOUR), {
    type: 'VISUAL_DIFF',
    url: 'http://app/cart',
    diff: { status: 'issue', issues: ['http_status:500'] },
  });

  const silentAt = between(10 * HOUR, 18 * HOUR);
  for (const service of ['ci-1', 'ci-2']) {
    let last = 0;
    for (let at = between(0, HOUR); at < DAY; at += between(40 * MINUTE, 80 * MINUTE)) {
      if (service === 'ci-2' && at > silentAt) break;
      send(service, at, { type: 'PASS', stage: 'ci', commit: `c${Math.floor(at / HOUR)}` });
      last = at;
    }
    if (service === 'ci-2') fault(service, Math.floor(last / 1_000) * 1_000 + CI_EXPECTED);
  }
  send('nightly', 2 * HOUR + between(0, HOUR), { type: 'PASS', stage: 'nightly' });
  fault('backup', BACKUP_EXPECTED);

  const fullAt = between(9 * HOUR, 20 * HOUR);
  const disk = { type: 'ANOMALY', metric: 'free_gb', threshold: 5, direction: 'below', clear: 8, expect_s: 300 };
  for (let at = 1_000; at < DAY; at += MINUTE) {
    if (at < fullAt) send('disk', at, { ...disk, value: between(6, 12) });
    else if (at < fullAt + MINUTE) fault('disk', at, { ...disk, value: 3 });
    else send('disk', at, { ...disk, value: between(2, 8) });
  }
  for (let at = 0; at < DAY; at += between(8 * MINUTE, 12 * MINUTE)) {
    const status = random() < 0.1 ? 'changed' : 'ok';
    send('pages', at, { type: 'VISUAL_DIFF', url: `http://shop/${between(0, 3)}`, diff: { status } });
  }
  for (let at = 0, inRow = 0; at < DAY; at += between(4 * MINUTE, 6 * MINUTE)) {
    inRow = inRow < 2 && random() < 0.3 ? inRow + 1 : 0;
    send('flapping', at, inRow > 0 ? { type: 'REGRESSION', reason: 'timeout' } : { type: 'PASS' });
  }
  return { events: events.sort((a, b) => a.at - b.at), faults };
}
