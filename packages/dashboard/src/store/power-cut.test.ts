import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import type { Step } from '../testing/memory-port.ts';
import { memoryStore, namedEvent } from '../testing/memory-store.ts';

// The steps of a compaction are rare, and the worst faults need two of them.
const STEPS: Step[] = ['open', 'write', 'datasync', 'truncate', 'rename', 'rename', 'syncFolder', 'syncFolder'];

const failure = fc.record({
  step: fc.constantFrom(...STEPS),
  how: fc.constantFrom<'error' | 'short'>('error', 'short'),
  times: fc.integer({ min: 1, max: 4 }),
  /** Steps that succeed before it. */
  after: fc.integer({ min: 0, max: 60 }),
});
/** A number of events at once, or a DELETE. */
const action = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant('clear' as const));

describe('any failure, and a power cut at any time', () => {
  it('events acknowledged as durable are on disk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 30 }),
        fc.array(failure, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 2, max: 5 }),
        async (actions, failures, capacity) => {
          const { store, port, now, onDisk } = memoryStore(capacity);
          port.failing = failures.map((one) => ({ ...one }));
          const durable = new Set<string>();
          /** Every listed event that was acknowledged as durable must survive a power cut at this moment. */
          const check = (): void => {
            const safe = new Set(onDisk());
            for (const event of store.ring.newestFirst()) {
              const name = String(JSON.parse(event.raw.toString()).n);
              if (durable.has(name)) expect(safe, `${name} of ${[...durable]}`).toContain(name);
            }
          };
          let number = 0;
          for (const one of actions) {
            if (one === 'clear') {
              await store.clear('test').catch(() => undefined);
            } else {
              const names = Array.from({ length: Math.min(one, capacity) }, () => `e${number++}`);
              await Promise.all(
                names.map(async (name) => {
                  if ((await store.accept(namedEvent(name))).durable) durable.add(name);
                }),
              );
            }
            check();
            now.time += 700;
          }
          port.failing = [];
          now.time += 5_000;
          expect(await store.accept(namedEvent('last'))).toMatchObject({ durable: true });
          const listed = store.ring.since(0).map(({ raw }) => String(JSON.parse(raw.toString()).n));
          expect([...new Set(onDisk())].slice(-listed.length)).toEqual(listed);
          await store.close();
        },
      ),
      { numRuns: searchRuns(500) },
    );
  });
});
