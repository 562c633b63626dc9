import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AcceptedEvent, acceptEvent } from '../event/accept.ts';
import { filterIn } from '../http/query.ts';
import { diskPort, type FilePort } from '../log/file-port.ts';
import { Clock } from '../store/clock.ts';
import type { EventStore } from '../store/event-store.ts';
import { openStore } from '../store/open-store.ts';
import { namedEvent, namesIn } from '../testing/memory-store.ts';
import { HISTORY_LIMITS, type HistoryLimits } from './history.ts';
import { findInHistory, searchHistory } from './search.ts';

const DAY_MS = 24 * 3_600_000;
const LIMITS: HistoryLimits = { ...HISTORY_LIMITS, segmentBytes: 3_000, blockBytes: 500 };
let folder: string;
let time: number;
const open: { store: EventStore; release(): Promise<void> }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-history-'));
  time = Date.parse('2026-03-01T12:00:00Z');
});
afterEach(async () => {
  for (const { store, release } of open.splice(0)) await store.close().then(release);
  rmSync(folder, { recursive: true });
});

async function started(options: { at?: string; limits?: Partial<HistoryLimits>; port?: FilePort } = {}) {
  const clock = new Clock(
    () => time,
    () => time,
  );
  const data = join(folder, options.at ?? 'data');
  const history = { ...LIMITS, ...options.limits };
  const { store, lock } = await openStore({
    folder: data,
    ring: 5,
    ringBytes: 1e9,
    history,
    clock,
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  const release = (): Promise<void> => lock.release();
  open.push({ store, release });
  return store;
}

async function stop(store: EventStore): Promise<void> {
  const at = open.findIndex((one) => one.store === store);
  for (const one of open.splice(at, 1)) await one.store.close().then(one.release);
}

/** What is on the disk at this moment, as after a kill. */
function killed(name: string): void {
  const data = join(folder, 'data');
  cpSync(data, join(folder, name), { recursive: true, filter: (path) => !path.endsWith('.sock') });
}

function event(json: Record<string, unknown>): AcceptedEvent {
  const accepted = acceptEvent(Buffer.from(JSON.stringify(json)));
  if ('complaints' in accepted) throw new Error('refused');
  return accepted;
}

/** All pages of a search. */
async function found(store: EventStore, query: Record<string, string> = {}, limit = 7, maxBytes?: number) {
  if (store.history === undefined) throw new Error('no history');
  const events: string[] = [];
  const filter = filterIn(new URLSearchParams(query));
  for (let before: number | undefined, pages = 0; pages < 1_000; pages++) {
    const page = await searchHistory(store.history, filter, limit, before, maxBytes);
    events.push(...page.events.map(({ raw }) => raw.toString()));
    if (page.before === null) break;
    before = page.before;
  }
  return events;
}
const names = async (store: EventStore): Promise<string[]> => namesIn((await found(store)).join('\n'));
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i)).reverse();

describe('the history', () => {
  it('has every event once, newest first, after the events have left the ring and the log', async () => {
    const store = await started();
    for (let i = 1; i <= 100; i++) await store.accept(namedEvent(i));
    expect(await names(store)).toEqual(numbers(1, 100));
    await stop(store);
    const again = await started();
    expect(again.ring.size).toBe(5);
    expect(await names(again)).toEqual(numbers(1, 100));
    expect(
      readdirSync(join(folder, 'data', 'history')).filter((name) => name.endsWith('.jsonl')).length,
    ).toBeGreaterThan(2);
  });

  it('has each acknowledged event once after kills at 30 moments', async () => {
    let store = await started();
    let acknowledged = 0;
    for (let round = 1; round <= 30; round++) {
      const posting = Array.from({ length: round % 9 }, () => store.accept(namedEvent(++acknowledged)));
      await Promise.all(posting);
      const name = `killed-${round}`;
      killed(name);
      await stop(store);
      rmSync(join(folder, 'data'), { recursive: true });
      cpSync(join(folder, name), join(folder, 'data'), { recursive: true });
      store = await started();
      expect(await names(store), `round ${round}`).toEqual(numbers(1, acknowledged));
    }
  });

  it('gets the events of the log again whose bytes a power cut left unwritten', async () => {
    const store = await started({ limits: { segmentBytes: 1e9 } });
    for (let i = 1; i <= 8; i++) await store.accept(namedEvent(i));
    await store.history?.flush();
    killed('cut');
    const [name = ''] = readdirSync(join(folder, 'cut', 'history'));
    const path = join(folder, 'cut', 'history', name);
    const { size } = statSync(path);
    truncateSync(path, Math.floor(size * 0.6));
    appendFileSync(path, Buffer.alloc(100));
    appendFileSync(path, '\n{"seq":7,"at":null,"cut":0,"event":{"type":"PASS"}}\n');
    expect(await names(await started({ at: 'cut' }))).toEqual(numbers(1, 8));
  });

  it('is searched by type, service, check, time and text, in steps of a few bytes', async () => {
    const store = await started();
    for (let i = 0; i < 60; i++) {
      const at = time / 1000 - 60 + i;
      const type = i % 5 === 0 ? 'REGRESSION' : 'PASS';
      await store.accept(
        event({ type, service: `s${i % 3}`, file: `f${i % 2}`, reason: `Line "${i}"`, timestamp: at, n: `${i}` }),
      );
    }
    const matching = async (query: Record<string, string>): Promise<string[]> =>
      namesIn((await found(store, query, 2, 600)).join('\n'));
    const wanted = (is: (i: number) => boolean): string[] => numbers(0, 59).filter((name) => is(Number(name)));
    expect(await matching({ type: 'REGRESSION' })).toEqual(wanted((i) => i % 5 === 0));
    expect(await matching({ service: 's1', file: 'f0' })).toEqual(wanted((i) => i % 3 === 1 && i % 2 === 0));
    const since = time / 1000 - 60 + 50;
    expect(await matching({ since: String(since) })).toEqual(wanted((i) => i >= 50));
    expect(await matching({ until: String(since) })).toEqual(wanted((i) => i <= 50));
    expect(await matching({ q: 'line "7"' })).toEqual(['7']);
    expect(await matching({ type: 'NEVER' })).toEqual([]);
  });

  it('finds one event by its number', async () => {
    const store = await started();
    for (let i = 1; i <= 90; i++) await store.accept(namedEvent(i));
    if (store.history === undefined) throw new Error('no history');
    expect((await findInHistory(store.history, 17))?.raw.toString()).toContain('"n":"17"');
    expect(await findInHistory(store.history, 91)).toBeUndefined();
  });

  it('starts a file each day and removes files that are older than the setting', async () => {
    const store = await started({ limits: { keepMs: 3 * DAY_MS } });
    for (let day = 1; day <= 10; day++) {
      await store.accept(namedEvent(day));
      await store.history?.flush();
      time += DAY_MS;
    }
    expect(await names(store)).toEqual(numbers(7, 10));
  });

  it('removes the oldest files beyond its size', async () => {
    const store = await started({ limits: { maxBytes: 6_000 } });
    for (let i = 1; i <= 200; i++) {
      await store.accept(namedEvent(i));
      await store.history?.flush();
    }
    const left = await names(store);
    expect(left).toEqual(numbers(200 - left.length + 1, 200));
    expect(store.history?.bytes).toBeLessThan(9_100);
    expect(left.length).toBeGreaterThan(30);
  });

  it('is empty after a clearing, also if a kill interrupts it', async () => {
    const store = await started();
    for (let i = 1; i <= 50; i++) await store.accept(namedEvent(i));
    await store.history?.flush();
    killed('before');
    await store.clear('test');
    expect(await names(store)).toEqual([]);
    await store.accept(namedEvent('after'));
    expect(await names(store)).toEqual(['after']);
    // The state of after the clearing, and the files of the history of before.
    await store.save();
    cpSync(join(folder, 'data', 'state.json'), join(folder, 'before', 'state.json'));
    rmSync(join(folder, 'before', 'events.jsonl'));
    expect(await names(await started({ at: 'before' }))).toEqual([]);
  });

  it('never refuses an event: on a disk that it cannot write to, its events are counted as missing', async () => {
    const isHistory = (path: string): boolean => path.includes('/history/');
    let isBroken = true;
    const port: FilePort = {
      ...diskPort,
      open: (path, fresh) =>
        isHistory(path) && isBroken ? Promise.reject(new Error('broken')) : diskPort.open(path, fresh),
    };
    const store = await started({ port });
    for (let i = 1; i <= 20; i++) expect(await store.accept(namedEvent(i))).toMatchObject({ durable: true });
    await store.history?.flush();
    expect(store.history?.missing).toBe(20);
    expect(store.counters.trouble.get('history')).toBeGreaterThan(0);
    isBroken = false;
    await store.accept(namedEvent(21));
    expect(await names(store)).toEqual(['21']);
  });

  it('is not written while the volume has little free space', async () => {
    const store = await started({ limits: { minFreeBytes: Number.MAX_SAFE_INTEGER } });
    await store.accept(namedEvent(1));
    await store.history?.flush();
    expect(store.history?.problem).toContain('free space');
    expect(existsSync(join(folder, 'data', 'history'))).toBe(false);
  });

  it('takes over a folder of an earlier version, which still reads it afterwards', async () => {
    const data = join(folder, 'data');
    const earlier = async () => {
      const opened = await openStore({ folder: data, ring: 5, ringBytes: 1e9 });
      open.push({ store: opened.store, release: () => opened.lock.release() });
      return opened.store;
    };
    const old = await earlier();
    for (let i = 1; i <= 8; i++) await old.accept(namedEvent(i));
    await stop(old);
    const store = await started();
    await store.accept(namedEvent(9));
    expect(await names(store)).toEqual(numbers(1, 9));
    await stop(store);
    const back = await earlier();
    expect(
      namesIn(
        back.ring
          .since(0)
          .map(({ raw }) => raw.toString())
          .join(),
      ),
    ).toEqual(['5', '6', '7', '8', '9']);
    await back.accept(namedEvent(10));
    await stop(back);
    expect(await names(await started())).toEqual(numbers(1, 10));
  });
});
