import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type AcceptedEvent, acceptEvent } from '../event/accept.ts';
import { MemoryPort } from '../testing/memory-port.ts';
import { memoryStore, namedEvent, namesIn } from '../testing/memory-store.ts';
import type { EventStore, Outcome } from './event-store.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'dashboard-disk-'));
const mounted: string[] = [];
afterAll(() => {
  for (const path of mounted) spawnSync('umount', ['-l', path]);
  rmSync(folder, { recursive: true });
});

/** Mounts a tmpfs of this size; undefined if this user must not mount. */
function smallDisk(name: string, kib: number): string | undefined {
  const path = join(folder, name);
  mkdirSync(path);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', path]);
  if (status !== 0) return undefined;
  mounted.push(path);
  return path;
}
const mayMount = smallDisk('probe', 64) !== undefined;

const largeEvent = (n: number): AcceptedEvent => {
  const accepted = acceptEvent(Buffer.from(`{"type":"PASS","service":"s","n":"${n}","filler":"${'x'.repeat(900)}"}`));
  if ('complaints' in accepted) throw new Error('refused');
  return accepted;
};
const listed = (store: EventStore): string[] => store.ring.since(0).flatMap(({ raw }) => namesIn(raw.toString()));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('writing continues if the disk has space for the ring but not for the growth of the log', async () => {
  const port = new MemoryPort();
  port.capacity = 150_000;
  const { store, now, onDisk } = memoryStore(600, port);
  const outcomes: Outcome[] = [];
  for (let i = 0; i < 4_000; i++) {
    outcomes.push(await store.accept(namedEvent(i)));
    now.time += 10;
  }
  now.time += 2_000;
  expect(await store.accept(namedEvent('last'))).toMatchObject({ durable: true });
  expect(onDisk().slice(-store.ring.size)).toEqual(listed(store));
  expect(outcomes.slice(-2_000).filter(({ durable }) => !durable)).toEqual([]);
  expect([...port.files.keys()].filter((name) => name.endsWith('.new'))).toEqual([]);
});

it('a failed rewriting leaves no temporary file', async () => {
  const { store, port } = memoryStore(3);
  for (let i = 0; i < 6; i++) await store.accept(namedEvent(i));
  port.failing = [{ step: 'write', how: 'error', times: 1 }];
  await store.accept(namedEvent('next'));
  expect([...port.files.keys()]).toEqual(['/d/events.jsonl']);
});

it('the start removes temporary files of an earlier run', async () => {
  const data = join(folder, 'leftover');
  mkdirSync(data);
  const leftovers = ['events.jsonl.new', 'state.json.new'].map((name) => join(data, name));
  for (const path of leftovers) writeFileSync(path, 'x'.repeat(100_000));
  const { store, lock } = await openStore({ folder: data, ring: 10, ringBytes: 1e9 });
  expect(leftovers.filter((path) => existsSync(path))).toEqual([]);
  await store.close();
  await lock.release();
});

describe.skipIf(!mayMount)('a volume of 1 MiB (skipped: this user must not mount)', () => {
  it.each([
    ['has space for the ring but not the growth of the log', 400],
    ['is smaller than the ring', 3_000],
    ['has little more space than the ring needs', 480],
  ])(
    'that %s recovers, and a restart finds the newest events',
    async (name, ring) => {
      const data = smallDisk(name.replaceAll(' ', '-'), 1_024) ?? '';
      const reports: string[] = [];
      const open = () => openStore({ folder: data, ring, ringBytes: 1e9, report: (event) => void reports.push(event) });
      const { store, lock } = await open();
      const outcomes: Outcome[] = [];
      for (let i = 0; i < 6_000; i++) {
        outcomes.push(await store.accept(largeEvent(i)));
        if (store.degraded !== undefined) await pause(5);
      }
      // The last events may wait for the next attempt.
      await expect.poll(() => store.degraded, { timeout: 5_000 }).toBeUndefined();
      expect(await store.accept(largeEvent(6_000))).toMatchObject({ durable: true });
      const newest = listed(store);
      expect(newest.at(-1)).toBe('6000');
      expect(newest.length).toBeGreaterThan(200);
      expect(await store.close()).toBe(0);
      await lock.release();
      const again = await open();
      expect(listed(again.store).slice(-newest.length)).toEqual(newest);
      expect(again.store.services.find('s')?.count).toBe(6_001);
      await again.store.close();
      await again.lock.release();
      if (ring === 3_000) expect(reports).toContain('ring-shortened');
      expect(outcomes.slice(-1_000).filter(({ durable }) => !durable)).toEqual([]);
    },
    60_000,
  );
});
