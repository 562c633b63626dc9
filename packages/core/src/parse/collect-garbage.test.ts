import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectBuffers, collectIfLarge, collectLargeHeap } from './collect-garbage.ts';

const BYTES = 32 * 1024 * 1024;
const LARGE = new Uint8Array(1_000_000);

/** Bytes of typed arrays without the garbage of other tests, which V8 frees some time after its collection. */
async function arrays(): Promise<number> {
  for (let before = Number.NaN; ; ) {
    collectIfLarge(LARGE);
    await wait(20);
    const now = process.memoryUsage().arrayBuffers;
    if (now === before) return now;
    before = now;
  }
}

/** Bytes of typed arrays after one of them became garbage, compared with those before. */
async function growth(source: Uint8Array): Promise<number> {
  const before = await arrays();
  new Uint8Array(BYTES).fill(1);
  collectIfLarge(source);
  return process.memoryUsage().arrayBuffers - before;
}

test('the garbage of a large file is collected at once, that of a small one later', async () => {
  expect(await growth(new Uint8Array(1000))).toBeGreaterThan(BYTES / 2);
  await expect.poll(() => growth(LARGE)).toBeLessThan(BYTES / 2);
});

test('a pause after many typed arrays collects their garbage, a pause after few does not', async () => {
  await arrays();
  collectBuffers();
  const garbage = new WeakRef(new Uint8Array(BYTES));
  // A new reference keeps its object until the end of a turn.
  await wait(1);
  collectBuffers();
  expect(garbage.deref() === undefined).toBe(true);
  // Less than is worth a collection.
  await arrays();
  collectBuffers();
  new Uint8Array(BYTES / 8).fill(1);
  const few = process.memoryUsage().arrayBuffers;
  collectBuffers();
  expect(process.memoryUsage().arrayBuffers).toBe(few);
});

const step = (length: number) => Array.from({ length }, (_, at) => [at]).length;

test('the garbage of a step is collected if the heap is large and grew', () => {
  const before = process.memoryUsage().heapUsed;
  expect(step(2_000_000)).toBe(2_000_000);
  collectLargeHeap();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(BYTES);
});

test('steps that read little are not followed by a collection each', () => {
  const kept = Array.from({ length: 1_000_000 }, (_, at) => [at]);
  collectLargeHeap();
  const before = process.cpuUsage();
  for (let round = 0; round < 200; round++) {
    step(10);
    collectLargeHeap();
  }
  const { user } = process.cpuUsage(before);
  collectIfLarge(kept);
  // Microseconds: 200 collections of this heap take at least ten times as long.
  expect(user).toBeLessThan(1_000_000);
  expect(kept).toHaveLength(1_000_000);
});
