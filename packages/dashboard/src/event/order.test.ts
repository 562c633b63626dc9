import { expect, it } from 'vitest';
import { factsOfOldEvent } from './facts.ts';
import { orderKey } from './order.ts';

const RECEIVED = 1_730_000_000_500;

it.each([
  ['a time before receipt', 1_729_999_990, 1_729_999_990],
  ['milliseconds', 1_729_999_990_250, 1_729_999_990.25],
  ['a clock that is ahead counts as the time of receipt', 1_730_000_200, 1_730_000_000.5],
  ['no time', undefined, 1_730_000_000.5],
])('the order of events: %s', (_, timestamp, key) => {
  const facts = factsOfOldEvent({ type: 'PASS', timestamp });
  expect(facts === undefined ? undefined : orderKey(facts, RECEIVED)).toBe(key);
});
