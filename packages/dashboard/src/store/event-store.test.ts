import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AcceptedEvent, acceptEvent } from '../event/accept.ts';
import { EventLog } from '../log/event-log.ts';
import type { FilePort } from '../log/file-port.ts';
import { MemoryPort } from '../testing/memory-port.ts';
import { Counters } from './counters.ts';
import { EventStore } from './event-store.ts';
import { openStore } from './open-store.ts';
import { Ring } from './ring.ts';
import { Services } from './services.ts';
import { newState } from './state.ts';

const event = (name: string | number): AcceptedEvent => {
  const accepted = acceptEvent(Buffer.from(`{"type":"PASS","service":"s","n":"${name}"}`));
  if ('complaints' in accepted) throw new Error('refused');
  return accepted;
};
const names = (text: string): string[] => [...text.matchAll(/"n":"(\w+)"/g)].map(([, name = '']) => name);

function memoryStore(capacity: number, port = new MemoryPort(), now = { time: 1_000 }) {
  const counters = new Counters();
  const events = {
    onTrouble: (step: string) => counters.fail(step),
    onCompaction: () => counters.compactions++,
  };
  const log = new EventLog(port, '/d/events.jsonl', capacity, { size: 0, lines: 0, clean: true }, events);
  const store = new EventStore({
    log,
    ring: new Ring(capacity, 1e9),
    services: new Services([], () => undefined),
    counters,
    state: newState(),
    saveState: async () => undefined,
    now: () => now.time,
    report: () => undefined,
  });
  return { store, port, counters, now, onDisk: () => names(port.safe('/d/events.jsonl')) };
}

describe('order of the steps', () => {
  it('writes, syncs and only then acknowledges, tells and lists', async () => {
    const { store, port, onDisk } = memoryStore(100);
    const told: string[][] = [];
    store.onEvent(() => {
      told.push(onDisk());
      return 0;
    });
    const outcome = await store.accept(event('a'));
    expect(port.steps).toEqual(['open', 'write', 'datasync', 'syncFolder']);
    expect(outcome).toMatchObject({ seq: 1, durable: true });
    expect(told).toEqual([['a']]);
  });

  it('commits everything that arrived meanwhile at once', async () => {
    const { store, port, onDisk } = memoryStore(1000);
    await Promise.all(Array.from({ length: 300 }, (_, i) => store.accept(event(i))));
    expect(onDisk()).toEqual(Array.from({ length: 300 }, (_, i) => `${i}`));
    expect(port.steps.filter((step) => step === 'datasync').length).toBeLessThan(4);
  });
});

describe('a disk that fails', () => {
  it('takes a short write back and keeps the event in memory until the disk takes it', async () => {
    const { store, port, now, onDisk } = memoryStore(100);
    await store.accept(event('a'));
    port.failing = [{ step: 'write', how: 'short', times: 1 }];
    expect(await store.accept(event('b'))).toMatchObject({ durable: false });
    expect(port.files.get('/d/events.jsonl')?.seen.toString().endsWith('}\n')).toBe(true);
    expect(store.degraded).toMatchObject({ events: 1 });
    expect([...store.ring.newestFirst()]).toHaveLength(2);
    now.time += 2_000;
    expect(await store.accept(event('c'))).toMatchObject({ durable: true });
    expect(onDisk()).toEqual(['a', 'b', 'c']);
    expect(store.degraded).toBeUndefined();
  });

  it('writes anew through a new descriptor when a sync failed', async () => {
    const { store, port, onDisk, counters } = memoryStore(100);
    await store.accept(event('a'));
    port.failing = [{ step: 'datasync', how: 'error', times: 1 }];
    port.steps.length = 0;
    expect(await store.accept(event('b'))).toMatchObject({ durable: true });
    expect(port.steps).toEqual(['write', 'datasync', 'open', 'truncate', 'write', 'datasync']);
    expect(onDisk()).toEqual(['a', 'b']);
    expect(counters.trouble.get('datasync')).toBe(1);
  });

  it('does not acknowledge as durable what two syncs refused', async () => {
    const { store, port, now, onDisk } = memoryStore(100);
    port.failing = [{ step: 'datasync', how: 'error', times: 2 }];
    expect(await store.accept(event('a'))).toMatchObject({ durable: false });
    expect(onDisk()).toEqual([]);
    now.time += 2_000;
    await store.accept(event('b'));
    expect(onDisk()).toEqual(['a', 'b']);
  });

  it.each(['rename', 'open', 'syncFolder'] as const)(
    'goes on appending when %s fails in a compaction',
    async (step) => {
      const { store, port, onDisk } = memoryStore(3);
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await store.accept(event(name));
      port.failing = [{ step, how: 'error', times: 1 }];
      expect(await store.accept(event('g'))).toMatchObject({ durable: true });
      expect(onDisk().slice(-3)).toEqual(['e', 'f', 'g']);
      await store.accept(event('h'));
      expect(onDisk()).toEqual(['f', 'g', 'h']);
    },
  );

  it('refuses when the backlog is full, counts it, and loses none of those it took', async () => {
    const { store, port, now, onDisk, counters } = memoryStore(50_000);
    port.failing = [{ step: 'write', how: 'error', times: 1e9 }];
    const results = await Promise.allSettled(Array.from({ length: 10_050 }, (_, i) => store.accept(event(i))));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(50);
    expect(counters.dropped).toBe(50);
    port.failing = [];
    now.time += 2_000;
    await vi.waitFor(() => expect(onDisk()).toHaveLength(10_000), { timeout: 5_000 });
    expect(await store.accept(event('last'))).toMatchObject({ durable: true });
  });
});

it('writes the log anew when somebody removed it', async () => {
  const { store, port, onDisk } = memoryStore(100);
  await store.accept(event('a'));
  port.files.delete('/d/events.jsonl');
  await store.restoreLog();
  await store.accept(event('b'));
  expect(onDisk()).toEqual(['a', 'b']);
  port.steps.length = 0;
  await store.restoreLog();
  expect(port.steps).toEqual([]);
});

describe('the length of the log', () => {
  it('never exceeds twice the ring, and holds at least the ring', async () => {
    const { store, onDisk } = memoryStore(7);
    for (let i = 1; i <= 200; i++) {
      await Promise.all(Array.from({ length: 1 + (i % 5) }, (_, k) => store.accept(event(`${i}x${k}`))));
      expect(onDisk().length).toBeLessThanOrEqual(14);
      expect(onDisk().slice(-store.ring.size)).toEqual(store.ring.since(0).map(({ raw }) => names(raw.toString())[0]));
    }
  });
});

it('tells of a service 100,000 events after its last one', async () => {
  const { store, onDisk } = memoryStore(1_000);
  const down = acceptEvent(Buffer.from('{"type":"HEALTH_TRANSITION","service":"old","from":"up","to":"down"}'));
  const good = acceptEvent(Buffer.from('{"type":"PASS","service":"old"}'));
  if ('complaints' in down || 'complaints' in good) throw new Error('refused');
  await store.accept(good, 1_000);
  await store.accept(down, 5_000);
  const busy = event('x');
  for (let i = 0; i < 100; i++) await Promise.all(Array.from({ length: 1_000 }, () => store.accept(busy)));
  expect(onDisk().length).toBeLessThanOrEqual(2_000);
  expect(store.services.find('old')).toMatchObject({
    lastGood: 1_000,
    health: 'down',
    healthSince: 5_000,
    incidents: [{ openedAt: 5_000, closedAt: null }],
  });
  expect(store.services.find('s')?.count).toBe(100_000);
}, 60_000);

describe('on a real disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dashboard-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const using = async <T>(work: (store: EventStore) => Promise<T>, ring = 20, port?: FilePort): Promise<T> => {
    const options = { folder, ring, ringBytes: 1e9, ...(port === undefined ? {} : { port }) };
    const { store, lock } = await openStore(options);
    try {
      return await work(store);
    } finally {
      await store.close();
      await lock.release();
    }
  };
  const listed = (store: EventStore): (string | undefined)[] =>
    [...store.ring.newestFirst()].map(({ raw }) => names(raw.toString())[0]);

  it('brings events, order, numbers and epoch back, also behind a DELETE', async () => {
    const epoch = await using(async (store) => {
      for (let i = 0; i < 30; i++) await store.accept(event(i));
      return store.epoch;
    });
    await using(async (store) => {
      expect(listed(store)).toEqual(Array.from({ length: 20 }, (_, i) => `${29 - i}`));
      expect(store.services.find('s')?.count).toBe(30);
      await store.clear('test');
      expect(listed(store)).toEqual([]);
    });
    await using(async (store) => {
      expect(listed(store)).toEqual([]);
      expect(await store.accept(event('new'))).toMatchObject({ seq: 31 });
      expect(store.epoch).toBe(epoch);
      expect(store.audit).toMatchObject([{ action: 'clear', by: 'test' }]);
    });
  });

  it('keeps on the disk exactly what is listed when a DELETE races posts', async () => {
    await using(async (store) => {
      const before = Array.from({ length: 10 }, (_, i) => store.accept(event(`b${i}`)));
      const cleared = store.clear('test');
      const after = Array.from({ length: 10 }, (_, i) => store.accept(event(`a${i}`)));
      await Promise.all([...before, cleared, ...after]);
      const path = join(folder, 'events.jsonl');
      const kept = existsSync(path) ? names(readFileSync(path, 'utf8')) : [];
      expect(kept.toReversed()).toEqual(listed(store));
      // Whatever was acknowledged when the clearing was done and came later than it is there.
      await store.accept(event('z'));
      expect(listed(store)[0]).toBe('z');
    });
    await using(async (store) => expect(listed(store)[0]).toBe('z'));
  });

  it('tells of a service whose events have all left the ring, after a restart too', async () => {
    const health = acceptEvent(
      Buffer.from('{"type":"HEALTH_TRANSITION","service":"old","from":"up","to":"down","timestamp":1}'),
    );
    if ('complaints' in health) throw new Error('refused');
    const fill = async (store: EventStore): Promise<void> => {
      for (let i = 0; i < 100; i++) await store.accept(event(i));
    };
    await using(async (store) => {
      await store.accept(health);
      await fill(store);
    });
    await using(async (store) => {
      await fill(store);
      const old = store.services.find('old');
      expect(old).toMatchObject({ health: 'down', count: 1, incidents: [{ openedBy: 'DOWN', closedAt: null }] });
      expect(store.services.find('s')?.count).toBe(200);
    });
  });
});
