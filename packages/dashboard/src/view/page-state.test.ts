import { expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { stateOf } from './page-state.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const PASS = { type: 'PASS' };
const DOWN = { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' };
const UP = { type: 'HEALTH_TRANSITION', from: 'down', to: 'up' };

it.each<[name: string, since: number, ...story: [minutes: number, event: object][]]>([
  ['is passing since its first PASS', 0, [0, PASS], [60, PASS]],
  [
    'that was down is passing since the end of its incident',
    80,
    [0, PASS],
    [60, PASS],
    [70, DOWN],
    [80, UP],
    [90, PASS],
  ],
  ['whose tests failed is passing since the PASS', 80, [0, PASS], [70, { type: 'REGRESSION' }], [80, PASS], [90, PASS]],
  ['that is down is failing since then', 70, [0, PASS], [70, DOWN], [80, { ...PASS, stage: 'e2e' }], [80, DOWN]],
])('a service %s', async (_name, since, ...story) => {
  const clock = { time: START };
  const { store } = memoryStore(100, undefined, clock);
  for (const [minutes, event] of story) {
    clock.time = START + minutes * MINUTE;
    const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', stage: 'unit', ...event })));
    if ('complaints' in accepted) throw new Error('refused');
    await store.accept(accepted, clock.time, 'agent');
  }
  const rollup = store.services.find('s');
  expect(rollup && stateOf(rollup, store, clock.time).stateSince).toBe(START + since * MINUTE);
});
