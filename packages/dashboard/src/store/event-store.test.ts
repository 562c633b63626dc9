import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AcceptedEvent, acceptEvent } from '../event/accept.ts';
import type { FilePort } from '../log/file-port.ts';
import { memoryStore, namedEvent, namesIn } from '../testing/memory-store.ts';
import { pageState } from '../view/page-state.ts';
import type { EventStore } from './event-store.ts';
import { openStore } from './open-store.ts';

describe('the steps of a commit', () => {
  it('are write, sync, and then acknowledgement, notification and listing', async () => {
    const { store, port, onDisk } = memoryStore(100);
    const notified: string[][] = [];
    store.onEvent(() => {
      notified.push(onDisk());
      return 0;
    });
    const outcome = await store.accept(namedEvent('a'));
    expect(port.steps).toEqual(['open', 'write', 'datasync', 'syncFolder']);
    expect(outcome).toMatchObject({ seq: 1, durable: true });
    expect(notified).toEqual([['a']]);
  });

  it('commit all events that arrived meanwhile together', async () => {
    const { store, port, onDisk } = memoryStore(1000);
    await Promise.all(Array.from({ length: 300 }, (_, i) => store.accept(namedEvent(i))));
    expect(onDisk()).toEqual(Array.from({ length: 300 }, (_, i) => `${i}`));
    expect(port.steps.filter((step) => step === 'datasync').length).toBeLessThan(4);
  });
});

describe('a failing disk', () => {
  it('a short write is undone and the event stays in memory until it can be written', async () => {
    const { store, port, now, onDisk } = memoryStore(100);
    await store.accept(namedEvent('a'));
    port.failing = [{ step: 'write', how: 'short', times: 1 }];
    expect(await store.accept(namedEvent('b'))).toMatchObject({ durable: false });
    expect(port.files.get('/d/events.jsonl')?.seen.toString().endsWith('}\n')).toBe(true);
    expect(store.degraded).toMatchObject({ events: 1 });
    expect([...store.ring.newestFirst()]).toHaveLength(2);
    now.time += 2_000;
    expect(await store.accept(namedEvent('c'))).toMatchObject({ durable: true });
    expect(onDisk()).toEqual(['a', 'b', 'c']);
    expect(store.degraded).toBeUndefined();
  });

  it('a failed sync leads to a second write through a new descriptor', async () => {
    const { store, port, onDisk, counters } = memoryStore(100);
    await store.accept(namedEvent('a'));
    port.failing = [{ step: 'datasync', how: 'error', times: 1 }];
    port.steps.length = 0;
    expect(await store.accept(namedEvent('b'))).toMatchObject({ durable: true });
    expect(port.steps).toEqual(['write', 'datasync', 'open', 'truncate', 'write', 'datasync']);
    expect(onDisk()).toEqual(['a', 'b']);
    expect(counters.trouble.get('datasync')).toBe(1);
  });

  it('an event is not acknowledged as durable after two failed syncs', async () => {
    const { store, port, now, onDisk } = memoryStore(100);
    port.failing = [{ step: 'datasync', how: 'error', times: 2 }];
    expect(await store.accept(namedEvent('a'))).toMatchObject({ durable: false });
    expect(onDisk()).toEqual([]);
    now.time += 2_000;
    await store.accept(namedEvent('b'));
    expect(onDisk()).toEqual(['a', 'b']);
  });

  it('no event is acknowledged as durable while the name of a compacted log may not be on disk', async () => {
    const { store, port, now, onDisk } = memoryStore(3);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await store.accept(namedEvent(name));
    port.failing = [{ step: 'syncFolder', how: 'error', times: 1 }];
    expect(await store.accept(namedEvent('g'))).toMatchObject({ durable: false });
    expect(onDisk().slice(-2)).toEqual(['e', 'f']);
    now.time += 2_000;
    expect(await store.accept(namedEvent('h'))).toMatchObject({ durable: true });
    expect([...new Set(onDisk())].slice(-3)).toEqual(['f', 'g', 'h']);
  });

  it.each(['rename', 'open'] as const)('appending continues if %s fails in a compaction', async (step) => {
    const { store, port, onDisk } = memoryStore(3);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await store.accept(namedEvent(name));
    port.failing = [{ step, how: 'error', times: 1 }];
    expect(await store.accept(namedEvent('g'))).toMatchObject({ durable: true });
    expect(onDisk().slice(-3)).toEqual(['e', 'f', 'g']);
    await store.accept(namedEvent('h'));
    expect(onDisk()).toEqual(['f', 'g', 'h']);
  });

  it('events are refused and counted while the backlog is full, and no accepted event is lost', async () => {
    const { store, port, now, onDisk, counters } = memoryStore(50_000);
    port.failing = [{ step: 'write', how: 'error', times: 1e9 }];
    const results = await Promise.allSettled(Array.from({ length: 10_050 }, (_, i) => store.accept(namedEvent(i))));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(50);
    expect(counters.dropped).toBe(50);
    port.failing = [];
    now.time += 2_000;
    await vi.waitFor(() => expect(onDisk()).toHaveLength(10_000), { timeout: 5_000 });
    expect(await store.accept(namedEvent('last'))).toMatchObject({ durable: true });
  });
});

it('writes the log again after it was removed', async () => {
  const { store, port, onDisk } = memoryStore(100);
  await store.accept(namedEvent('a'));
  port.files.delete('/d/events.jsonl');
  await store.restoreLog();
  await store.accept(namedEvent('b'));
  expect(onDisk()).toEqual(['a', 'b']);
  port.steps.length = 0;
  await store.restoreLog();
  expect(port.steps).toEqual([]);
});

describe('the length of the log', () => {
  it('is at most twice the ring and at least the ring', async () => {
    const { store, onDisk } = memoryStore(7);
    for (let i = 1; i <= 200; i++) {
      await Promise.all(Array.from({ length: 1 + (i % 5) }, (_, k) => store.accept(namedEvent(`${i}x${k}`))));
      expect(onDisk().length).toBeLessThanOrEqual(14);
      expect(onDisk().slice(-store.ring.size)).toEqual(
        store.ring.since(0).map(({ raw }) => namesIn(raw.toString())[0]),
      );
    }
  });
});

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
    [...store.ring.newestFirst()].map(({ raw }) => namesIn(raw.toString())[0]);

  it('restores events, order, numbers and epoch, also after a DELETE', async () => {
    const epoch = await using(async (store) => {
      for (let i = 0; i < 30; i++) await store.accept(namedEvent(i));
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
      expect(await store.accept(namedEvent('new'))).toMatchObject({ seq: 31 });
      expect(store.epoch).toBe(epoch);
      expect(store.audit).toMatchObject([{ action: 'clear', by: 'test' }]);
    });
  });

  it('stores exactly the listed events if a DELETE races with posts', async () => {
    await using(async (store) => {
      const before = Array.from({ length: 10 }, (_, i) => store.accept(namedEvent(`b${i}`)));
      const cleared = store.clear('test');
      const after = Array.from({ length: 10 }, (_, i) => store.accept(namedEvent(`a${i}`)));
      await Promise.all([...before, cleared, ...after]);
      const path = join(folder, 'events.jsonl');
      const kept = existsSync(path) ? namesIn(readFileSync(path, 'utf8')) : [];
      expect(kept.toReversed()).toEqual(listed(store));
      // Events that were acknowledged after the clearing are retained.
      await store.accept(namedEvent('z'));
      expect(listed(store)[0]).toBe('z');
    });
    await using(async (store) => expect(listed(store)[0]).toBe('z'));
  });

  it('retains a service 100,000 events after its last one, across restarts', async () => {
    const taken = (json: string): AcceptedEvent => {
      const accepted = acceptEvent(Buffer.from(json));
      if ('complaints' in accepted) throw new Error('refused');
      return accepted;
    };
    const busy = namedEvent('x');
    const settings = { unprotected: false, links: [] };
    const flood = async (store: EventStore): Promise<void> => {
      for (let i = 0; i < 50; i++) await Promise.all(Array.from({ length: 1_000 }, () => store.accept(busy)));
    };
    const expectAll = (store: EventStore): void => {
      const { services, incidents } = pageState(store, { newest: new Map(), toReview: 0 }, settings, true, 10_000);
      expect(services.find(({ service }) => service === 'old')).toMatchObject({
        state: 'failing',
        lastGood: 1_000,
        health: 'down',
        healthSince: 5_000,
        regression: { at: 4_000, reason: 'Error: 500', inRing: false },
      });
      expect(incidents.filter(({ service }) => service === 'old')).toMatchObject([
        { openedAt: 4_000, closedAt: null, openedBy: 'REGRESSION', down: true, counts: { REGRESSION: 1 } },
      ]);
    };
    await using(async (store) => {
      await store.accept(taken('{"type":"PASS","service":"old"}'), 1_000);
      await store.accept(taken('{"type":"REGRESSION","service":"old","reason":"Error: 500"}'), 4_000);
      await store.accept(taken('{"type":"HEALTH_TRANSITION","service":"old","from":"up","to":"down"}'), 5_000);
      await flood(store);
      expectAll(store);
    }, 1_000);
    await using(async (store) => {
      expectAll(store);
      await flood(store);
      expectAll(store);
      expect(store.services.find('s')?.count).toBe(100_000);
    }, 1_000);
    await using(async (store) => {
      expectAll(store);
      expect(store.services.find('s')?.count).toBe(100_000);
      expect(store.log.lines).toBeLessThanOrEqual(2_000);
    }, 1_000);
  }, 60_000);

  it('lists events in the same order after a restart with any clock times', async () => {
    const now = 1_795_000_000;
    const timestamps = fc.oneof(
      fc.integer({ min: now - 5, max: now + 5 }),
      fc.constantFrom(now + 400, now + 1e8, now * 1_000, (now + 3) * 1_000, -5, 0, 9e15, `${now}`),
      fc.constant(undefined),
    );
    const sent = fc.record({ timestamp: timestamps, late: fc.integer({ min: 0, max: 9_000 }), old: fc.boolean() });
    const [events = []] = fc.sample(fc.array(sent, { minLength: 300, maxLength: 300 }), { numRuns: 1, seed: 7 });
    const { before, newest } = await using(async (store) => {
      for (const [i, { timestamp, late, old }] of events.entries()) {
        const body = Buffer.from(
          JSON.stringify({ type: 'PASS', n: `${i}`, ...(timestamp === undefined ? {} : { timestamp }) }),
        );
        const accepted = acceptEvent(body);
        if ('complaints' in accepted) throw new Error('refused');
        await store.accept(accepted, old ? null : now * 1_000 + late);
      }
      const before = listed(store);
      // Ten minutes later no event with a time in the future precedes a new event.
      await store.accept(namedEvent('now'), (now + 600) * 1_000);
      return { before, newest: listed(store) };
    }, 400);
    expect(newest).toEqual(['now', ...before]);
    expect(new Set(before).size).toBe(300);
    await using(async (store) => expect(listed(store)).toEqual(newest), 400);
  });

  it('continues after a record that is torn at any byte', async () => {
    const path = join(folder, 'events.jsonl');
    await using(async (store) => {
      for (const name of ['a', 'b', 'torn']) await store.accept(namedEvent(name));
    });
    const whole = readFileSync(path);
    const last = whole.lastIndexOf(10, whole.length - 2) + 1;
    const torn = async (end: number): Promise<void> => {
      const target = join(folder, `torn-${end}`);
      mkdirSync(target);
      writeFileSync(join(target, 'events.jsonl'), whole.subarray(0, end));
      const options = { folder: target, ring: 20, ringBytes: 1e9 };
      const kept = end >= whole.length - 1 ? ['torn'] : [];
      for (const expected of [
        ['b', 'a'],
        ['new', 'b', 'a'],
      ]) {
        const { store, lock } = await openStore(options);
        const [newest, ...rest] = expected.length === 3 ? expected : [undefined, ...expected];
        expect(listed(store), `torn at ${end}`).toEqual([...(newest === undefined ? [] : [newest]), ...kept, ...rest]);
        if (newest === undefined) await store.accept(namedEvent('new'));
        await store.close();
        await lock.release();
      }
    };
    await Promise.all(Array.from({ length: whole.length - last + 1 }, (_, i) => torn(last + i)));
  }, 60_000);
});
