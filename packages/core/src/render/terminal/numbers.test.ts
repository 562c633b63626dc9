import { expect, test } from 'vitest';
import { bytes, duration, grouped, plural } from './numbers.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [3_145_728, '3.1 MB'],
])('%d bytes are %s', (count, text) => {
  expect(bytes(count)).toBe(text);
});

test.each([
  [999, '999 ms'],
  [1000, '1.0 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [125_400, '2 min 5 s'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('counts', () => {
  expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  expect([plural(1, 'entry', 'entries'), plural(0, 'entry', 'entries')]).toEqual(['1 entry', '0 entries']);
});
