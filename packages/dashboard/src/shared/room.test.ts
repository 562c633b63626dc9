import { expect, it } from 'vitest';
import { memoryStore, namesIn } from '../testing/memory-store.ts';
import type { Entry, SharedLog } from './shared-log.ts';
import { Sharing } from './sharing.ts';

const MEGABYTE = 1024 * 1024;

function entry(seq: number, megabytes: number): Entry {
  const raw = Buffer.from(`{"type":"PASS","service":"s","n":"${seq}","text":"${'x'.repeat(megabytes * MEGABYTE)}"}`);
  return { instance: 'aaaaaaaaaaaa', kind: 'event', event: { seq, at: 1, cut: 0, raw } };
}

/** A shared log in memory whose cursor is an index. */
function sharedLog(entries: readonly Entry[]): SharedLog {
  return {
    open: async () => 0,
    add: async () => undefined,
    act: async () => 1,
    newest: async () => '0',
    read: async (cursor) => ({ entries: entries.slice(Number(cursor)), cursor: String(entries.length) }),
    close: async () => undefined,
  };
}

it('a small event does not overtake a large one that finds no room', async () => {
  const { store, port, now } = memoryStore(100);
  port.failing = [{ step: 'write', how: 'error', times: Number.POSITIVE_INFINITY }];
  const lost: string[] = [];
  const sharing = new Sharing({
    store,
    log: sharedLog([entry(1, 20), entry(2, 20), entry(3, 0)]),
    path: '/d/events.jsonl',
    report: (event) => lost.push(event),
    pollMs: 1,
    retryMs: 1,
  });
  const listed = () =>
    namesIn(
      store.ring
        .since(0)
        .map(({ raw }) => raw.toString())
        .join(''),
    );
  await expect.poll(() => lost.filter((event) => event === 'shared-store-lost').length).toBeGreaterThan(1);
  expect(listed()).toEqual(['1']);
  port.failing = [];
  now.time += 60_000;
  await expect.poll(listed, { timeout: 10_000 }).toEqual(['1', '2', '3']);
  await sharing.close();
});
