import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitRange } from './digit-range.ts';

const matcher = (first: number, last: number) => new RegExp(`^(?:${digitRange(first, last)})$`);

test('the expression of a range matches exactly its numbers', () => {
  for (let first = 0; first <= 112; first += 3) {
    for (let last = first; last <= 112; last += 1) {
      const expression = matcher(first, last);
      const found = Array.from({ length: 200 }, (_, number) => number).filter((number) => expression.test(`${number}`));
      expect([found[0], found.at(-1), found.length]).toEqual([first, last, last - first + 1]);
    }
  }
});

test('the expression of a large range matches exactly its numbers', () => {
  const number = fc.maxSafeNat();
  fc.assert(
    fc.property(number, number, number, (a, b, probe) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const expression = matcher(first, last);
      for (const it of [first, last, Math.max(0, first - 1), last + 1, probe]) {
        expect(expression.test(`${it}`), `${it} in ${first} to ${last}`).toBe(first <= it && it <= last);
      }
    }),
  );
});

test('a number with leading zeros does not match', () => {
  expect(matcher(0, 99).test('07')).toBe(false);
});

test.each([
  [3, 2],
  [-1, 2],
  [0.5, 2],
])('%d to %d is not a range', (first, last) => {
  expect(() => digitRange(first, last)).toThrow(RangeError);
});
