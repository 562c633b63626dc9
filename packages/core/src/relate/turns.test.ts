import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atOnce, inTurns, type Turns } from './turns.ts';

/** Takes 2 ms for each step. */
function* slow(steps: number): Turns<number> {
  for (let step = 0; step < steps; step++) {
    const start = performance.now();
    while (performance.now() - start < 2);
    yield;
  }
  return steps;
}

test('other work has its turn while work in turns goes on', async () => {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn();
  })();
  let pauses = 0;
  expect(await inTurns(slow(100), () => pauses++)).toBe(100);
  expect(pauses).toBeGreaterThan(1);
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(4);
  expect(atOnce(slow(3))).toBe(3);
});
