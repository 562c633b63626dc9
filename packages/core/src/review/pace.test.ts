import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  let count = 0;
  const pace = new Pace(
    () => count++,
    () => Date.now(),
  );
  return { pace, count: () => count };
}

test('a burst of requests starts work once, after a pause', () => {
  const { pace, count } = started();
  for (let at = 0; at < 5; at++) {
    pace.request();
    vi.advanceTimersByTime(100);
  }
  expect(count()).toBe(0);
  vi.advanceTimersByTime(300);
  expect(count()).toBe(1);
});

test('requests during work start it once more, after three times its duration', () => {
  const { pace, count } = started();
  pace.request();
  vi.advanceTimersByTime(300);
  pace.request();
  pace.request();
  vi.advanceTimersByTime(1000);
  expect(count()).toBe(1);
  pace.finished();
  vi.advanceTimersByTime(2999);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(count()).toBe(2);
  pace.finished();
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(2);
});

test('no work starts after stop', () => {
  const { pace, count } = started();
  pace.request();
  pace.stop();
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(0);
});
