import { describe, expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { type StoredEvent, storedEvent } from '../event/stored.ts';
import { Clock } from './clock.ts';
import { ServiceRules } from './service-rules.ts';
import { SERVICE_LIMITS, Services } from './services.ts';

const PASS = { type: 'PASS' };
const REGRESSION = { type: 'REGRESSION' };
const DOWN = { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' };
const DAY_MS = 24 * 3_600_000;

function followed(rules = new ServiceRules([])) {
  const time = { now: 1_800_000_000_000 };
  const refused = new Set<string>();
  const count = { forgotten: 0 };
  const clock = new Clock(
    () => time.now,
    () => time.now,
  );
  const services = new Services(
    [],
    clock,
    {
      onForgotten: () => count.forgotten++,
      onRefused: (service) => refused.add(service),
    },
    rules,
  );
  let seq = 0;
  const add = (service: string, event: object, sender = 'a'): void => {
    const accepted = acceptEvent(Buffer.from(JSON.stringify({ ...event, service })));
    if ('complaints' in accepted) throw new Error('refused');
    time.now++;
    services.add(storedEvent(accepted, ++seq, time.now), sender);
  };
  const addMany = (count: number, name: string, event: object, sender = 'a'): void => {
    for (let i = 0; i < count; i++) add(`${name}${i}`, event, sender);
  };
  return { services, add, addMany, time, refused, count };
}

describe('Services', () => {
  it('retains all 2,000 services of a sender despite 5,000 other names, and counts those names', () => {
    const { services, add, addMany, refused, count } = followed();
    addMany(SERVICE_LIMITS.perSender - 1, 'own', PASS);
    add('down', DOWN);
    addMany(5_000, 'random', PASS);
    expect(services.find('own0')).toBeDefined();
    expect(services.find('down')?.health).toBe('down');
    expect(services.all).toHaveLength(SERVICE_LIMITS.perSender);
    expect([refused.size, count.forgotten]).toEqual([5_000, 0]);
  });

  it('counts new names if all services of a sender are failing, and retains the failing services', () => {
    const { services, addMany, refused } = followed();
    const most = SERVICE_LIMITS.perSender + SERVICE_LIMITS.failing.perSender;
    addMany(most + 20, 'failing', REGRESSION);
    expect(services.all).toHaveLength(most);
    expect(services.find('failing0')?.result).toBe('failing');
    expect(refused.size).toBe(20);
    addMany(5, 'new', PASS);
    expect(refused.size).toBe(25);
  });

  it('does not let other senders replace the services of a sender', () => {
    const { services, addMany } = followed();
    addMany(50, 'mine', PASS, 'a');
    for (let sender = 0; sender < 4; sender++) addMany(2_500, `theirs${sender}x`, PASS, `b${sender}`);
    expect(services.all.filter(({ sender }) => sender === 'a')).toHaveLength(50);
    expect(services.all).toHaveLength(SERVICE_LIMITS.all);
  });

  it('tracks a new failing service beyond the limits until it recovers', () => {
    const { services, add, addMany, refused } = followed();
    addMany(2_000, 'b', PASS, 'b');
    addMany(2_000, 'c', PASS, 'c');
    add('passing', PASS, 'd');
    expect([...refused]).toEqual(['passing']);
    add('failing', REGRESSION, 'd');
    expect(services.find('failing')?.result).toBe('failing');
    add('b1', REGRESSION, 'b');
    add('b1', PASS, 'b');
    add('failing', PASS, 'd');
    expect(services.find('failing')).toBeUndefined();
    expect(services.find('b1')).toBeDefined();
  });

  it('respects its limits while services fail and recover in turns', () => {
    const { services, addMany } = followed();
    for (let round = 0; round < 5; round++) {
      addMany(1_200, `r${round}x`, REGRESSION);
      addMany(1_200, `r${round}x`, PASS);
    }
    expect(services.all.length).toBeLessThanOrEqual(SERVICE_LIMITS.perSender);
  });

  it('knows how long a service is quiet, also after a replay of old events and a step of the system clock', () => {
    const time = { system: 1_800_000_000_000, elapsed: 0 };
    const clock = new Clock(
      () => time.system,
      () => time.elapsed,
    );
    const replayed = (at: number): StoredEvent => {
      const accepted = acceptEvent(Buffer.from('{"type":"PASS","service":"s"}'));
      if ('complaints' in accepted) throw new Error('refused');
      return storedEvent(accepted, 1, at);
    };
    const events = { onForgotten: () => undefined, onRefused: () => undefined };
    const services = new Services([], clock, events);
    services.add(replayed(time.system - 10 * DAY_MS));
    expect(services.quietFor('s')).toBe(10 * DAY_MS);
    // An older event that arrives later, as from another dashboard.
    services.add(replayed(time.system - 11 * DAY_MS));
    expect(services.quietFor('s')).toBe(10 * DAY_MS);
    time.system += 5 * DAY_MS;
    time.elapsed += 1_000;
    expect(services.quietFor('s')).toBe(10 * DAY_MS + 1_000);
    const restarted = new Services(services.all, clock, events);
    expect(restarted.quietFor('s')).toBe(15 * DAY_MS);
    restarted.add(replayed(time.system));
    expect(restarted.quietFor('s')).toBe(0);
  });

  it('lets any sender replace a service that is silent for more than seven days', () => {
    const { services, add, addMany, time } = followed();
    addMany(2_000, 'b', PASS, 'b');
    addMany(2_000, 'c', PASS, 'c');
    time.now += 8 * DAY_MS;
    add('new', PASS, 'd');
    expect(services.find('new')).toBeDefined();
    expect(services.find('b0')).toBeUndefined();
  });

  it('removes a service until its next event', () => {
    const { services, add } = followed();
    add('s', DOWN);
    expect([services.remove('s'), services.remove('s')]).toEqual([true, false]);
    expect(services.find('s')).toBeUndefined();
    add('s', PASS);
    expect(services.find('s')).toMatchObject({ health: 'unknown', count: 1 });
  });

  it('tracks a service that the settings expect before its first event, and never replaces it', () => {
    const rules = new ServiceRules([{ match: 'nightly', expectMs: DAY_MS }]);
    const { services, addMany, time } = followed(rules);
    const nightly = services.find('nightly');
    if (nightly === undefined) throw new Error('not tracked');
    expect(services.dueOf(nightly)).toMatchObject({ lateAt: time.now + DAY_MS, quietAt: null });
    time.now += 30 * DAY_MS;
    addMany(5_000, 'a', PASS);
    expect(services.find('nightly')).toBeDefined();
    services.clear();
    expect(services.all).toMatchObject([{ service: 'nightly', count: 0 }]);
  });
});
