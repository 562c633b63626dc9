import { expect, it } from 'vitest';
import { Clock } from './clock.ts';

function steppable() {
  const at = { system: 1_000_000, monotonic: 50 };
  const clock = new Clock(
    () => at.system,
    () => at.monotonic,
  );
  const pass = (ms: number): void => {
    at.system += ms;
    at.monotonic += ms;
  };
  return { at, clock, pass };
}

it('follows the system clock while it moves forward', () => {
  const { at, clock, pass } = steppable();
  pass(500);
  expect(clock.now()).toBe(1_000_500);
  at.system += 3_600_000;
  expect(clock.now()).toBe(4_600_500);
  expect(clock.elapsed()).toBe(550);
  expect(clock.behind).toBe(0);
});

it('continues at the monotonic rate after a backward step until the system clock has caught up', () => {
  const { at, clock, pass } = steppable();
  pass(10_000);
  clock.now();
  at.system -= 60_000;
  expect([clock.now(), clock.behind]).toEqual([1_010_000, 60_000]);
  pass(5_000);
  expect([clock.now(), clock.behind]).toEqual([1_015_000, 60_000]);
  at.system += 70_000;
  expect([clock.now(), clock.behind]).toEqual([1_025_000, 0]);
});

it('never decreases during many small backward steps', () => {
  const { at, clock, pass } = steppable();
  let last = clock.now();
  for (let i = 0; i < 20; i++) {
    pass(100);
    at.system -= 300;
    expect(clock.now()).toBeGreaterThanOrEqual(last);
    last = clock.now();
  }
  expect(clock.behind).toBe(6_000);
});
